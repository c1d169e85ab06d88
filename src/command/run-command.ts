import type { Command, ExitCode } from './command.ts';
import { formatCommandHelp } from './help.ts';
import { CommandError, type Io } from './io.ts';
import { parseCommandLine } from './parse.ts';

/**
 * Runs a command with the arguments that follow its name, or prints its help. A `CommandError`, which
 * includes invalid arguments, becomes one message on standard error and its exit code; other errors are
 * thrown.
 */
export async function runCommand(command: Command, args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const given = parseCommandLine(command, args);
    if (!given.flag('help')) return await command.run(given, io);
    io.out(formatCommandHelp(command));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    io.err(`${error.message}\n`);
    return error.exitCode;
  }
}
