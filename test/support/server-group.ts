import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createTemporaryDatabase,
  type OnEnd,
} from '../../src/server/store/postgres/testing/temporary-database.ts';
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from './server-process.ts';
import { studioPassword } from './studio-password.ts';

/** Servers with one fresh database; each has its own data folder. */
export interface ServerGroup {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly start: (options?: ServerProcessOptions) => Promise<ServerProcess>;
}

/**
 * Creates the database and folders that the servers share. They are removed when the test has finished, or as
 * `onEnd` says.
 */
export async function createServerGroup(onEnd: OnEnd = onTestFinished): Promise<ServerGroup> {
  const photos = mkdtempSync(join(tmpdir(), 'slipway-photos-'));
  onEnd(async () => rmSync(photos, { recursive: true, force: true }));
  const url = await createTemporaryDatabase({ onEnd });
  const env = {
    DATABASE_URL: url,
    SLIPWAY_SECRET: 'the same for all servers of these tests',
    SLIPWAY_PHOTOS: photos,
    SLIPWAY_STUDIO_PASSWORD: studioPassword,
    SLIPWAY_RATE_LIMIT: 'off',
  };
  return {
    env,
    url,
    async start(options = {}) {
      const server = await startServerProcess({ ...options, env: { ...env, ...options.env } });
      onEnd(async () => void (await server.stop()));
      return server;
    },
  };
}
