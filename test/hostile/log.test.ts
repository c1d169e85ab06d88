import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { postEnquiry } from '../support/send.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// Unwritable lines are tested beside the writer, in src/server/log.

const root = mkdtempSync(join(tmpdir(), 'slipway-log-'));
afterAll(() => rmSync(root, { recursive: true }));

interface Started {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a server that prints and logs to given streams. */
function spawnWith(port: number, stdout: number | 'pipe', stderr: number): ChildProcess {
  return spawn(process.execPath, ['src/server/main.ts'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      SLIPWAY_DATA: mkdtempSync(join(root, 'data-')),
      SLIPWAY_RATE_LIMIT: 'off',
    },
    stdio: ['ignore', stdout, stderr],
  });
}

/** Starts a server whose address cannot be read. */
async function startMute(output: number): Promise<Started> {
  const port = await findFreePort();
  const child = spawnWith(port, output, output);
  const url = `http://localhost:${port}`;
  const isHealthy = () =>
    fetch(new URL('/healthz', url)).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(async () => child.exitCode !== null || (await isHealthy())).toBe(true);
  expect(child.exitCode).toBeNull();
  return { url, child };
}

/** Starts a server, reads its address, and stops reading. */
async function startAndLeave(log: number): Promise<Started> {
  const child = spawnWith(0, 'pipe', log);
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (/http:\S+\/healthz/.test(text)) break;
  }
  child.stdout?.destroy();
  return { url: /http:\/\/[^\s/]+(?=\/healthz)/.exec(text)?.[0] ?? '', child };
}

/** Each refused enquiry writes a line to the log. */
async function makeLines({ url }: Started, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await postEnquiry(url, { ...sampleEnquiry, name: null });
}

async function stillTakes({ url, child }: Started): Promise<void> {
  expect((await postEnquiry(url, sampleEnquiry)).isSuccess).toBe(true);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

describe('a server', () => {
  it('starts and serves where neither its log nor what it prints can be written', async () => {
    const full = openSync('/dev/full', 'w');
    const server = await startMute(full);
    closeSync(full);
    await makeLines(server, 20);
    await stillTakes(server);
  });

  it('writes every line of its log, in their order, until its end, whoever has left meanwhile', async () => {
    const file = join(root, 'log');
    const log = openSync(file, 'a');
    const server = await startAndLeave(log);
    closeSync(log);
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
