import { createHash } from 'node:crypto';
import type { Documents } from '#engine';
import type { Consequence } from '#engine/compare/index.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { ComparisonView, ConsequenceView } from '../../api/consequences.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import type { LiveContent } from '../forms/content/content-documents.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/** Compares versions, each with its content. */
export interface ComparisonService {
  /** Returns what changes for visitors, cached. Undefined if a version does not compile. */
  readonly consequences: (versions: DocumentPair) => Promise<readonly Consequence[] | undefined>;
  /**
   * Describes consequences in sentences: those in `known`, or else computed ones. Undefined if a version does
   * not compile.
   */
  readonly describeConsequences: (
    versions: DocumentPair & { readonly locale: string; readonly known?: readonly Consequence[] | undefined },
  ) => Promise<readonly ConsequenceView[] | undefined>;
  /**
   * Compares the versions in the situation of a preview, without a cache. Returns `not-compared` if one of
   * them does not compile or does not have the situation.
   */
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

/** Creates a service on its own thread (`calls`), so that neither a preview nor a check waits for it. */
export function createComparisonService({
  calls,
  live,
}: {
  readonly calls: Pick<DraftCalls, 'consequences' | 'saidConsequences' | 'compared'>;
  readonly live: () => LiveContent;
}): ComparisonService {
  let known = new Map<string, ReturnType<ComparisonService['consequences']>>();
  let cachedContent: LiveContent | undefined;

  /**
   * Returns cached consequences, or computes them. New content empties the cache. Failures are not cached.
   */
  function getConsequences({ before, after }: DocumentPair): ReturnType<ComparisonService['consequences']> {
    const now = live();
    if (now !== cachedContent) known = new Map();
    cachedContent = now;
    const cached = known;
    const key = `${computeDigest(before)} ${computeDigest(after)}`;
    const answer = cached.get(key) ?? calls.consequences({ before, after, live: now });
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
      return all && calls.saidConsequences({ before, after, live: live(), consequences: all, locale });
    },
    compareInPreview: (asked) => calls.compared({ ...asked, live: live() }),
  };
}

/** Returns the SHA-256 of documents in hex, computed once for each object. */
const computeDigest = memoizeByObject((documents: Documents): string =>
  createHash('sha256').update(JSON.stringify(documents)).digest('hex'),
);
