import { randomUUID } from 'node:crypto';
import type { DraftPosition } from '../../store/calls/draft-calls.ts';
import type { Store } from '../../store/store.ts';
import { DraftFault } from './draft-fault.ts';
import { buildDraft, type DraftLine, type DraftStorage, parseDraftLine } from './draft-storage.ts';

export type DraftStoreCalls = Pick<
  Store,
  'draftPoint' | 'draftSince' | 'beginDraft' | 'appendToDraft' | 'copyDraft'
>;

/**
 * Opens the draft in the tables of the database, which several servers may share. There is no lock: each
 * write names the last line that the writer knows. A writer that is behind gets a `WriteConflict`, reads the
 * new lines and repeats its work.
 */
export function openDraftTables(store: DraftStoreCalls): DraftStorage {
  let known: KnownDraft | undefined;

  /** Returns the position up to which this server has read the draft; undefined if it has read none. */
  function getKnownPoint(): DraftPosition | undefined {
    return known && { id: known.id, lines: known.count };
  }

  /**
   * Returns the condition of `beginDraft`: no other line was written after those that this server has read.
   * If it has read no draft, the object is empty: then none may be stored.
   */
  function createWriteCondition() {
    const after = getKnownPoint();
    return after === undefined ? {} : { after };
  }

  return {
    /** Reads only the lines that are new since the last read or write, and adds them to those in memory. */
    async read() {
      const since = getKnownPoint();
      const text = await store.draftSince(since === undefined ? {} : { since });
      if (text === undefined) known = undefined;
      else {
        const { id, head, further, lines: count } = text;
        const lines = further.map(parseDraftLine);
        known =
          known === undefined || head !== undefined
            ? { id, count, head: parseDraftLine(String(head)), lines }
            : { ...known, count, lines: [...known.lines, ...lines] };
      }
      if (known === undefined) return undefined;
      const draft = buildDraft({ ...known, describeLine });
      if (known.lines.length === known.count) return draft;
      const reason = `the table "draft_lines" has ${known.lines.length} lines of it, but "drafts" counts ${known.count}`;
      throw new DraftFault(reason, { readable: draft });
    },
    async isChanged() {
      const [stored, read] = [await store.draftPoint(), getKnownPoint()];
      return stored?.id !== read?.id || stored?.lines !== read?.lines;
    },
    /** @throws WriteConflict if another server has written since the last read or write here. */
    async begin({ changes, settled = [], ...head }) {
      // A new id, because a draft may start again with fewer changes under its own id.
      const id = randomUUID();
      const lines: readonly DraftLine[] = [...changes, ...settled.map((decided) => ({ settled: decided }))];
      const draft = { id, head: JSON.stringify(head), lines: lines.map(stringifyLine) };
      if (!(await store.beginDraft({ draft, ...createWriteCondition() }))) throw new WriteConflict();
      known = { id, count: lines.length, head, lines };
    },
    /** @throws WriteConflict as `begin` does, or if no draft was read or begun. */
    async append(line) {
      const after = getKnownPoint();
      if (
        after === undefined ||
        known === undefined ||
        !(await store.appendToDraft({ line: stringifyLine(line), after }))
      )
        throw new WriteConflict();
      known = { ...known, count: known.count + 1, lines: [...known.lines, line] };
    },
    /** Stores a copy in the database. The draft itself remains until the next `begin`. */
    setAside: async () => `draft_copies ${await store.copyDraft({ now: Date.now() })}`,
    /**
     * Runs the task again after each `WriteConflict`, at most `maxWriteConflicts` times; then the conflict is
     * thrown. Other errors are thrown at once.
     */
    async runExclusively(work) {
      for (let left = maxWriteConflicts; ; left -= 1) {
        try {
          return await work();
        } catch (error) {
          if (left === 0 || !(error instanceof WriteConflict)) throw error;
        }
      }
    },
  };
}

/** The part of the stored draft that this server has read or written. */
interface KnownDraft {
  /** The id of its `DraftPosition`, not of the draft. */
  readonly id: string;
  /** The number of lines according to the row of the draft. */
  readonly count: number;
  /** Parsed but not validated, as are the lines. */
  readonly head: unknown;
  readonly lines: readonly unknown[];
}

/** Names a line of the draft in error messages. 0 is the head. */
function describeLine(line: number): string {
  return line === 0 ? 'the head in the table "drafts"' : `line ${line} in the table "draft_lines"`;
}

/** Thrown if another server has written in the meantime. */
export class WriteConflict extends Error {
  override readonly name = 'Overtaken';

  constructor() {
    super('Cannot write to the draft: other servers keep changing it');
  }
}

/** The maximum number of retries of a task: more than the servers that can plausibly write at once. */
const maxWriteConflicts = 200;

function stringifyLine(line: DraftLine): string {
  return JSON.stringify(line);
}
