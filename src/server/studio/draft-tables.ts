import { randomUUID } from 'node:crypto';
import type { DraftPoint } from '../store/draft-calls.ts';
import type { Store } from '../store/store.ts';
import { type DraftHead, type DraftLine, type DraftPlace, draftOfLines } from './draft-place.ts';

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
    return known && { id: known.id, lines: known.lines.length };
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
        const { id, head, further } = text;
        // Written below.
        const lines = further.map((line) => JSON.parse(line) as DraftLine);
        known =
          known === undefined || head !== undefined
            ? { id, head: JSON.parse(String(head)) as DraftHead, lines }
            : { ...known, lines: [...known.lines, ...lines] };
      }
      return known && draftOfLines(known.head, known.lines);
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
      known = { id, head, lines: changes };
    },
    async append(line) {
      const after = point();
      if (
        after === undefined ||
        known === undefined ||
        !(await store.appendToDraft({ line: asText(line), after }))
      )
        throw new Overtaken();
      known = { ...known, lines: [...known.lines, line] };
    },
    copy: async () => `draft_copies ${await store.copyDraft({ now: Date.now() })}`,
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
  readonly head: DraftHead;
  readonly lines: readonly DraftLine[];
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
