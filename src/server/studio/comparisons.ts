import { createHash } from 'node:crypto';
import type { Documents } from '#engine';
import type { Consequence } from '#engine/consequences/index.ts';
import type { PreviewQuery } from '../../studio/protocol.ts';
import type { ComparedView, ConsequenceView } from '../../studio/protocol-consequences.ts';
import type { Content } from '../content/content.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/** Compares versions over all their situations and the content that there is; what was compared once is answered at once. */
export interface Comparisons {
  /** What changes for visitors; undefined where one of them is no form. */
  readonly consequences: (versions: TwoDocuments) => Promise<readonly Consequence[] | undefined>;
  /** The same in sentences; those that are known already are not computed anew. */
  readonly told: (
    versions: TwoDocuments & { readonly locale: string; readonly known?: readonly Consequence[] | undefined },
  ) => Promise<readonly ConsequenceView[] | undefined>;
  /** What is different in the situation of a preview. */
  readonly compared: (
    versions: TwoDocuments & { readonly query: PreviewQuery; readonly locale: string; readonly now: number },
  ) => Promise<ComparedView>;
}

/** The documents of two versions. */
export interface TwoDocuments {
  readonly before: Documents;
  readonly after: Documents;
}

/** More comparisons are not remembered: those that were asked for least lately are computed again. */
const mostKept = 60;

/** Comparisons by a thread of their own, so that neither a preview nor a proof waits for one. */
export function createComparisons({
  calls,
  content,
}: {
  readonly calls: Pick<DraftCalls, 'consequences' | 'saidConsequences' | 'compared'>;
  readonly content: () => Content;
}): Comparisons {
  let known = new Map<string, ReturnType<Comparisons['consequences']>>();
  let ofContent: Content | undefined;

  function consequences({ before, after }: TwoDocuments): ReturnType<Comparisons['consequences']> {
    const now = content();
    if (now !== ofContent) known = new Map();
    ofContent = now;
    const answers = known;
    const key = `${digestOf(before)} ${digestOf(after)}`;
    const answer = answers.get(key) ?? calls.consequences({ before, after, content: now });
    answers.delete(key);
    answers.set(key, answer);
    for (const old of [...answers.keys()].slice(0, -mostKept)) answers.delete(old);
    // What failed is tried again.
    answer.catch(() => answers.delete(key));
    return answer;
  }

  return {
    consequences,
    async told({ before, after, locale, known }) {
      const all = known ?? (await consequences({ before, after }));
      return all && calls.saidConsequences({ before, after, content: content(), consequences: all, locale });
    },
    compared: (asked) => calls.compared({ ...asked, content: content() }),
  };
}

const digests = new WeakMap<Documents, string>();

function digestOf(documents: Documents): string {
  const known =
    digests.get(documents) ?? createHash('sha256').update(JSON.stringify(documents)).digest('hex');
  digests.set(documents, known);
  return known;
}
