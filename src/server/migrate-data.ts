/** The same as `slipway migrate`: `npm run migrate-data`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { migrateCommand } from './commands/commands.ts';

await runAsProcess(migrateCommand);
