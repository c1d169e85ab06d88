import type { VersionSummary } from '../../../api/versions.ts';
import type { Log } from '../../platform/log/log.ts';
import type { StoredVersion } from '../../store/records/version-entry.ts';
import type { Store } from '../../store/store.ts';
import { isDamagedRow } from '../../store/store-error.ts';
import { type CompileDocuments, compileVersion } from './compile-version.ts';
import type { CompiledForm } from './compiled-form.ts';

/** The versions that are no longer live, but valid for the open pages of visitors. */
export interface ReplacedVersions {
  /** Adds a version that was live until `replacedAt`. */
  readonly add: (version: ReplacedVersion) => void;
  /** Removes a version from the memory, because it is live again. */
  readonly remove: (hash: string) => void;
  /**
   * Finds a version by its hash, in memory or in the store. Undefined if there is none, if it is no longer
   * valid, if it is damaged, or if this release compiles another form, or none, from it.
   */
  readonly find: (hash: string) => Promise<CompiledForm | undefined>;
  /** Returns the number of any form that was ever added or found; undefined for other forms. */
  readonly findNumber: (form: CompiledForm) => number | undefined;
}

/** A version that was replaced at `replacedAt`, in milliseconds since 1970. */
export interface ReplacedVersion {
  readonly ready: CompiledForm;
  readonly summary: VersionSummary;
  readonly replacedAt: number;
}

export interface ReplacedVersionsOptions {
  readonly store: Pick<Store, 'versionByHash'>;
  /** Milliseconds for which a version stays valid after it was replaced. */
  readonly retainedMs: number;
  /** The most replaced versions in memory, by default 24; others are read and compiled again on use. */
  readonly mostKnown?: number;
  readonly now: () => number;
  readonly log: Log;
  /** Compiles documents in another thread, so that no visitor waits; undefined if they do not compile. */
  readonly compileInThread: CompileDocuments;
}

export function createReplacedVersions(options: ReplacedVersionsOptions): ReplacedVersions {
  const { store, retainedMs, now, log, compileInThread } = options;
  const known = createVersionCache(options);
  const pendingByHash = new Map<string, Promise<CompiledForm | undefined>>();
  /**
   * Hashes of versions that this release cannot use: they are damaged, or compile to another form or none.
   * Each with the time until which it is not read again.
   */
  const unusableHashes = new Map<string, number>();

  /** Returns the result of `findStored`, shared by concurrent calls with the same hash. */
  function findShared(hash: string): Promise<CompiledForm | undefined> {
    const found = pendingByHash.get(hash) ?? findStored(hash).finally(() => pendingByHash.delete(hash));
    pendingByHash.set(hash, found);
    return found;
  }

  /** Reads, compiles and caches the version with a hash. One that cannot be used is not read again. */
  async function findStored(hash: string): Promise<CompiledForm | undefined> {
    if (now() < (unusableHashes.get(hash) ?? 0)) return undefined;
    const version = await readVersion(hash);
    if (version === undefined) return undefined;
    // It is already live on another instance, and will be here soon.
    const replacedAt = version.state === 'live' ? now() : version.replacedAt;
    if (replacedAt === undefined || now() - replacedAt > retainedMs) return undefined;
    const { ready, retryAt = Number.POSITIVE_INFINITY } = await compileVersion(
      version,
      compileInThread,
      options,
    );
    if (ready?.form.hash === hash) return known.add({ ready, summary: version, replacedAt });
    unusableHashes.set(hash, retryAt);
    return undefined;
  }

  /**
   * Reads a version; undefined if it does not exist. Undefined also if its row is damaged: that is logged,
   * and the hash is never read again.
   */
  async function readVersion(hash: string): Promise<StoredVersion | undefined> {
    try {
      return await store.versionByHash(hash);
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error('version-damaged', error, { reason: (error as Error).message });
      unusableHashes.set(hash, Number.POSITIVE_INFINITY);
      return undefined;
    }
  }

  return {
    add: (version) => void known.add(version),
    remove: (hash) => void known.remove(hash),
    find: async (hash) => known.find(hash) ?? (hashShape.test(hash) ? findShared(hash) : undefined),
    findNumber: known.findNumber,
  };
}

const hashShape = /^[\da-f]{64}$/;

/**
 * Creates a cache of the `mostKnown` last used replaced versions that are still valid, by hash. It is bounded
 * because each takes a megabyte, and there may be a hundred per day.
 */
function createVersionCache({
  retainedMs,
  mostKnown = 24,
  now,
}: Pick<ReplacedVersionsOptions, 'retainedMs' | 'mostKnown' | 'now'>) {
  const versions = new Map<string, ReplacedVersion>();
  const numbers = new WeakMap<CompiledForm, number>();
  return {
    /**
     * Adds or replaces a version, and returns its form. Removes versions that are no longer valid, and the
     * least recently used one if there are too many.
     */
    add(version: ReplacedVersion): CompiledForm {
      for (const [hash, { replacedAt }] of versions)
        if (now() - replacedAt > retainedMs) versions.delete(hash);
      versions.delete(version.ready.form.hash);
      versions.set(version.ready.form.hash, version);
      if (versions.size > mostKnown) versions.delete(versions.keys().next().value ?? '');
      numbers.set(version.ready, version.summary.number);
      return version.ready;
    },
    /** Returns the form of a version and marks it as used; undefined if it is absent or no longer valid. */
    find(hash: string): CompiledForm | undefined {
      const version = versions.get(hash);
      if (version === undefined || now() - version.replacedAt > retainedMs) return undefined;
      versions.delete(hash);
      versions.set(hash, version);
      return version.ready;
    },
    remove: (hash: string) => versions.delete(hash),
    /** Returns the number of any form that was ever added, also if it was removed since. */
    findNumber: (form: CompiledForm) => numbers.get(form),
  };
}
