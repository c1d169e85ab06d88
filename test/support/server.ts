import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { schemasFolder } from '#schemas';
import { findConfiguredPasswordWarnings } from '../../src/server/admin/people/configured-password.ts';
import { describeStart } from '../../src/server/app/describe-start.ts';
import { startConfiguredServer as startInThisProcess } from '../../src/server/app/start-server.ts';
import { type Environment, readConfig, StartError } from '../../src/server/platform/config/config.ts';
import { type ServerSettings, serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingStore } from '../../src/server/store/open-existing-store.ts';
import type { EnquiryRecord } from '../../src/server/store/records/enquiry-record.ts';
import { writeDocuments } from './forms.ts';

export interface ServerOptions {
  /** Variables besides `PORT=0`. Without `SLIPWAY_DATA` the server gets a temporary data folder. */
  readonly env?: Readonly<Record<string, string>>;
  /** Content files that replace the demonstration's: a string verbatim, any other value as JSON. */
  readonly content?: Readonly<Record<string, unknown>>;
  /**
   * Documents that replace or extend the frozen ones, in the same form; `undefined` removes one. If absent,
   * the server serves `schemas/`.
   */
  readonly documents?: Readonly<Record<string, unknown>>;
}

export interface RunningServer {
  /** Its origin: `http://localhost:4567`. */
  readonly url: string;
  /** `SLIPWAY_DATA`. */
  readonly data: string;
  /** The folders that it reads. Tests may change them while it runs. */
  readonly contentFolder: string | undefined;
  readonly documentsFolder: string | undefined;
  /** Its output and its log so far. */
  readonly printed: () => string;
  readonly logged: () => string;
  /** Stops it as SIGTERM does. Resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Returns the stored enquiries, in the order of arrival. */
  readonly enquiries: () => Promise<readonly EnquiryRecord[]>;
  /** Resolves with the enquiries once none of their mails is queued. */
  readonly mailsDone: () => Promise<readonly EnquiryRecord[]>;
}

export interface FailedStart {
  readonly code: number | null;
  /** Its output, without empty lines. */
  readonly lines: readonly string[];
}

export interface ServerFolders {
  readonly data: string;
  readonly content: string | undefined;
  readonly documents: string | undefined;
  readonly remove: () => void;
}

export const demonstrationFolder = fileURLToPath(new URL('../../src/site/content', import.meta.url));

/**
 * The settings of a server in a test: those that ship, but with a password hash that costs a three-hundredth, and
 * with notifications soon after one another. Stored hashes contain their parameters.
 */
const testSettings: ServerSettings = {
  ...serverSettings,
  people: {
    ...serverSettings.people,
    scrypt: { ...serverSettings.people.scrypt, cost: 1024, blockSize: 8, parallelization: 1 },
  },
  notifications: { ...serverSettings.notifications, pollMs: 200, gapMs: 200 },
};

/**
 * Starts the built server on a free port, in this process. For tests of signals, kills, limits or clocks use
 * `startServerProcess`.
 * @throws With its output if it does not start.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const started = await launchServer(options);
  if ('url' in started) return started;
  throw new Error(`The server did not start (${started.code}):\n${started.lines.join('\n')}`);
}

/**
 * Starts the server and expects that it fails.
 * @throws If it starts.
 */
export async function failToStart(options: ServerOptions): Promise<FailedStart> {
  const started = await launchServer(options);
  if (!('url' in started)) return started;
  await started.stop();
  throw new Error('The server started, though it should not have');
}

async function launchServer(options: ServerOptions): Promise<RunningServer | FailedStart> {
  const folders = writeFolders(options);
  const [printed, logged]: [string[], string[]] = [[], []];
  const env = createEnvironment(options, folders);
  try {
    const { config, warnings } = readConfig(env);
    logged.push(...warnings, ...findConfiguredPasswordWarnings(config, testSettings.people));
    const server = await startInThisProcess({
      config,
      schemasFolder: folders.documents ?? fileURLToPath(schemasFolder),
      isDev: false,
      env,
      settings: testSettings,
      writeLog: (line) => logged.push(line),
      print: (line) => printed.push(line),
    });
    printed.push(...describeStart(server, { ...config, isDemonstration: folders.content === undefined }));
    let stopping: Promise<void> | undefined;
    return createRunningServer({
      url: server.origin,
      folders,
      databaseUrl: env.DATABASE_URL,
      printed: () => printed.join('\n'),
      logged: () => logged.map((line) => `${line}\n`).join(''),
      async stop() {
        stopping ??= server.stop();
        await stopping;
        return 0;
      },
    });
  } catch (error) {
    folders.remove();
    if (!(error instanceof StartError)) throw error;
    return { code: 1, lines: [...printed, ...logged, ...error.lines].filter((line) => line.trim() !== '') };
  }
}

