import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { type ClockedServer, startClockedServer } from './support/clocked-server.ts';

let server: ClockedServer;
beforeAll(async () => {
  server = await startClockedServer();
});
afterAll(() => server.stop());

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
  server.moveClockTo(-86_400_000);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowMs / 1000);
  server.moveClockTo(-86_400_000 + windowMs);
  expect((await ask()).status).toBe(200);
});
