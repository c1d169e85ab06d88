import { nearestOf } from '#engine/compile/index.ts';
import type { ExitCode } from './args/command.ts';
import { commandHelp, generalHelp } from './args/help.ts';
import { parseCommandLine } from './args/parse.ts';
import { commands } from './commands/index.ts';
import { CannotWork, type Io } from './io.ts';

/** Runs `slipway` with what stands behind its name. Never throws: whatever happens is told in one line, and in the exit code. */
export async function main(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return await run(args, io);
  } catch (error) {
    if (error instanceof CannotWork) io.err(`${error.message}\n`);
    else
      io.err(
        `Cannot finish: ${error instanceof Error ? error.message : String(error)}; this is a mistake of slipway itself, please report it\n`,
      );
    return 3;
  }
}

async function run([name, ...rest]: readonly string[], io: Io): Promise<ExitCode> {
  const asked = name === 'help' ? rest[0] : name;
  if (asked === undefined || asked === '--help' || asked === '-h') {
    io.out(generalHelp(commands));
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === asked);
  if (command === undefined) return refuse(unknownCommand(asked), io);
  const parsed = parseCommandLine(command, name === 'help' ? ['--help'] : rest);
  if (!parsed.ok) return refuse(parsed.reason, io);
  if (parsed.given.flag('help')) {
    io.out(commandHelp(command));
    return 0;
  }
  return command.run(parsed.given, io);
}

function refuse(reason: string, { err }: Io): ExitCode {
  err(`${reason}\n`);
  return 2;
}

function unknownCommand(name: string): string {
  const names = commands.map((command) => command.name);
  const nearest = nearestOf(name, names);
  return `Cannot run "${name}": unknown command; ${nearest === undefined ? `there are ${names.join(', ')}` : `the nearest is "${nearest}"`}`;
}
