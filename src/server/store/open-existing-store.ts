import type { ServerSettings } from '../platform/config/settings.ts';
import { openExistingSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens an existing store that a running server may be using. Neither creates nor migrates a database.
 * Returns undefined if there is none yet.
 * @throws StoreError if another version wrote it, or it cannot be reached
 */
export async function openExistingStore({
  dataFolder,
  databaseUrl: url,
  settings,
}: {
  readonly dataFolder: string;
  /** A PostgreSQL database instead of the one in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly settings: ServerSettings;
}): Promise<Store | undefined> {
  if (url === undefined) return openExistingSqliteStore({ dataFolder, settings });
  // Imported only if needed: SQLite installations do not load the PostgreSQL client.
  const { openExistingPostgresStore: openPostgresStoreBeside } = await import('./postgres/postgres-store.ts');
  return openPostgresStoreBeside({ url, settings });
}
