import { CommandFailure } from '../../command/io.ts';
import { findContentFolder, findDefaultDocuments } from '../forms/content/shipped-content.ts';
import { BucketError } from '../platform/bucket/bucket-error.ts';
import { type Environment, readFolders, StartError } from '../platform/config/config.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { openExistingStore } from '../store/open-existing-store.ts';
import type { Store } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';

/** The stored data of a server, which may be running. */
export interface StoredData {
  /** Undefined if there is no database yet. */
  readonly store: Store | undefined;
  readonly dataFolder: string;
  readonly contentFolder: string;
}

/**
 * Opens the stored data that the environment names, calls `work` with it, and closes it.
 * @throws CommandFailure if the data cannot be used, for a reason that a person can remedy.
 */
export function withStoredData(env: Environment, work: (stored: StoredData) => Promise<void>): Promise<void> {
  return withCommandFailures(async () => {
    const { dataFolder, databaseUrl, ...folders } = readFolders(env);
    const schemasFolder = folders.schemasFolder ?? findDefaultDocuments(process.cwd()) ?? '';
    const contentFolder = findContentFolder(folders.contentFolder, schemasFolder);
    const store = await openExistingStore({ dataFolder, databaseUrl, settings: serverSettings });
    try {
      await work({ store, dataFolder, contentFolder });
    } finally {
      await store?.close();
    }
  });
}

/**
 * Runs work.
 * @throws CommandFailure instead of the errors of settings, store and bucket that a person can remedy.
 */
export async function withCommandFailures(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StartError || error instanceof StoreError || error instanceof BucketError)
      throw new CommandFailure(error.message, { cause: error });
    throw error;
  }
}

/**
 * Returns the store.
 * @param action Completes "Cannot ..." before the name of the folder.
 * @throws CommandFailure if there is no database yet.
 */
export function requireStore({ store, dataFolder }: StoredData, action: string): Store {
  if (store !== undefined) return store;
  throw new CommandFailure(`Cannot ${action} "${dataFolder}": no server has been started with it`);
}
