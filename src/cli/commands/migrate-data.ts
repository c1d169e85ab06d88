import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command, CommandArguments, ExitCode } from '../args/command.ts';
import { CannotWork, type Io } from '../io.ts';

/**
 * `slipway migrate-data`: starts the server's migration program in a child process, because the command line
 * has no database code.
 */
export const migrateDataCommand: Command = {
  name: 'migrate-data',
  summary: 'moves all that is stored from SQLite to PostgreSQL, or back',
  description: [
    'With --to moves all that the database of a data folder holds to an empty PostgreSQL database; with --from from there to a data folder without a database. Then both sides are compared row by row, and each table is told with its rows and a digest of them. Photos, the secret and drafts stay in the data folder (docs/deployment.md, "From SQLite to PostgreSQL, and back").',
    'Every server has to be stopped. Nothing is changed where it comes from, and no server takes up what has arrived before all has. Killed, it goes on when it is started again.',
  ],
  options: {
    to: { value: 'URL', description: 'The PostgreSQL database to fill: postgres://user:password@host/name.' },
    from: { value: 'URL', description: 'The PostgreSQL database that it comes from.' },
    data: { value: 'FOLDER', description: 'The data folder; without it SLIPWAY_DATA, else .data.' },
  },
  examples: [
    [
      'slipway migrate-data --to postgres://slipway@db.example.com/slipway',
      'Moves the data folder’s database there; the password stands in PGPASSWORD.',
    ],
    [
      'slipway migrate-data --from postgres://slipway@db.example.com/slipway --data /var/lib/slipway',
      'Moves it back.',
    ],
  ],
  failure: 'the two sides differ: the keys are told',
  run: (given, io) => runProgram(buildProgramArguments(given), io),
};

function buildProgramArguments(given: CommandArguments): readonly string[] {
  const named = ['to', 'from', 'data'].flatMap((name) => {
    const value = given.text(name);
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  return given.flag('json') ? [...named, '--json'] : named;
}

function runProgram(args: readonly string[], { out, err, cwd, env, signal }: Io): Promise<ExitCode> {
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
    child.on('error', ({ message }) => reject(new CannotWork(`Cannot move anything: ${message}`)));
    child.on('close', (code) => resolve(toExitCode(code)));
  });
}

function toExitCode(code: number | null): ExitCode {
  return code === 0 || code === 1 || code === 2 ? code : 3;
}
