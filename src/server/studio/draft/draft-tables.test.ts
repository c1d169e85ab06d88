import { DatabaseSync } from 'node:sqlite';
import { serverSettings } from '../../platform/config/settings.ts';
import { getDatabasePath } from '../../store/sqlite/database.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import { describeDraftTables } from '../testing/draft-tables-suite.ts';

describeDraftTables('SQLite', {
  open: (dataFolder) => openSqliteStore({ dataFolder, settings: serverSettings, whenAbsent: 'make' }),
  async run(dataFolder, statement) {
    const db = new DatabaseSync(getDatabasePath(dataFolder));
    try {
      return db
        .prepare(statement)
        .all()
        .map((row) => ({ ...row }));
    } finally {
      db.close();
    }
  },
});
