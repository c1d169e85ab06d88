import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { InboxListView } from '../../src/api/inbox.ts';
import type { SignedInPerson } from '../../src/api/people.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-enquiry-events-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

/** Returns a function that reads the latest enquiry numbers of a person's event stream. */
async function reported({ cookie }: StudioSession): Promise<() => readonly number[]> {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const { body } = await fetch(new URL('/studio/api/events', server.url), {
    headers: { cookie },
    signal: ending.signal,
  });
  let text = '';
  const read = async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => undefined);
  return () => [...text.matchAll(/"kind":"enquiries","latest":(\d+)/g)].map(([, latest]) => Number(latest));
}

it('tells those who may see enquiries, and nobody else, that something has become of them', async () => {
  const reader = await inviteAndJoin(server.url, owner, { name: 'Reads', role: 'viewer', enquiries: 'read' });
  const other = await inviteAndJoin(server.url, owner, { name: 'Does not', role: 'publisher' });
  const me = await reader.get<SignedInPerson>('me');
  const [toReader, toOther] = [await reported(reader), await reported(other)];
  await expect.poll(toReader).toHaveLength(1);

  const { body } = await postEnquiry(server.url, sampleEnquiry);
  const reference = body.extensions?.reference ?? '';
  await expect.poll(() => toReader().at(-1)).toBe(1);
  await server.mailsDone();
  await expect
    .poll(async () => (await reader.get<InboxListView>('enquiries')).rows[0]?.delivery)
    .toBe('sent');

  // Changes by other processes are included.
  const before = toReader().length;
  await runProgram('enquiries', { SLIPWAY_DATA: data }, '--resend', reference);
  await expect.poll(() => toReader().length).toBeGreaterThan(before);

  await owner.post(`people/${me.id}/reach`, { role: 'viewer' });
  await expect.poll(async () => (await reader.ask('GET', 'enquiries')).status).toBe(403);
  await server.mailsDone();
  const toOwner = await reported(owner);
  await expect.poll(toOwner).toHaveLength(1);
  const [last, since] = [toReader().length, toOwner().length];
  await owner.post(`enquiries/${reference}/notes`, { text: 'Rang back' });
  await expect.poll(() => toOwner().length).toBeGreaterThan(since);
  expect(toReader()).toHaveLength(last);
  expect(toOther()).toEqual([]);
});

it('tells whoever is limited neither of others, nor how many there are', async () => {
  const [inside, outside] = await Promise.all([
    inviteAndJoin(server.url, owner, { name: 'In', role: 'viewer', enquiries: 'read', types: ['general'] }),
    inviteAndJoin(server.url, owner, { name: 'Out', role: 'viewer', enquiries: 'read', types: ['sales'] }),
  ]);
  const [toInside, toOutside] = [await reported(inside), await reported(outside)];
  await expect.poll(toInside).toHaveLength(1);
  await expect.poll(toOutside).toEqual([0]);
  const { body } = await postEnquiry(server.url, sampleEnquiry);
  await server.mailsDone();
  const before = toInside().length;
  await owner.post(`enquiries/${body.extensions?.reference}/notes`, { text: 'Rang back' });
  await expect.poll(() => toInside().length).toBeGreaterThan(before);
  expect(toOutside()).toEqual([0]);
});
