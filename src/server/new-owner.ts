/** The same as `slipway new-owner`: `npm run new-owner`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { newOwnerCommand } from './commands/commands.ts';

await runAsProcess(newOwnerCommand);
