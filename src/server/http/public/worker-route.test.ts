import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addWorkerRoute, type WorkerDependencies } from './worker-route.ts';

/** Returns the answers of a server for the worker's script. */
async function createServer({
  settings = { sendLater: { days: 7 } },
  isBuilt = true,
  uploadOrigin,
}: {
  readonly settings?: object;
  readonly isBuilt?: boolean;
  readonly uploadOrigin?: string;
} = {}) {
  const app = Fastify();
  // The route reads no more of them.
  const dependencies = {
    build: isBuilt ? { worker: { text: 'addEventListener("fetch", answer)' } } : {},
    forms: { current: () => ({ form: { settings } }) },
    config: {},
    photos: { uploadOrigin },
  } as unknown as WorkerDependencies;
  addWorkerRoute(app, dependencies);
  return (headers: Readonly<Record<string, string>> = {}) =>
    app.inject({ url: '/slipway-worker.js', headers });
}

describe('addWorkerRoute', () => {
  it('sends a script that browsers ask for again each time, and that reaches its own server only', async () => {
    const load = await createServer();
    const { statusCode, headers, body } = await load();
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^addEventListener\("fetch", answer\)\n/);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      'slipway-page': 'other',
    });
    expect((await load({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('lets it send photos to the bucket', async () => {
    const load = await createServer({ uploadOrigin: 'https://bucket.example' });
    const { headers } = await load();
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://bucket.example;");
  });

  it('sends another script with another bucket, without which browsers would not install it again', async () => {
    const former = await (await createServer({ uploadOrigin: 'https://bucket.example' }))();
    const load = await createServer({ uploadOrigin: 'https://other.example' });
    const { body, statusCode } = await load({ 'if-none-match': String(former.headers.etag) });
    expect(statusCode).toBe(200);
    expect(body).not.toBe(former.body);
  });

  it.each([
    ['the owner has switched it off', { settings: {} }],
    ['it is not built, as in development', { isBuilt: false }],
  ])('sends one that removes itself and its caches where %s', async (_why, options) => {
    const load = await createServer(options);
    const { statusCode, body } = await load();
    expect(statusCode).toBe(200);
    expect(body).toContain('registration.unregister()');
    expect(body).toContain('caches.delete(name)');
  });

  it('serves the worker with any number of days', async () => {
    for (const settings of [{ sendLater: { days: 1 } }, { sendLater: { days: 30 } }]) {
      const load = await createServer({ settings });
      expect((await load()).body).toContain('addEventListener("fetch"');
    }
  });
});
