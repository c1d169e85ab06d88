import { serverSettings } from '../../platform/config/settings.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { createTemporaryFolder } from '../../store/testing/temporary-folder.ts';
import { describeInstallations } from '../testing/installations-suite.ts';

describeInstallations('SQLite', async () =>
  openSqliteStore({ dataFolder: createTemporaryFolder(), settings: serverSettings, whenAbsent: 'make' }),
);
