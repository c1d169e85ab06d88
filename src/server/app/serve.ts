import { parseArgs } from 'node:util';
import { findConfiguredPasswordWarnings } from '../admin/people/configured-password.ts';
import {
  findContentFolder,
  findDefaultDocuments,
  hasDemonstration,
  shippedContentFolder,
} from '../forms/content/shipped-content.ts';
import { readConfig, StartError } from '../platform/config/config.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { createLogWriter } from '../platform/log/log-writer.ts';
import { describeStart } from './describe-start.ts';
import { type RunningServer, startConfiguredServer } from './start-server.ts';

const usage = hasDemonstration
  ? `npm start                                  serves the built site
npm run dev                                serves it from its sources, and reloads saved changes
npm start -- --schemas FILE|FOLDER         with another form, or other documents, than those in schemas/
npm start -- --begin-anew                  with an empty database, if the one in the data folder was lost`
  : `slipway-server                             serves ./schemas, else ./form.json
slipway-server --schemas FILE|FOLDER       serves another form, or other documents
slipway-server --begin-anew                with an empty database, if the one in the data folder was lost`;

const noDocuments =
  'Cannot find a form: neither "schemas" nor "form.json" is in this folder; name it with SLIPWAY_SCHEMAS or --schemas, or write one with "npx slipway init"';

/**
 * The log, written to standard error. On a terminal it is delayed until the addresses are printed, which a
 * person reads first.
 */
const log = createLogWriter(2, Date.now, { isHeld: process.stderr.isTTY });

// A closed pipe or a full disk must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const { dev = false, schemas, ...args } = readServeArguments(process.argv.slice(2));
  const { config, warnings } = readConfig(process.env);
  for (const warning of [...warnings, ...findConfiguredPasswordWarnings(config, serverSettings.people)])
    console.error(warning);
  const schemasFolder = schemas ?? config.schemasFolder ?? findDefaultDocuments(process.cwd());
  if (schemasFolder === undefined) throw new StartError([noDocuments]);
  const server = await startConfiguredServer({
    config,
    schemasFolder,
    isDev: dev,
    isBeginningAnew: args['begin-anew'] ?? false,
    writeLog: log.write,
    print: (line) => console.log(line),
  });
  const isDemonstration = findContentFolder(config.contentFolder, schemasFolder) === shippedContentFolder;
  console.log(describeStart(server, { ...config, isDemonstration }).join('\n'));
  log.release();
  stopOnSignal(server);
} catch (error) {
  await log.flush();
  if (!(error instanceof StartError)) throw error;
  for (const line of error.lines) console.error(line);
  process.exitCode = 1;
}

interface ServeArguments {
  readonly dev?: boolean;
  /** The folder of the documents. */
  readonly schemas?: string;
  readonly 'begin-anew'?: boolean;
}

/**
 * Returns the options of the command line; those that are not given are absent.
 * @throws StartError with the usage, if an argument is unknown or lacks its value.
 */
function readServeArguments(args: readonly string[]): ServeArguments {
  try {
    const options = {
      dev: { type: 'boolean' },
      schemas: { type: 'string' },
      'begin-anew': { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new StartError([error instanceof Error ? error.message : String(error), usage], { cause: error });
  }
}

/**
 * Flushes the log and exits with the code. If the reader of the log has stalled, the flush does not end, and
 * only the timer of `stopOnSignal` ends the process.
 */
async function exitAfterFlush(code: number): Promise<void> {
  await log.flush();
  process.exit(code);
}

/**
 * Kills the process. Acknowledged data is already on the disk, and an exit would wait for unfinished reads
 * and writes.
 */
function killProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Ctrl+C reaches npm and the server, and npm forwards it: signals within this time count as one. */
const oneSignalMs = 1000;

/**
 * Installs handlers of SIGTERM and SIGINT. The first signal stops the server and then exits with 0, or with 1
 * if that fails; the process is killed if it takes too long. A later signal exits at once with 1, but is
 * ignored within `oneSignalMs` of the first.
 */
function stopOnSignal({ stop }: RunningServer): void {
  let stoppingSince: number | undefined;
  const handleSignal = () => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > oneSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(killProcess, serverSettings.stop.totalMs).unref();
    stop().then(
      () => exitAfterFlush(0),
      (error: unknown) => {
        console.error(error);
        return exitAfterFlush(1);
      },
    );
  };
  process.on('SIGTERM', handleSignal);
  process.on('SIGINT', handleSignal);
}
