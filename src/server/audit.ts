/** The same as `slipway audit`: `npm run audit`. */
import { runAsProcess } from '../command/run-as-process.ts';
import { auditCommand } from './commands/commands.ts';

await runAsProcess(auditCommand);
