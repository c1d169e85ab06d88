import type { ServerSettings } from '../config/settings.ts';
import { openSqliteStoreBeside } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens an existing store that a running server may be using. Neither creates nor migrates a database.
 * Returns undefined if there is none yet.
 * @throws StoreError if another version wrote it, or it cannot be reached
 */
export async function openStoreBeside({
  dataFolder,
  databaseUrl: url,
  settings,
}: {
  readonly dataFolder: string;
  /** A PostgreSQL database instead of the one in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly settings: ServerSettings;
}): Promise<Store | undefined> {
  if (url === undefined) return openSqliteStoreBeside({ dataFolder, settings });
  // Imported only if needed: SQLite installations do not load the PostgreSQL client.
  const { openPostgresStoreBeside } = await import('./postgres/postgres-store.ts');
  return openPostgresStoreBeside({ url, settings });
}
