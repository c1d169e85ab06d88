import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import { createJsonHeaders, sendRaw } from './support/raw.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

it.each(['a b', '[', 'a:b:c', '%'])('a Host that is none is refused likewise: %s', async (host) => {
  const body = '{"query":"{ __typename }"}';
  const headers = createJsonHeaders(body).map(
    ([name, value]) => [name, name === 'Host' ? host : value] as const,
  );
  const { status } = await sendRaw(server.url, { method: 'POST', target: '/graphql', headers, body });
  expect(status).toBe(400);
  expect(server.logged()).not.toMatch(/"level":"error"/);
});

it.each(['//[', '//[::1', 'http://[', '//a:b:c/', '//%', '/%', '/%ff', '/%E0%A4%A', '//['.repeat(1000)])(
  'an address that is none is the sender’s mistake, and no error of ours: %s',
  async (target) => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const headers = [
        ['Host', 'localhost'],
        ['Connection', 'close'],
        ['Content-Length', '0'],
      ] as const;
      const { status } = await sendRaw(server.url, { method, target, headers });
      expect([400, 404, 414]).toContain(status);
    }
    const { status } = await sendRaw(server.url, {
      method: 'GET',
      target: '//[',
      headers: [
        ['Host', 'a'],
        ['Connection', 'close'],
      ],
    });
    expect(status).toBe(400);
    expect(server.logged()).not.toMatch(/"level":"error"/);
  },
);