export function writeFolders({ env = {}, content, documents }: ServerOptions): ServerFolders {
  const own = mkdtempSync(join(tmpdir(), 'slipway-server-'));
  const contentFolder = content && writeContent(join(own, 'content'), content);
  const documentsFolder = documents && join(own, 'schemas');
  if (documentsFolder) writeDocuments(documentsFolder, documents);
  return {
    data: env.SLIPWAY_DATA ?? join(own, 'data'),
    content: contentFolder,
    documents: documentsFolder,
    remove: () => rmSync(own, { recursive: true, force: true }),
  };
}

/**
 * Returns the environment of a server: this process's, without the variables that would change how it runs,
 * and the given ones.
 */
export function createEnvironment({ env = {} }: ServerOptions, folders: ServerFolders): Environment {
  const { NODE_ENV: _mode, VITEST: _vitest, PORT: _port, HOST: _host, ...rest } = process.env;
  const inherited = Object.entries(rest).filter(
    ([name]) => !/^(?:SLIPWAY_|SMTP_URL|DATABASE_URL)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PORT: '0',
    SLIPWAY_DATA: folders.data,
    ...(folders.content && { SLIPWAY_CONTENT: folders.content }),
    ...env,
  };
}

/** Returns the server at an origin. Stopping it removes its folders. */
export function createRunningServer({
  url,
  folders,
  databaseUrl,
  printed,
  logged,
  stop,
}: Pick<RunningServer, 'url' | 'printed' | 'logged' | 'stop'> & {
  readonly folders: ServerFolders;
  readonly databaseUrl: string | undefined;
}): RunningServer {
  const readEnquiries = () => loadStoredEnquiries(folders.data, databaseUrl);
  return {
    url,
    data: folders.data,
    contentFolder: folders.content,
    documentsFolder: folders.documents,
    printed,
    logged,
    enquiries: readEnquiries,
    mailsDone: () => awaitMails(readEnquiries),
    async stop() {
      const code = await stop();
      folders.remove();
      return code;
    },
  };
}

/** Writes the demonstration's content with some files replaced. */
function writeContent(folder: string, files: Readonly<Record<string, unknown>>): string {
  cpSync(demonstrationFolder, folder, { recursive: true });
  for (const [file, value] of Object.entries(files)) {
    const path = join(folder, file);
    if (value === undefined) rmSync(path, { force: true });
    else writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return folder;
}

/**
 * Reads the enquiries in the database of a data folder, or in the PostgreSQL database at an address, in the
 * order of arrival. A server may write at the same time.
 */
export async function loadStoredEnquiries(
  dataFolder: string,
  databaseUrl?: string,
): Promise<readonly EnquiryRecord[]> {
  const store = await openExistingStore({ dataFolder, databaseUrl, settings: serverSettings });
  const found: EnquiryRecord[] = [];
  for (let after: number | undefined = 0; store !== undefined && after !== undefined; ) {
    const page = await store.page({ after, limit: 1000 });
    found.push(...page.enquiries);
    after = page.next;
  }
  await store?.close();
  return found;
}

const mailPatienceMs = 170_000;

async function awaitMails(enquiries: RunningServer['enquiries']): Promise<readonly EnquiryRecord[]> {
  const deadline = Date.now() + mailPatienceMs;
  for (;;) {
    const records = await enquiries();
    if (records.every(({ mail }) => mail.state !== 'waiting')) return records;
    if (Date.now() > deadline) throw new Error('Some mails still wait');
    await wait(50);
  }
}
