import { findNearestName } from '#engine/model/nearest.ts';
import type { ExitCode } from '../command/command.ts';
import { formatGeneralHelp } from '../command/help.ts';
import { formatJsonOutput, type Io } from '../command/io.ts';
import { runCommand } from '../command/run-command.ts';
import type { CommandSet } from './commands/command-set.ts';

/**
 * Runs `slipway` with the arguments that follow its name. Never throws: an error becomes one line on standard
 * error and an exit code. With `--json`, one of code 2 or 3 is also printed as JSON on standard output.
 */
export async function main(commands: CommandSet, args: readonly string[], io: Io): Promise<ExitCode> {
  if (!args.includes('--json')) return runReportingErrors(commands, args, io);
  const messages: string[] = [];
  const code = await runReportingErrors(commands, args, {
    ...io,
    err: (text) => messages.push(text) && io.err(text),
  });
  // With `--json`, errors are reported as JSON too.
  if (code >= 2) io.out(formatJsonOutput({ ok: false, error: messages.join('').trim() }));
  return code;
}

/** Runs a command. If it throws, prints one line on standard error and returns 3. */
async function runReportingErrors(commands: CommandSet, args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await runNamedCommand(commands, args, io);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    io.err(`Cannot finish: ${reason}; this is a bug in slipway, please report it\n`);
    return 3;
  }
}

/**
 * Runs the command that the first argument names, or prints help for `help`, `--help`, `-h` or no argument.
 * For an unknown command, prints the mistake and returns 2. Throws the unexpected errors of the command.
 */
async function runNamedCommand(
  commands: CommandSet,
  [name, ...rest]: readonly string[],
  io: Io,
): Promise<ExitCode> {
  const asked = name === 'help' ? rest[0] : name;
  if (asked === undefined || asked === '--help' || asked === '-h') {
    io.out(formatGeneralHelp(commands.heading, await commands.loadAll()));
    return 0;
  }
  const command = await commands.load(asked);
  if (command !== undefined) return runCommand(command, name === 'help' ? ['--help'] : rest, io);
  io.err(`${describeUnknownCommand(commands, asked)}\n`);
  return 2;
}

/**
 * Returns a line that names the program which has the command, else the command with the most similar name, else
 * all commands.
 */
function describeUnknownCommand({ names, findOtherProgram }: CommandSet, name: string): string {
  const other = findOtherProgram(name);
  if (other !== undefined)
    return `Cannot run "${name}": it is a command of the package ${other}; run "npx ${other} ${name}"`;
  const nearest = findNearestName(name, names);
  return `Cannot run "${name}": unknown command; ${nearest === undefined ? `there are ${names.join(', ')}` : `the nearest is "${nearest}"`}`;
}
