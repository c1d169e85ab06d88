/** The same as `slipway backup`: `npm run backup`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { backupCommand } from './commands/commands.ts';

await runAsProcess(backupCommand);
