import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

// Thousands of requests in one packet, whose answers nobody reads: 60 kB caused 100 MB of buffered pages.

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

function sending(requests: number): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write('GET /contact HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
  return socket;
}

it('some requests of one connection are answered, one after the other', async () => {
  const socket = sending(4);
  let answers = '';
  socket.on('data', (data) => {
    answers += data;
  });
  await expect.poll(() => answers.match(/HTTP\/1\.1 200/g)?.length).toBe(4);
  socket.destroy();
});

it('a connection that brings very many is closed', async () => {
  const sockets = Array.from({ length: 20 }, () => sending(1500));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.resume();
      // Not `once`, which rejects if the server resets the connection: that closes it as well.
      await new Promise((resolve) => socket.once('close', resolve));
    }),
  );
  expect((await fetch(new URL('/contact', server.url))).status).toBe(200);
});
