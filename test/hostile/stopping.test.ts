import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';

async function connected(url: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** Resolves when a connection has ended, in any way. */
function goneOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}

/** Sends single bytes repeatedly, but never the announced length. */
function drip(socket: Socket): void {
  const drops = setInterval(() => socket.write('x'), 200);
  socket.once('close', () => clearInterval(drops));
}

const head = 'Host: localhost\r\nContent-Type: application/json\r\n';

it('SIGTERM ends the process, whatever clients do, and refuses new ones at once', async () => {
  const server = await startServerProcess();
  const answered = await connected(server.url, `GET /healthz HTTP/1.1\r\n${head}\r\n`);
  await once(answered, 'data');
  const dripping = await connected(
    server.url,
    `POST /graphql HTTP/1.1\r\n${head}Content-Length: 900000\r\n\r\n{`,
  );
  const halfAHead = await connected(server.url, `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: `);
  const silent = await connected(server.url, '');
  // Once this is answered, the server has read the earlier data: an unread half of a head would look like an
  // idle connection.
  expect((await fetch(new URL('/healthz', server.url))).status).toBe(200);
  const order: string[] = [];
  const noting = (name: string) => (socket: Socket) =>
    goneOf(socket).then(() => {
      order.push(name);
    });
  const idle = [answered, silent].map(noting('idle'));
  const others = [dripping, halfAHead].map(noting('dripping'));
  drip(dripping);
  drip(halfAHead);

  const stopped = server.stop();
  // A connection with a complete answer is closed first; only slow ones get a grace period.
  await Promise.all(idle);
  expect(order).toEqual(['idle', 'idle']);
  await expect(fetch(new URL('/readyz', server.url))).rejects.toThrow();

  expect(await stopped).toBe(0);
  await Promise.all(others);
});

it('a request that is under way when a server stops is answered, and its connection closed', async () => {
  const server = await startServer();
  const body = JSON.stringify({ query: '{ __typename }' });
  const socket = await connected(
    server.url,
    `POST /graphql HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  const healthy = await fetch(new URL('/healthz', server.url));
  expect(healthy.status).toBe(200);
  const stopped = server.stop();
  await expect.poll(() => fetch(new URL('/healthz', server.url)).catch(() => 'refused')).toBe('refused');
  const gone = goneOf(socket);
  socket.write(body.slice(5));
  await gone;
  expect(answer).toContain('{"data":{"__typename":"Query"}}');
  expect(await stopped).toBe(0);
});
