import { fileURLToPath } from 'node:url';
import { schemasFolder } from '#schemas';
import { readConfig } from '../../../src/server/config/config.ts';
import { startConfiguredServer } from '../../../src/server/start-server.ts';
import {
  environmentFor,
  type RunningServer,
  runningServer,
  type ServerOptions,
  writeFolders,
} from '../../support/server.ts';

/** A server whose clock a test moves. */
export interface ClockedServer extends RunningServer {
  /** Has the server's clock differ from the right one by so many milliseconds. */
  readonly moveClockTo: (ms: number) => void;
}

/**
 * Starts the built server on a free port, in this process, with a clock of its own. Its threads, which send mails, go by the right clock: a
 * test that moves the clock forward and waits for mails begins behind it.
 *
 * @param ms - how much the server's clock differs from the right one.
 */
export async function startClockedServer(options: ServerOptions = {}, ms = 0): Promise<ClockedServer> {
  const folders = writeFolders(options);
  const env = environmentFor(options, folders);
  const logged: string[] = [];
  let difference = ms;
  const server = await startConfiguredServer({
    config: readConfig(env).config,
    schemasFolder: folders.documents ?? fileURLToPath(schemasFolder),
    isDev: false,
    env,
    now: () => Date.now() + difference,
    writeLog: (line) => logged.push(line),
    print() {},
  });
  const running = runningServer({
    url: server.origin,
    folders,
    databaseUrl: env.DATABASE_URL,
    printed: () => '',
    logged: () => logged.map((line) => `${line}\n`).join(''),
    async stop() {
      await server.stop();
      return 0;
    },
  });
  return {
    ...running,
    moveClockTo(to) {
      difference = to;
    },
  };
}
