/** The same as `slipway enquiries`: `npm run enquiries`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { enquiriesCommand } from './commands/commands.ts';

await runAsProcess(enquiriesCommand);
