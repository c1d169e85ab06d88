/** The same as `slipway photos`: `npm run photos`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { photosCommand } from './commands/commands.ts';

await runAsProcess(photosCommand);
