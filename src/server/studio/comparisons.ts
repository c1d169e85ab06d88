import { createHash } from 'node:crypto';
import type { Documents } from '#engine';
import type { Consequence } from '#engine/consequences/index.ts';
import { memoizeByObject } from '#engine/memoize.ts';
import type { PreviewQuery } from '../../studio/protocol.ts';
import type { ComparisonView, ConsequenceView } from '../../studio/protocol-consequences.ts';
import type { Content } from '../content/content.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/** Compares versions in all situations, with the current content. Results are cached. */
export interface ComparisonService {
  /** Returns what changes for visitors. Undefined if one version does not compile. */
  readonly consequences: (versions: DocumentPair) => Promise<readonly Consequence[] | undefined>;
  /** Returns the consequences in sentences. They are not computed again if `known` is given. */
  readonly describeConsequences: (
    versions: DocumentPair & { readonly locale: string; readonly known?: readonly Consequence[] | undefined },
  ) => Promise<readonly ConsequenceView[] | undefined>;
  /** Compares the versions in the situation of a preview. */
  readonly compareInPreview: (
    versions: DocumentPair & { readonly query: PreviewQuery; readonly locale: string; readonly now: number },
  ) => Promise<ComparisonView>;
}

export interface DocumentPair {
  readonly before: Documents;
  readonly after: Documents;
}

/** The maximum number of cached comparisons. The least recently used ones are dropped. */
const maxCached = 60;

/**
 * Creates the service. It compares in a separate thread, so that neither a preview nor a check waits for it.
 */
export function createComparisonService({
  calls,
  content,
}: {
  readonly calls: Pick<DraftCalls, 'consequences' | 'saidConsequences' | 'compared'>;
  readonly content: () => Content;
}): ComparisonService {
  let known = new Map<string, ReturnType<ComparisonService['consequences']>>();
  let cachedContent: Content | undefined;

  function getConsequences({ before, after }: DocumentPair): ReturnType<ComparisonService['consequences']> {
    const now = content();
    if (now !== cachedContent) known = new Map();
    cachedContent = now;
    const cached = known;
    const key = `${computeDigest(before)} ${computeDigest(after)}`;
    const answer = cached.get(key) ?? calls.consequences({ before, after, content: now });
    cached.delete(key);
    cached.set(key, answer);
    for (const old of [...cached.keys()].slice(0, -maxCached)) cached.delete(old);
    // Failed comparisons are repeated at the next call.
    answer.catch(() => cached.delete(key));
    return answer;
  }

  return {
    consequences: getConsequences,
    async describeConsequences({ before, after, locale, known }) {
      const all = known ?? (await getConsequences({ before, after }));
      return all && calls.saidConsequences({ before, after, content: content(), consequences: all, locale });
    },
    compareInPreview: (asked) => calls.compared({ ...asked, content: content() }),
  };
}

const computeDigest = memoizeByObject((documents: Documents): string =>
  createHash('sha256').update(JSON.stringify(documents)).digest('hex'),
);
