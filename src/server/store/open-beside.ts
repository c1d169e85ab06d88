import type { ServerSettings } from '../config/settings.ts';
import { openSqliteStoreBeside } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * The store beside a server that may be using it: never made, never migrated. Absent where there is none yet.
 * @throws StoreError where another version wrote it, or it cannot be reached.
 */
export async function openStoreBeside({
  dataFolder,
  databaseUrl: url,
  settings,
}: {
  readonly dataFolder: string;
  /** A PostgreSQL database in place of the one in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly settings: ServerSettings;
}): Promise<Store | undefined> {
  if (url === undefined) return openSqliteStoreBeside({ dataFolder, settings });
  // Loaded only where it is asked for.
  const { openPostgresStoreBeside } = await import('./postgres/postgres-store.ts');
  return openPostgresStoreBeside({ url, settings });
}
