import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/config/settings.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-clock-'));
const clock = join(folder, 'clock');
const moveTo = (ms: number) => writeFileSync(clock, String(ms));

let server: ServerProcess;
beforeAll(async () => {
  moveTo(0);
  const preload = new URL('./support/movable-clock.ts', import.meta.url).href;
  server = await startServerProcess({ env: { TEST_CLOCK: clock, NODE_OPTIONS: `--import ${preload}` } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function ask(): Promise<Response> {
  return fetch(new URL('/api/contact-upload', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.jpg', contentType: 'image/jpeg' }),
  });
}

it('a clock that goes back a day makes nobody wait for longer than the window', async () => {
  const { uploadTargets, windowMs } = serverSettings.limits;
  for (let count = 0; count < uploadTargets; count += 1) expect((await ask()).status).toBe(200);
  moveTo(-86_400_000);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 1000);
  moveTo(-86_400_000 + windowMs);
  expect((await ask()).status).toBe(200);
});
