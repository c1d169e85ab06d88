import { serverSettings } from '../../config/settings.ts';
import { describeStore } from '../testing/store-suite.ts';
import { openPostgresStore } from './postgres-store.ts';
import { databaseFor } from './testing/temporary-database.ts';

const open = async (folder: string) =>
  openPostgresStore({ url: await databaseFor(folder), settings: serverSettings });

describeStore('openPostgresStore', open);
