import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { CommandError, type Io } from '../io.ts';

/** Starts the server's migration program in a child process: the command line has no database code. */
export const migrateDataCommand: Command = {
  name: 'migrate-data',
  summary: 'moves the database from SQLite to PostgreSQL, or back',
  description: [
    'Moves the database of a data folder to an empty PostgreSQL database (--to), or back to a folder without one (--from). Then compares the rows and prints a digest of each table. Photos, the secret and drafts stay in the data folder (docs/deployment.md).',
    'Stop every server first. The source does not change, and servers refuse an incomplete target. After an interruption, run the command again.',
  ],
  options: {
    to: { value: 'URL', description: 'The PostgreSQL database to fill: postgres://user:password@host/name.' },
    from: { value: 'URL', description: 'The PostgreSQL database to read.' },
    data: { value: 'FOLDER', description: 'The data folder. Default: SLIPWAY_DATA, then .data.' },
  },
  examples: [
    [
      'slipway migrate-data --to postgres://slipway@db.example.com/slipway',
      'Moves the database there; the password is in PGPASSWORD.',
    ],
    [
      'slipway migrate-data --from postgres://slipway@db.example.com/slipway --data /var/lib/slipway',
      'Moves it back.',
    ],
  ],
  failure: 'the two sides differ (their keys are printed)',
  run: (given, io) => runMigrationProgram(buildMigrationArguments(given), io),
};

/** Returns the options of the command that are given, as arguments of the migration program. */
function buildMigrationArguments(given: CommandArguments): readonly string[] {
  const named = ['to', 'from', 'data'].flatMap((name) => {
    const value = given.text(name);
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  return given.flag('json') ? [...named, '--json'] : named;
}

/**
 * Starts the migration program, prints its output as it comes, and resolves to the exit code when it ends.
 * Rejects with `CommandError` if it cannot be started or is interrupted.
 */
function runMigrationProgram(args: readonly string[], { out, err, cwd, env, signal }: Io): Promise<ExitCode> {
  const program = fileURLToPath(new URL('../../server/migrate-data.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    child.stdout.setEncoding('utf8').on('data', out);
    child.stderr.setEncoding('utf8').on('data', err);
    child.on('error', ({ message }) => reject(new CommandError(`Cannot move the data: ${message}`)));
    child.on('close', (code) => resolve(toExitCode(code)));
  });
}

/** Returns 0, 1 and 2 unchanged, and 3 for any other code or for a killed process (`null`). */
function toExitCode(code: number | null): ExitCode {
  return code === 0 || code === 1 || code === 2 ? code : 3;
}
