import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

// Bodies of a megabyte without their last byte, on more connections than a server allows, and forms that
// never end.

const { bytesOfAddress, formsOfAddress } = serverSettings.bodies;
const bodyBytes = 1_000_000;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const enquiryFrom = async (address: string) =>
  (await postEnquiry(server.url, sampleEnquiry, { headers: { 'x-forwarded-for': address } })).status;

function sendAlmost(address: string): { readonly socket: Socket; readonly answer: Promise<string> } {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    `Content-Length: ${bodyBytes + 1}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${' '.repeat(bodyBytes)}`);
  socket.on('error', () => undefined);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)));
    socket.once('close', () => resolve(''));
  });
  return { socket, answer };
}

it('one address has only its share of what is held, and everybody else is served', async () => {
  const connections = Array.from({ length: 2 * Math.ceil(bytesOfAddress / bodyBytes) }, () =>
    sendAlmost('192.0.2.1'),
  );
  const refused = await Promise.any(
    connections.map(async ({ answer }) => (/ 429 /.test(await answer) ? true : Promise.reject())),
  );
  expect(refused).toBe(true);
  expect(await enquiryFrom('192.0.2.2')).toBe(200);
  for (const { socket } of connections) socket.destroy();
  await expect.poll(() => enquiryFrom('192.0.2.1')).toBe(200);
});

it('one address has only so many forms in parts under way, and is told so by a page', async () => {
  const { hostname, port } = new URL(server.url);
  const sockets = Array.from({ length: formsOfAddress + 1 }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    const head = [
      'POST /contact HTTP/1.1',
      'Host: localhost',
      'X-Forwarded-For: 192.0.2.3',
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${bodyBytes}`,
    ];
    const field = '--b\r\nContent-Disposition: form-data; name="message"\r\n\r\n';
    socket.write(`${head.join('\r\n')}\r\n\r\n${field}${'x'.repeat(1000)}`);
    return socket;
  });
  const redraw = async (from: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ 'change-type': '1', enquiry_type: '3' }))
      body.append(name, value);
    return fetch(new URL('/contact', server.url), {
      method: 'POST',
      headers: { accept: 'text/html', 'x-forwarded-for': from },
      body,
    });
  };
  // Once one is refused, the others are pending: an earlier post would take a slot of theirs.
  await Promise.any(sockets.map((socket) => once(socket, 'data')));
  const refused = await redraw('192.0.2.3');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Leave this page open and reload it');
  expect((await redraw('192.0.2.4')).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  // Once a second, because the posts of an address are limited.
  await expect.poll(async () => (await redraw('192.0.2.3')).status, { interval: 1000 }).toBe(200);
});
