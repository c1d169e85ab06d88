import { randomUUID } from 'node:crypto';
import type { DraftPoint } from '../store/draft-calls.ts';
import type { Store } from '../store/store.ts';
import { DraftFault } from './draft-fault.ts';
import { type DraftLine, type DraftPlace, draftOfLines, parsedLine } from './draft-place.ts';

/** The calls of the store that a draft needs. */
export type DraftTables = Pick<
  Store,
  'draftPoint' | 'draftSince' | 'beginDraft' | 'appendToDraft' | 'copyDraft'
>;

/**
 * The draft in the tables of a database that several servers share. Nobody locks it: each says what it takes for the last line, and
 * whoever comes second with that reads what the first has written, and does its work anew.
 */
export function openDraftTables(store: DraftTables): DraftPlace {
  let known: KnownDraft | undefined;

  /** Where the draft has come to, as it is known here. */
  function point(): DraftPoint | undefined {
    return known && { id: known.id, lines: known.count };
  }

  function asIsKnown() {
    const after = point();
    return after === undefined ? {} : { after };
  }

  return {
    async read() {
      const since = point();
      const text = await store.draftSince(since === undefined ? {} : { since });
      if (text === undefined) known = undefined;
      else {
        const { id, head, further, lines: count } = text;
        const lines = further.map(parsedLine);
        known =
          known === undefined || head !== undefined
            ? { id, count, head: parsedLine(String(head)), lines }
            : { ...known, count, lines: [...known.lines, ...lines] };
      }
      if (known === undefined) return undefined;
      const draft = draftOfLines({ ...known, nameOf });
      if (known.lines.length === known.count) return draft;
      const reason = `the table "draft_lines" has ${known.lines.length} lines of it, where "drafts" says ${known.count}`;
      throw new DraftFault(reason, { readable: draft });
    },
    async isChanged() {
      const [there, here] = [await store.draftPoint(), point()];
      return there?.id !== here?.id || there?.lines !== here?.lines;
    },
    async begin({ changes, ...head }) {
      // Not the draft's own: one may begin anew with fewer changes.
      const id = randomUUID();
      const draft = { id, head: JSON.stringify(head), lines: changes.map(asText) };
      if (!(await store.beginDraft({ draft, ...asIsKnown() }))) throw new Overtaken();
      known = { id, count: changes.length, head, lines: changes };
    },
    async append(line) {
      const after = point();
      if (
        after === undefined ||
        known === undefined ||
        !(await store.appendToDraft({ line: asText(line), after }))
      )
        throw new Overtaken();
      known = { ...known, count: known.count + 1, lines: [...known.lines, line] };
    },
    // What begins next takes its place.
    setAside: async () => `draft_copies ${await store.copyDraft({ now: Date.now() })}`,
    async alone(work) {
      for (let left = mostOvertaken; ; left -= 1) {
        try {
          return await work();
        } catch (error) {
          if (left === 0 || !(error instanceof Overtaken)) throw error;
        }
      }
    },
  };
}

/** What is known of the draft here. */
interface KnownDraft {
  /** Of its point. */
  readonly id: string;
  /** How many lines its row says that there are. */
  readonly count: number;
  /** As they are stored, whatever that is. */
  readonly head: unknown;
  readonly lines: readonly unknown[];
}

function nameOf(line: number): string {
  return line === 0 ? 'the head in the table "drafts"' : `line ${line} in the table "draft_lines"`;
}

/** Another server has written meanwhile. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';

  constructor() {
    super('Cannot write to the draft: other servers do so all the time');
  }
}

/** More than any number of servers that people edit through at once can be ahead. */
const mostOvertaken = 200;

function asText(line: DraftLine): string {
  return JSON.stringify(line);
}
