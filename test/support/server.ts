import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverSettings } from '../../src/server/config/settings.ts';
import { openStoreBeside } from '../../src/server/store/open-beside.ts';
import type { EnquiryRecord } from '../../src/server/store/store.ts';
import { writeDocuments } from './forms.ts';

/** What a server is started with; everything is optional. */
export interface ServerOptions {
  /** Variables besides `PORT=0`. Without `SLIPWAY_DATA` the server gets a folder of its own, which goes with it. */
  readonly env?: Readonly<Record<string, string>>;
  /** Content files in place of the demonstration's: a value becomes JSON, a text is written as it is. */
  readonly content?: Readonly<Record<string, unknown>>;
  /**
   * Documents in place of, or besides, the frozen ones: likewise; `undefined` takes one away. Without them the server serves what
   * ships, in `schemas/`.
   */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** Further arguments: `--dev`. */
  readonly args?: readonly string[];
  /** Where the program is, built; the repository where nothing is said. */
  readonly folder?: string;
  /** No file of the server may grow beyond so many bytes, as on a disk that is full (setrlimit(2), RLIMIT_FSIZE). */
  readonly mostFileBytes?: number;
}

/** A server that listens, in a process of its own. */
export interface RunningServer {
  /** Its origin: `http://localhost:4567`. */
  readonly url: string;
  readonly pid: number;
  /** `SLIPWAY_DATA`. */
  readonly data: string;
  /** The folders that it reads, to be changed while it runs. */
  readonly contentFolder: string | undefined;
  readonly documentsFolder: string | undefined;
  /** Everything that it has printed, and logged, so far. */
  readonly printed: () => string;
  readonly logged: () => string;
  /** SIGTERM; resolves with the exit code once the process has ended. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL; resolves once the process has ended. */
  readonly kill: () => Promise<void>;
  /** What has arrived, in the order of its arrival. */
  readonly enquiries: () => Promise<readonly EnquiryRecord[]>;
  /** Resolves with the enquiries once none of their mails waits. */
  readonly mailsDone: () => Promise<readonly EnquiryRecord[]>;
}

/** A server that did not start. */
export interface FailedStart {
  readonly code: number | null;
  /** What it printed, without empty lines. */
  readonly lines: readonly string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));
export const demonstrationContent = join(root, 'src/site/content');

/** Starts the built server on a free port. @throws with what it printed where it does not start. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const started = await launch(options);
  if ('url' in started) return started;
  throw new Error(`The server did not start (${started.code}):\n${started.lines.join('\n')}`);
}

/** Starts the server and expects that it does not. @throws where it does. */
export async function failToStart(options: ServerOptions): Promise<FailedStart> {
  const started = await launch(options);
  if (!('url' in started)) return started;
  await started.stop();
  throw new Error('The server started, though it should not have');
}

async function launch({
  env = {},
  content,
  documents,
  args = [],
  folder = root,
  mostFileBytes,
}: ServerOptions): Promise<RunningServer | FailedStart> {
  const own = mkdtempSync(join(tmpdir(), 'slipway-server-'));
  const data = env.SLIPWAY_DATA ?? join(own, 'data');
  const contentFolder = content && contentWith(join(own, 'content'), content);
  const documentsFolder = documents && join(own, 'schemas');
  if (documentsFolder) writeDocuments(documentsFolder, documents);
  const [program = '', ...limits] = limited(mostFileBytes);
  const child = spawn(
    program,
    [...limits, 'src/server/main.ts', ...(documentsFolder ? ['--schemas', documentsFolder] : []), ...args],
    {
      cwd: folder,
      env: {
        ...inherited(),
        PORT: '0',
        SLIPWAY_DATA: data,
        // What Node makes of the sources is kept for the next start.
        NODE_COMPILE_CACHE: join(root, '.cache/node'),
        ...(contentFolder && { SLIPWAY_CONTENT: contentFolder }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [printed, logged] = [collected(child, 'stdout'), collected(child, 'stderr')];
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const tidyUp = () => rmSync(own, { recursive: true, force: true });
  const url = await Promise.race([originOf(child, printed), ended.then(() => undefined)]);
  if (url === undefined) {
    tidyUp();
    const lines = `${printed()}\n${logged()}`.split('\n').filter((line) => line.trim() !== '');
    return { code: await ended, lines };
  }
  const enquiries = () => enquiriesOf(data, env.DATABASE_URL);
  return {
    ...{ url, data, contentFolder, documentsFolder, printed, logged, enquiries },
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      tidyUp();
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      tidyUp();
    },
    mailsDone: () => mailsDone(enquiries),
  };
}

/** The command that runs Node. */
function limited(mostFileBytes: number | undefined): readonly string[] {
  if (mostFileBytes === undefined) return [process.execPath];
  // Blocks of 512 bytes (POSIX, "ulimit").
  const limit = `ulimit -f ${Math.floor(mostFileBytes / 512)}; exec "$0" "$@"`;
  return ['/bin/sh', '-c', limit, process.execPath];
}

/** Vitest's own variables would change how the server runs. */
function inherited(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, VITEST: _vitest, PORT: _port, HOST: _host, ...rest } = process.env;
  return Object.fromEntries(
    Object.entries(rest).filter(([name]) => !/^(?:SLIPWAY_|SMTP_URL|DATABASE_URL)/.test(name)),
  );
}

/** The demonstration's content with some files replaced; a test may change them further. */
function contentWith(folder: string, files: Readonly<Record<string, unknown>>): string {
  cpSync(demonstrationContent, folder, { recursive: true });
  for (const [file, value] of Object.entries(files)) {
    const path = join(folder, file);
    if (value === undefined) rmSync(path, { force: true });
    else writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return folder;
}

function collected(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function originOf(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const origin = /http:\/\/[^\s/]+(?=\/healthz)/.exec(printed())?.[0];
      if (origin !== undefined) resolve(origin);
    });
  });
}

/** In this process rather than by the program that prints them: src/server/enquiries.test.ts is about that one. */
/**
 * What stands in the database of a data folder, or in the PostgreSQL database of an address, in the order of its arrival; a server may write
 * there meanwhile.
 */
export async function enquiriesOf(
  dataFolder: string,
  databaseUrl?: string,
): Promise<readonly EnquiryRecord[]> {
  const store = await openStoreBeside({ dataFolder, databaseUrl, settings: serverSettings });
  const found: EnquiryRecord[] = [];
  for (let after: number | undefined = 0; store !== undefined && after !== undefined; ) {
    const page = await store.page({ after, limit: 1000 });
    found.push(...page.enquiries);
    after = page.next;
  }
  await store?.close();
  return found;
}

/** A guard against a mail that is never sent. */
const mailPatienceMs = 170_000;

async function mailsDone(enquiries: RunningServer['enquiries']): Promise<readonly EnquiryRecord[]> {
  const deadline = Date.now() + mailPatienceMs;
  for (;;) {
    const records = await enquiries();
    if (records.every(({ mail }) => mail.state !== 'waiting')) return records;
    if (Date.now() > deadline) throw new Error('Some mails still wait');
    await wait(50);
  }
}
