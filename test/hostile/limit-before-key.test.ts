import { afterAll, beforeAll, expect, it } from 'vitest';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { sampleEnquiry } from './support/enquiry.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const sendAs = (key: string) =>
  postEnquiry(server.url, sampleEnquiry, { headers: { 'idempotency-key': key } });

it('a repeat of an answered enquiry gets its answer, limit or not, and does not count', async () => {
  const first = await sendAs('first');
  const repeats = await Promise.all(Array.from({ length: 60 }, () => sendAs('first')));
  expect(new Set(repeats.map(({ body }) => body.extensions?.reference))).toEqual(
    new Set([first.body.extensions?.reference]),
  );

  const others: number[] = [];
  for (let count = 0; others.at(-1) !== 429; count += 1) others.push((await sendAs(`other ${count}`)).status);
  expect(others).toHaveLength(30);

  const again = await sendAs('first');
  expect([again.status, again.body.extensions]).toEqual([200, first.body.extensions]);
  expect(await server.enquiries()).toHaveLength(30);
});
