import { setTimeout as wait } from 'node:timers/promises';
import type { SharedFileSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SharedFile } from '../../store/calls/shared-file-calls.ts';
import type { SharedCalls } from '../../store/store.ts';
import { type ServedSharedFile, toServedFile } from './found-file.ts';

/**
 * Immutable files that pages load, served by every server of a database. While two releases run side by side,
 * a browser may request the scripts of one release from a server of the other, also for a while after the
 * last server of a release has stopped.
 */
export interface SharedFiles {
  /**
   * Shares a file; resolves as soon as other servers can serve it, or after a timeout. Never rejects: a
   * failure is logged.
   */
  readonly share: (file: SharedFile) => Promise<void>;
  /**
   * Returns a shared file by its exact address, the same object as long as it is cached; undefined if it is
   * not shared, or of a type that pages do not load. Rejects if the store fails.
   */
  readonly find: (address: string) => Promise<ServedSharedFile | undefined>;
  /**
   * Shares all files of the sources now and at an interval, until `stop`; resolves after the first attempt,
   * even if it failed.
   */
  readonly begin: (sources: readonly FileSource[]) => Promise<void>;
  /** Shares new files now instead of at the next interval. */
  readonly shareNew: () => void;
  /** Ends the interval. Shared files stay shared. */
  readonly stop: () => void;
}

/** Returns the files that a server's pages name now: by address, a function that reads the file. */
export type FileSource = () => ReadonlyMap<string, () => Uint8Array | Promise<Uint8Array>>;

export interface SharedFilesOptions {
  readonly store: Pick<SharedCalls, 'reportNeededFiles' | 'shareFile' | 'sharedFile'>;
  readonly settings: SharedFileSettings;
  readonly log: Log;
}

/** Shares nothing, for a server that does not share its database. */
export const noSharedFiles: SharedFiles = {
  share: async () => undefined,
  find: async () => undefined,
  begin: async () => undefined,
  shareNew: () => undefined,
  stop: () => undefined,
};

/**
 * Creates shared files that are exchanged through the store, because servers need not be able to reach each
 * other.
 */
export function openSharedFiles({ store, settings, log }: SharedFilesOptions): SharedFiles {
  const { everyMs, retryMs, patienceMs, cacheBytes } = settings;
  const cache = createFileCache(cacheBytes);
  const pendingReads = new Map<string, Promise<ServedSharedFile | undefined>>();
  let sources: readonly FileSource[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /** Shares those files of the sources that the store does not have yet. Rejects at the first failure. */
  async function shareAll(): Promise<void> {
    const files = new Map(sources.flatMap((source) => [...source()]));
    const missing = await store.reportNeededFiles([...files.keys()]);
    for (const address of missing) {
      const content = await files.get(address)?.();
      if (content) await store.shareFile({ address, content });
    }
    if (missing.length > 0) log.info('files-shared', { count: missing.length });
  }

  /** Calls `shareAll` and returns true. If that fails, logs the error and returns false. */
  async function tryShareAll(): Promise<boolean> {
    try {
      await shareAll();
      return true;
    } catch (error) {
      if (!isStopped) log.error('files-not-shared', error);
      return false;
    }
  }

  /**
   * Shares all files, and again after an interval, which is shorter after a failure. Resolves after the first
   * attempt.
   */
  async function shareRepeatedly(): Promise<void> {
    clearTimeout(timer);
    const isDone = await tryShareAll();
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(shareRepeatedly, isDone ? everyMs : retryMs).unref();
  }

  /**
   * Reads a file from the store, and caches and returns it; undefined if it is not shared, or of a type that
   * pages do not load.
   */
  async function readFromStore(address: string): Promise<ServedSharedFile | undefined> {
    const content = await store.sharedFile(address);
    const file = content && toServedFile(address, content);
    return file && cache.add(address, file, content.length);
  }

  /** Returns the result of `readFromStore`, which is called once for all concurrent requests of a file. */
  function readOnce(address: string): Promise<ServedSharedFile | undefined> {
    const found =
      pendingReads.get(address) ?? readFromStore(address).finally(() => pendingReads.delete(address));
    pendingReads.set(address, found);
    return found;
  }

  return {
    async share(file) {
      const shared = store.shareFile(file).catch((error) => log.error('files-not-shared', error));
      await Promise.race([shared, wait(patienceMs, undefined, { ref: false })]);
    },
    find: async (address) => cache.find(address) ?? readOnce(address),
    begin(own) {
      sources = own;
      return shareRepeatedly();
    },
    shareNew: () => void shareRepeatedly(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Creates a cache. If its files have more than `mostBytes` in total, those that were added first are removed.
 */
function createFileCache(mostBytes: number) {
  const files = new Map<string, { readonly file: ServedSharedFile; readonly bytes: number }>();
  let cachedBytes = 0;

  /** Removes the files that were added first, until at most `mostBytes` are cached. */
  function removeOldestFiles(): void {
    for (const [address, { bytes }] of files) {
      if (cachedBytes <= mostBytes) return;
      files.delete(address);
      cachedBytes -= bytes;
    }
  }

  return {
    /** Returns a cached file; undefined if it is not cached. */
    find: (address: string) => files.get(address)?.file,
    /** Adds a file with its size in bytes, and returns the file. */
    add(address: string, file: ServedSharedFile, bytes: number): ServedSharedFile {
      files.set(address, { file, bytes });
      cachedBytes += bytes;
      removeOldestFiles();
      return file;
    },
  };
}
