/** The same as `slipway migrate-data`: `npm run migrate-data`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { migrateDataCommand } from './commands/commands.ts';

await runAsProcess(migrateDataCommand);
