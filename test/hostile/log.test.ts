import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { send } from '../support/send.ts';
import { anEnquiry } from './support/enquiry.ts';

const root = mkdtempSync(join(tmpdir(), 'slipway-log-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a server that prints and logs to what it is given, and waits until it answers. */
async function startWith(stdout: number | 'pipe', stderr: number | 'pipe'): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SLIPWAY_DATA: mkdtempSync(join(root, 'data-')),
      SLIPWAY_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', stdout, stderr],
  });
  const url = `http://localhost:${port}`;
  await expect.poll(() => fetch(new URL('/healthz', url)).then(({ status }) => status, String)).toBe(200);
  return { url, child };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Each enquiry that is refused is a line of the log. */
async function makeLines({ url }: Started, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await send(url, { ...anEnquiry, name: null });
}

async function stillTakes({ url, child }: Started): Promise<void> {
  expect((await send(url, anEnquiry)).isSuccess).toBe(true);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

describe('a log that cannot be written', () => {
  it('stops no server whose reader has left', async () => {
    const server = await startWith('pipe', 'pipe');
    server.child.stdout?.destroy();
    server.child.stderr?.destroy();
    await makeLines(server, 20);
    await stillTakes(server);
  });

  it('stops neither a start nor a server on a full disk', async () => {
    const full = openSync('/dev/full', 'w');
    const server = await startWith(full, full);
    closeSync(full);
    await makeLines(server, 20);
    await stillTakes(server);
  });

  it('holds up no server whose reader has stalled', async () => {
    const server = await startWith('pipe', 'pipe');
    await makeLines(server, 600);
    await stillTakes(server);
  });
});

describe('a log that can be written', () => {
  it('has every line, in their order, until the end', async () => {
    const file = join(root, 'log');
    const server = await startWith('pipe', openSync(file, 'a'));
    await makeLines(server, 50);
    await stillTakes(server);
    const events = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.filter(({ event }) => event === 'request-refused')).toHaveLength(50);
    expect(events.some(({ event }) => event === 'enquiry-accepted')).toBe(true);
  });
});
