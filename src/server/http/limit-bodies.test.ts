import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getServerPort } from '../platform/health/metrics-server.ts';
import { limitBodies } from './limit-bodies.ts';
import { discardBody } from './refusals.ts';

const roomy = { bytes: 1000, bytesOfAddress: 100, formsOfAddress: 2, arriveMs: 60_000 };

async function started(changes: Partial<typeof roomy> = {}, isOn = true): Promise<number> {
  const app: FastifyInstance = Fastify({ forceCloseConnections: true });
  limitBodies(app, { settings: { ...roomy, ...changes }, isOn });
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  app.post('/', async () => 'read');
  await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  return getServerPort(app.server, 0);
}

/** Sends some bytes of a body that is announced as longer. */
function beginning(port: number, bytes: number, type = 'application/json'): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 999\r\n\r\n`;
  socket.write(`${head}"${'x'.repeat(bytes - 1)}`);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const post = async (port: number, bytes = 10) =>
  (
    await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(bytes - 2)),
    })
  ).status;

describe('limitBodies', () => {
  it('reads what fits, and refuses what is beyond the share of an address', async () => {
    const port = await started();
    expect([await post(port, 100), await post(port, 101), await post(port, 100)]).toEqual([200, 429, 200]);
  });

  it('counts what has arrived and is not whole, until its sender goes', async () => {
    const port = await started();
    const slow = beginning(port, 95);
    await expect.poll(() => post(port)).toBe(429);
    slow.destroy();
    await expect.poll(() => post(port)).toBe(200);
  });

  it('counts all together too, and that alone where addresses are not limited', async () => {
    const port = await started({ bytes: 200 }, false);
    expect(await post(port, 199)).toBe(200);
    beginning(port, 195);
    await expect.poll(() => post(port)).toBe(429);
  });

  it('has an address post so many forms in parts at a time, whatever has arrived of them', async () => {
    const port = await started();
    const form = () => {
      const body = new FormData();
      body.append('name', 'x'.repeat(500));
      return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then(({ status }) => status);
    };
    expect(await form()).toBe(200);
    const slow = [1, 2].map(() => beginning(port, 10, 'multipart/form-data; boundary=b'));
    await expect.poll(form).toBe(429);
    expect(await post(port)).toBe(200);
    for (const socket of slow) socket.destroy();
    await expect.poll(form).toBe(200);
  });

  it('gives up what does not come', async () => {
    const port = await started({ arriveMs: 1 });
    const socket = beginning(port, 20);
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    expect(await answer).toMatch(/^HTTP\/1.1 408 .*connection: close/is);
  });

  describe('with a body that is refused for its length', () => {
    async function refusing() {
      const app = Fastify({ bodyLimit: 100, forceCloseConnections: true });
      limitBodies(app, { settings: { ...roomy, bytes: 10_000_000, bytesOfAddress: 10_000_000 }, isOn: true });
      const requests: IncomingMessage[] = [];
      app.setErrorHandler(async (_error, request, reply) => {
        requests.push(request.raw);
        discardBody(request, reply);
        return reply.code(413).send();
      });
      app.post('/', async () => 'read');
      await app.listen({ port: 0 });
      onTestFinished(() => app.close());
      return { port: getServerPort(app.server, 0), requests };
    }

    it('reads it to its end, so that its sender hears why', async () => {
      const { port, requests } = await refusing();
      // More than streams hold that nobody reads.
      expect(await post(port, 2_000_000)).toBe(413);
      await expect.poll(() => requests[0]?.readableEnded).toBe(true);
    });

    it('answers whoever waits for that before they send the rest, and the next request after it', async () => {
      const { port } = await refusing();
      const socket = beginning(port, 20);
      const chunks: string[] = [];
      socket.on('data', (data) => chunks.push(String(data)));
      await expect.poll(() => chunks.join('')).toMatch(/^HTTP\/1.1 413 /);
      const next =
        'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n"a"';
      socket.write(`${'x'.repeat(978)}"${next}`);
      await expect.poll(() => chunks.join('')).toMatch(/ 200 OK[\s\S]*read/);
    });
  });
});
