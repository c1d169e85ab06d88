/** Runs the command line of this process with all commands: `node src/cli/run.ts check`. */
import { runCommandLine } from './run-commands.ts';

await runCommandLine(async () => (await import('./commands/index.ts')).allCommands);
