import { serverSettings } from '../../platform/config/settings.ts';
import { describeStore } from '../testing/store-suite.ts';
import { describeVersions } from '../testing/version-suite.ts';
import { openPostgresStore } from './postgres-store.ts';
import { getFolderDatabase } from './testing/temporary-database.ts';

// The other suites, and what only PostgreSQL does, are in postgres-store.long.postgres.test.ts.
const open = async (folder: string) =>
  openPostgresStore({ url: await getFolderDatabase(folder), settings: serverSettings });

describeStore('openPostgresStore', open);
describeVersions('openPostgresStore', open);
