import { findNearestName } from '#engine/model/nearest.ts';
import type { ExitCode } from './args/command.ts';
import { formatCommandHelp, formatGeneralHelp } from './args/help.ts';
import { parseCommandLine } from './args/parse.ts';
import { commandNames, loadCommand, loadCommands } from './commands/index.ts';
import { CommandError, formatJsonOutput, type Io, UsageError } from './io.ts';

/**
 * Runs `slipway` with the arguments that follow its name. Never throws: an error becomes one line on standard
 * error and exit code 2 or 3. With `--json`, it is also printed as JSON on standard output.
 */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  if (!args.includes('--json')) return runReportingErrors(args, io);
  const messages: string[] = [];
  const code = await runReportingErrors(args, { ...io, err: (text) => messages.push(text) && io.err(text) });
  // With `--json`, errors are reported as JSON too.
  if (code >= 2) io.out(formatJsonOutput({ ok: false, error: messages.join('').trim() }));
  return code;
}

/** Runs a command. If it throws, prints one line on standard error and returns 2 (`UsageError`) or 3. */
async function runReportingErrors(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runNamedCommand(args, io);
  } catch (error) {
    io.err(`${error instanceof CommandError ? error.message : describeUnexpectedError(error)}\n`);
    return error instanceof UsageError ? 2 : 3;
  }
}

/** Returns a line with the error's message that asks to report a bug. */
function describeUnexpectedError(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `Cannot finish: ${reason}; this is a bug in slipway, please report it`;
}

/**
 * Runs the command that the first argument names, or prints help for `help`, `--help`, `-h` or no argument.
 * For an unknown command or invalid arguments, prints the mistake and returns 2. Throws the errors of the
 * command.
 */
async function runNamedCommand([name, ...rest]: readonly string[], io: Io): Promise<ExitCode> {
  const asked = name === 'help' ? rest[0] : name;
  if (asked === undefined || asked === '--help' || asked === '-h') {
    io.out(formatGeneralHelp(await loadCommands()));
    return 0;
  }
  const command = await loadCommand(asked);
  if (command === undefined) return printUsageError(describeUnknownCommand(asked), io);
  const parsed = parseCommandLine(command, name === 'help' ? ['--help'] : rest);
  if (!parsed.ok) return printUsageError(parsed.reason, io);
  if (parsed.given.flag('help')) {
    io.out(formatCommandHelp(command));
    return 0;
  }
  return command.run(parsed.given, io);
}

/** Prints the reason on standard error and returns 2. */
function printUsageError(reason: string, { err }: Io): ExitCode {
  err(`${reason}\n`);
  return 2;
}

/** Returns a line that names the command with the most similar name, else all commands. */
function describeUnknownCommand(name: string): string {
  const nearest = findNearestName(name, commandNames);
  return `Cannot run "${name}": unknown command; ${nearest === undefined ? `there are ${commandNames.join(', ')}` : `the nearest is "${nearest}"`}`;
}
