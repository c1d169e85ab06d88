/** The same as `slipway owner`: `npm run new-owner`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { ownerCommand } from './commands/commands.ts';

await runAsProcess(ownerCommand);
