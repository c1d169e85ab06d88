import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createEnvironment,
  createRunningServer,
  type FailedStart,
  type RunningServer,
  type ServerOptions,
  writeFolders,
} from './server.ts';

export interface ServerProcessOptions extends ServerOptions {
  /** Further arguments: `--dev`. */
  readonly args?: readonly string[];
  /** The folder of the build; by default the repository. */
  readonly folder?: string;
  /** The file size limit of the server in bytes, as on a full disk (setrlimit(2), RLIMIT_FSIZE). */
  readonly mostFileBytes?: number;
}

export interface ServerProcess extends RunningServer {
  readonly pid: number;
  /** Sends SIGKILL. Resolves once the process has ended. */
  readonly kill: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Starts the built server as a program: for tests of signals, kills, limits and clocks. It costs four times
 * as much as `startServer`.
 * @throws With its output if it does not start.
 */
export async function startServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const started = await launchProcess(options);
  if ('url' in started) return started;
  throw new Error(`The server did not start (${started.code}):\n${started.lines.join('\n')}`);
}

/**
 * Starts the program and expects that it ends.
 * @throws If it listens.
 */
export async function failToStartProcess(options: ServerProcessOptions): Promise<FailedStart> {
  const started = await launchProcess(options);
  if (!('url' in started)) return started;
  await started.stop();
  throw new Error('The server started, though it should not have');
}

async function launchProcess(options: ServerProcessOptions): Promise<ServerProcess | FailedStart> {
  const { env = {}, args = [], folder = root, mostFileBytes } = options;
  const folders = writeFolders(options);
  const [program = '', ...limits] = createCommand(mostFileBytes);
  const schemas = folders.documents === undefined ? [] : ['--schemas', folders.documents];
  // As `npm start` does; in other folders and in development the sources run.
  const main = folder === root && !args.includes('--dev') ? 'dist/server/serve.js' : 'src/server/main.ts';
  const child = spawn(program, [...limits, main, ...schemas, ...args], {
    cwd: folder,
    env: {
      // Node reuses its compile cache at the next start.
      NODE_COMPILE_CACHE: join(root, '.cache/node'),
      ...createEnvironment(options, folders),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, logged] = [collectOutput(child, 'stdout'), collectOutput(child, 'stderr')];
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const url = await Promise.race([awaitOrigin(child, printed), ended.then(() => undefined)]);
  if (url === undefined) {
    folders.remove();
    const lines = `${printed()}\n${logged()}`.split('\n').filter((line) => line.trim() !== '');
    return { code: await ended, lines };
  }
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return {
    ...createRunningServer({ url, folders, databaseUrl: env.DATABASE_URL, printed, logged, stop }),
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL');
      await ended;
      folders.remove();
    },
  };
}

function createCommand(mostFileBytes: number | undefined): readonly string[] {
  if (mostFileBytes === undefined) return [process.execPath];
  // Blocks of 512 bytes (POSIX, "ulimit").
  const limit = `ulimit -f ${Math.floor(mostFileBytes / 512)}; exec "$0" "$@"`;
  return ['/bin/sh', '-c', limit, process.execPath];
}

function collectOutput(child: ChildProcess, stream: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[stream]?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function awaitOrigin(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.on('data', () => {
      const origin = /http:\/\/[^\s/]+(?=\/healthz)/.exec(printed())?.[0];
      if (origin !== undefined) resolve(origin);
    });
  });
}
