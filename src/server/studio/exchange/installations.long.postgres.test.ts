import { serverSettings } from '../../platform/config/settings.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { createTemporaryDatabase } from '../../store/postgres/testing/temporary-database.ts';
import { describeInstallations } from '../testing/installations-suite.ts';

describeInstallations('PostgreSQL', async () =>
  openPostgresStore({ url: await createTemporaryDatabase(), settings: serverSettings }),
);
