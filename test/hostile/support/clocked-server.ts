import { fileURLToPath } from 'node:url';
import { schemasFolder } from '#schemas';
import { startConfiguredServer } from '../../../src/server/app/start-server.ts';
import { readConfig } from '../../../src/server/platform/config/config.ts';
import {
  createEnvironment,
  createRunningServer,
  type RunningServer,
  type ServerOptions,
  writeFolders,
} from '../../support/server.ts';

/** A server whose clock a test sets. */
export interface ClockedServer extends RunningServer {
  /** Sets the offset of the server's clock in milliseconds. */
  readonly moveClockTo: (ms: number) => void;
}

/**
 * Starts the built server on a free port, in this process, with its own clock. Its threads, which send mails,
 * use the real clock: a test that moves the clock forward and waits for mails starts with a negative offset.
 *
 * @param ms The initial offset of the server's clock.
 */
export async function startClockedServer(options: ServerOptions = {}, ms = 0): Promise<ClockedServer> {
  const folders = writeFolders(options);
  const env = createEnvironment(options, folders);
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
  const running = createRunningServer({
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
