import type { VersionSummary } from '../../../api/versions.ts';
import type { Log } from '../../platform/log/log.ts';
import type { StoredVersion } from '../../store/records/version-entry.ts';
import type { Store } from '../../store/store.ts';
import { isDamagedRow } from '../../store/store-error.ts';
import { type CompileDocuments, compileVersion } from './compile-version.ts';
import type { CompiledForm, FormVersion } from './compiled-form.ts';
import type { ReplacedVersions } from './replaced-versions.ts';

export interface LiveVersion extends FormVersion {
  readonly version: StoredVersion;
  readonly summary: VersionSummary;
}

/** The live version of this process. Call `set` and `load` one after the other, in the order of a queue. */
export interface LiveVersionHolder {
  /** Returns the live version; undefined if none is loaded yet. */
  readonly get: () => LiveVersion | undefined;
  /**
   * Returns the live version.
   * @throws if none is loaded yet.
   */
  readonly require: () => LiveVersion;
  /** Makes a version the live one and calls the listeners. The version before it stays valid. */
  readonly set: (version: StoredVersion, ready: CompiledForm) => void;
  /** Returns true if `load` would read the version with this number, if it is the live one of the store. */
  readonly isOutdated: (number: number) => boolean;
  /**
   * Makes the live version of the store the current one here, and records its hash. Does nothing if there is
   * none, if it is current already, or if it could not be read or compiled before: a version with a damaged
   * row or documents that do not compile is never tried again, any other after 30 seconds.
   */
  readonly load: (compileDocuments: CompileDocuments) => Promise<void>;
  /** Reads a version; undefined if it does not exist, or if its row is damaged, which is logged. */
  readonly read: (number: number) => Promise<StoredVersion | undefined>;
  /** Calls a listener for each version that becomes live here; returns a function that removes it. */
  readonly onLive: (listener: (version: StoredVersion) => void) => () => void;
}

export interface LiveVersionOptions {
  readonly store: Pick<Store, 'versionPulse' | 'version' | 'recordVersionHash'>;
  readonly now: () => number;
  readonly log: Log;
}

/** Creates the holder, without a version. Versions that it replaces are added to `replaced`. */
export function createLiveVersionHolder(
  options: LiveVersionOptions,
  replaced: Pick<ReplacedVersions, 'add' | 'remove'>,
): LiveVersionHolder {
  const { store, now, log } = options;
  const listeners = new Set<(version: StoredVersion) => void>();
  let live: LiveVersion | undefined;
  /** The live version of the store if it cannot be used here, until it is tried again. */
  let unusable: { readonly number: number; readonly until: number } | undefined;

  function isOutdated(number: number): boolean {
    const isUnusable = number === unusable?.number && now() < unusable.until;
    return number !== live?.summary.number && !isUnusable;
  }

  function set(version: StoredVersion, ready: CompiledForm): void {
    if (live) {
      const { ready: before, summary } = live;
      replaced.add({ ready: before, summary, replacedAt: version.liveAt ?? now() });
    }
    replaced.remove(ready.form.hash);
    const { documents, draft: _draft, consequences: _consequences, byId: _byId, ...summary } = version;
    live = { ready, documents, summary, version };
    for (const listener of listeners) listener(version);
  }

  async function load(compileDocuments: CompileDocuments): Promise<void> {
    const { live: number } = await store.versionPulse();
    if (number === undefined || !isOutdated(number)) return;
    const version = await read(number);
    const compiled = version && (await compileVersion(version, compileDocuments, options));
    if (version === undefined || compiled?.ready === undefined) {
      unusable = { number, until: compiled?.retryAt ?? Number.POSITIVE_INFINITY };
      return;
    }
    await recordHash(version, compiled.ready);
    set(version, compiled.ready);
  }

  async function read(number: number): Promise<StoredVersion | undefined> {
    try {
      return await store.version(number);
    } catch (error) {
      if (!isDamagedRow(error)) throw error;
      log.error('version-damaged', error, { version: number, reason: (error as Error).message });
      return undefined;
    }
  }

  /**
   * Stores the hash of the compiled form if it differs from that of the version: another release compiles a
   * different form from the same documents, and its pages are found by either hash.
   */
  async function recordHash({ number, hash }: VersionSummary, { form }: CompiledForm): Promise<void> {
    if (form.hash !== hash) await store.recordVersionHash({ number, hash: form.hash });
  }

  return {
    get: () => live,
    require() {
      if (live === undefined) throw new Error('Cannot render a form: no version is published yet');
      return live;
    },
    set,
    isOutdated,
    load,
    read,
    onLive(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
