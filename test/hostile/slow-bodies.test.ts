import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/config/settings.ts';
import { send } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { anEnquiry } from './support/enquiry.ts';

// Bodies of a megabyte, sent but for their last byte, on more connections than a server has room for.

const { bytesOfAddress } = serverSettings.bodies;
const bodyBytes = 1_000_000;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const enquiryFrom = async (address: string) =>
  (await send(server.url, anEnquiry, { headers: { 'x-forwarded-for': address } })).status;

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
