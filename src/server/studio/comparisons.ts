import { createHash } from 'node:crypto';
import type { Documents } from '#engine';
import type { Consequence } from '#engine/consequences/index.ts';
import type { PreviewQuery } from '../../studio/protocol.ts';
import type { ComparedView, ConsequenceView } from '../../studio/protocol-consequences.ts';
import type { Content } from '../content/content.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/** Compares versions in all situations, with the current content. Results are cached. */
export interface Comparisons {
  /** Returns what changes for visitors. Undefined if one version does not compile. */
  readonly consequences: (versions: TwoDocuments) => Promise<readonly Consequence[] | undefined>;
  /** Returns the consequences in sentences. `known` saves their computation. */
  readonly told: (
    versions: TwoDocuments & { readonly locale: string; readonly known?: readonly Consequence[] | undefined },
  ) => Promise<readonly ConsequenceView[] | undefined>;
  /** Returns the differences in the situation of a preview. */
  readonly compared: (
    versions: TwoDocuments & { readonly query: PreviewQuery; readonly locale: string; readonly now: number },
  ) => Promise<ComparedView>;
}

export interface TwoDocuments {
  readonly before: Documents;
  readonly after: Documents;
}

/** The maximum number of cached comparisons. The least recently used ones are dropped. */
const mostKept = 60;

/** Creates comparisons in a separate thread, so that neither a preview nor a check waits for them. */
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
    // Failed comparisons are repeated at the next call.
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
