import { serverSettings } from '../../platform/config/settings.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { getFolderDatabase, runStatements } from '../../store/postgres/testing/temporary-database.ts';
import { describeDraftTables } from '../testing/draft-tables-suite.ts';

describeDraftTables('PostgreSQL', {
  open: async (folder) =>
    openPostgresStore({ url: await getFolderDatabase(folder), settings: serverSettings }),
  run: async (folder, statement) => runStatements(await getFolderDatabase(folder), statement),
});
