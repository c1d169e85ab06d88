import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Documents } from '#engine';
import type { Consequence, FirstConsequences } from '#engine/compare/index.ts';
import { memoizeByObject } from '#engine/model/memoize.ts';
import type { ComparisonView, ConsequenceView } from '../../api/consequences.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import type { LiveContent } from '../forms/content/content-documents.ts';
import type { DraftCalls } from './start-draft-thread.ts';

/** Compares versions, each with its content. */
export interface ComparisonService {
  /**
   * Compiles two versions in the background, so that their comparison starts at once. While it does, only the
   * latest call is remembered. Failures are ignored: the comparison itself reports them.
   */
  readonly prepare: (versions: DocumentPair) => void;
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
   * Does the same for what is found within `firstAnswerMs`. `isPartial` is true if that may not be all; the
   * other function then returns the rest.
   */
  readonly describeFirstConsequences: (
    versions: DocumentPair & { readonly locale: string; readonly known?: readonly Consequence[] | undefined },
  ) => Promise<FirstConsequencesView | undefined>;
  /**
   * Compares the versions in the situation of a preview, without a cache. Returns `not-compared` if one of
   * them does not compile or does not have the situation.
   */
  readonly compareInPreview: (
    versions: DocumentPair & { readonly query: PreviewQuery; readonly locale: string; readonly now: number },
  ) => Promise<ComparisonView>;
}

export interface FirstConsequencesView {
  readonly consequences: readonly ConsequenceView[];
  readonly isPartial: boolean;
}

export interface DocumentPair {
  readonly before: Documents;
  readonly after: Documents;
}

/** The time for a first answer, in milliseconds, so that with compiling and describing it takes less than 1.5 seconds. */
const firstAnswerMs = 800;

/** The time after which a first answer is sent without any consequence, if the thread is still busy. */
const longestFirstAnswerMs = 1_400;

/** The maximum number of cached comparisons. The least recently used ones are dropped. */
const maxCached = 60;

/** Creates a service on its own thread (`calls`), so that neither a preview nor a check waits for it. */
export function createComparisonService({
  calls,
  live,
  delay = (ms) => wait(ms, undefined, { ref: false }),
}: {
  readonly calls: Pick<
    DraftCalls,
    'prepareVersions' | 'consequences' | 'firstConsequences' | 'saidConsequences' | 'compared'
  >;
  readonly live: () => LiveContent;
  /** Resolves after some milliseconds. */
  readonly delay?: (ms: number) => Promise<unknown>;
}): ComparisonService {
  let known = new Map<string, ReturnType<ComparisonService['consequences']>>();
  let cachedContent: LiveContent | undefined;

  /** Returns the cache for the current content. New content empties it. */
  function getCache(): typeof known {
    const now = live();
    if (now !== cachedContent) known = new Map();
    cachedContent = now;
    return known;
  }

  /** Adds an answer to the cache as the newest one. Failures are not cached. */
  function cacheAnswer(key: string, answer: ReturnType<ComparisonService['consequences']>): void {
    const cached = getCache();
    cached.delete(key);
    cached.set(key, answer);
    for (const old of [...cached.keys()].slice(0, -maxCached)) cached.delete(old);
    // Failed comparisons are repeated at the next call.
    answer.catch(() => cached.delete(key));
  }

  const getKey = ({ before, after }: DocumentPair) => `${computeDigest(before)} ${computeDigest(after)}`;

  /** Returns cached consequences, or computes them. */
  function getConsequences({ before, after }: DocumentPair): ReturnType<ComparisonService['consequences']> {
    const key = getKey({ before, after });
    const answer = getCache().get(key) ?? calls.consequences({ before, after, live: live() });
    cacheAnswer(key, answer);
    return answer;
  }

  /** Returns cached consequences, or those that are found in time. Undefined if a version does not compile. */
  async function getFirstConsequences({
    before,
    after,
  }: DocumentPair): Promise<FirstConsequences | undefined> {
    const key = getKey({ before, after });
    const cached = getCache().get(key);
    if (cached) {
      const consequences = await cached;
      return consequences && { consequences, isPartial: false };
    }
    const first = await calls.firstConsequences({ before, after, live: live(), ms: firstAnswerMs });
    if (first && !first.isPartial) cacheAnswer(key, Promise.resolve(first.consequences));
    return first;
  }

  /** Describes consequences in sentences. Undefined if a version does not compile. */
  const describe = (
    { before, after, locale }: DocumentPair & { readonly locale: string },
    consequences: readonly Consequence[],
  ) => calls.saidConsequences({ before, after, live: live(), consequences, locale });

  let isPreparing = false;
  let nextPrepared: DocumentPair | undefined;

  /** Compiles the latest versions of `prepare`, and those that it was called with meanwhile. */
  async function prepareLatest(): Promise<void> {
    for (let pair = nextPrepared; pair !== undefined; pair = nextPrepared) {
      nextPrepared = undefined;
      await calls.prepareVersions({ versions: [pair.before, pair.after] });
    }
  }

  return {
    prepare(pair) {
      nextPrepared = pair;
      if (isPreparing) return;
      isPreparing = true;
      prepareLatest()
        .catch(() => undefined)
        .finally(() => {
          isPreparing = false;
        });
    },
    consequences: getConsequences,
    async describeConsequences({ known: stored, ...versions }) {
      const all = stored ?? (await getConsequences(versions));
      return all && describe(versions, all);
    },
    async describeFirstConsequences({ known: stored, ...versions }) {
      const findFirst = async () => {
        const first = stored
          ? { consequences: stored, isPartial: false }
          : await getFirstConsequences(versions);
        const consequences = first && (await describe(versions, first.consequences));
        return consequences && { consequences, isPartial: first.isPartial };
      };
      // What is not found in time is cached, so that the next request gets it.
      const none = delay(longestFirstAnswerMs).then(() => ({ consequences: [], isPartial: true }));
      return Promise.race([findFirst(), none]);
    },
    compareInPreview: (asked) => calls.compared({ ...asked, live: live() }),
  };
}

/** Returns the SHA-256 of documents in hex, computed once for each object. */
const computeDigest = memoizeByObject((documents: Documents): string =>
  createHash('sha256').update(JSON.stringify(documents)).digest('hex'),
);
