import { setTimeout as wait } from 'node:timers/promises';
import type { SharedFileSettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { SharedFile } from '../store/shared-file-calls.ts';
import type { Store } from '../store/store.ts';
import { type FoundFile, foundFile } from './found-file.ts';

/**
 * What pages name and what never changes at its address, given by each server of a database in another's place: while two releases serve
 * side by side a page of the one asks the other for its scripts, and for a while after the last server of a release has gone.
 */
export interface SharedFiles {
  /** Has the others give a file as well; resolves as soon as they can, or once that takes too long. Never rejects. */
  readonly share: (file: SharedFile) => Promise<void>;
  /** What a server has shared at exactly this address; the same object as long as it is kept here. */
  readonly find: (address: string) => Promise<FoundFile | undefined>;
  /** Shares what the sources have, now and every so often; resolves after the first time, however that went. */
  readonly begin: (sources: readonly FileSource[]) => Promise<void>;
  /** Shares what the sources have come to have. */
  readonly look: () => void;
  readonly stop: () => void;
}

/** The files of a server that its pages name by now, each with how it is read. */
export type FileSource = () => ReadonlyMap<string, () => Uint8Array | Promise<Uint8Array>>;

/** What files are shared by. */
export interface SharingOptions {
  readonly store: Pick<Store, 'needFiles' | 'shareFile' | 'sharedFile'>;
  readonly settings: SharedFileSettings;
  readonly log: Log;
}

/** Of a server that has its database to itself. */
export const unshared: SharedFiles = {
  share: async () => undefined,
  find: async () => undefined,
  begin: async () => undefined,
  look: () => undefined,
  stop: () => undefined,
};

/** Shares files by the store, since servers need not reach each other. */
export function openSharedFiles({ store, settings, log }: SharingOptions): SharedFiles {
  const { everyMs, retryMs, patienceMs, cacheBytes } = settings;
  const kept = keptFiles(cacheBytes);
  const underWay = new Map<string, Promise<FoundFile | undefined>>();
  let sources: readonly FileSource[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function shareAll(): Promise<void> {
    const files = new Map(sources.flatMap((source) => [...source()]));
    const missing = await store.needFiles([...files.keys()]);
    for (const address of missing) {
      const content = await files.get(address)?.();
      if (content) await store.shareFile({ address, content });
    }
    if (missing.length > 0) log.info('files-shared', { count: missing.length });
  }

  /** Gives whether all of it is there. */
  async function tryAll(): Promise<boolean> {
    try {
      await shareAll();
      return true;
    } catch (error) {
      if (!isStopped) log.error('files-not-shared', error);
      return false;
    }
  }

  async function goOn(): Promise<void> {
    clearTimeout(timer);
    const isDone = await tryAll();
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(goOn, isDone ? everyMs : retryMs).unref();
  }

  async function lookFor(address: string): Promise<FoundFile | undefined> {
    const content = await store.sharedFile(address);
    const file = content && foundFile(address, content);
    return file && kept.keep(address, file, content.length);
  }

  /** Many ask at once for the script of a page: it is read once. */
  function finding(address: string): Promise<FoundFile | undefined> {
    const found = underWay.get(address) ?? lookFor(address).finally(() => underWay.delete(address));
    underWay.set(address, found);
    return found;
  }

  return {
    async share(file) {
      const shared = store.shareFile(file).catch((error) => log.error('files-not-shared', error));
      await Promise.race([shared, wait(patienceMs, undefined, { ref: false })]);
    },
    find: async (address) => kept.find(address) ?? finding(address),
    begin(own) {
      sources = own;
      return goOn();
    },
    look: () => void goOn(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The files that were asked for last, so many bytes of them at most. */
function keptFiles(mostBytes: number) {
  const files = new Map<string, { readonly file: FoundFile; readonly bytes: number }>();
  let kept = 0;

  function makeRoom(): void {
    for (const [address, { bytes }] of files) {
      if (kept <= mostBytes) return;
      files.delete(address);
      kept -= bytes;
    }
  }

  return {
    find: (address: string) => files.get(address)?.file,
    keep(address: string, file: FoundFile, bytes: number): FoundFile {
      files.set(address, { file, bytes });
      kept += bytes;
      makeRoom();
      return file;
    },
  };
}
