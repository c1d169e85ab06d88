import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SignedInPerson } from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  ownPage,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-export-right-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
/** More than one batch, and more than the buffer of a connection that nobody reads. */
const many = serverSettings.desk.exportBatch * 2 + 100;
const entries = 600;
const ada = { email: 'ada@example.org', values: { message: 'x'.repeat(200_000) } };
const others = { email: 'ben@example.org', values: { message: 'x' } };

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  const store = openSqliteStore({ dataFolder: data, settings: serverSettings });
  for (let index = 0; index < many; index += 100)
    // One in ten is Ada's: the time of an archive depends on the number of enquiries rather than on bytes.
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => {
        const { email, values } = at % 10 === 0 ? ada : others;
        return store.accept(createEntry({ visitor: { name: 'Ada', email }, values }));
      }),
    );
  const entry = { at: 0, action: 'signed-in', who: { name: 'Ada' }, about: 'x'.repeat(30_000) } as const;
  await Promise.all(Array.from({ length: entries }, () => store.addAuditEntry(entry)));
  await store.close();
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

/** A started download of which nothing has been read. */
function begun(person: StudioSession, path = 'enquiries/export?format=json', body?: unknown) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(
      new URL(`/studio/api/${path}`, server.url),
      {
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body !== undefined && ownPage), cookie: person.cookie },
      },
      resolve,
    );
    asked.once('error', reject).end(body && JSON.stringify(body));
  });
}

async function readOn(response: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part);
    return { bytes: Buffer.concat(parts), isWhole: response.complete };
  } catch {
    return { bytes: Buffer.concat(parts), isWhole: false };
  }
}

it('ends an export with the right that it was begun with, and no other', async () => {
  const person = await inviteAndJoin(server.url, owner, {
    name: 'Slow',
    role: 'viewer',
    enquiries: 'handle',
  });
  const { id } = await person.get<SignedInPerson>('me');
  const [theirs, ours] = await Promise.all([begun(person), begun(owner)]);
  await owner.post(`people/${id}/reach`, { role: 'viewer' });
  const [ended, whole] = await Promise.all([readOn(theirs), readOn(ours)]);
  expect(ended.isWhole).toBe(false);
  expect(() => JSON.parse(ended.bytes.toString())).toThrow();
  expect(JSON.parse(whole.bytes.toString())).toHaveLength(many);
  await expect.poll(server.logged).toContain('"event":"enquiries-export-ended"');
  expect(server.logged()).not.toContain('"level":"error"');
});

it('ends a person’s archive likewise', async () => {
  const person = await inviteAndJoin(server.url, owner, {
    name: 'Slower',
    role: 'viewer',
    enquiries: 'erase',
  });
  const { id } = await person.get<SignedInPerson>('me');
  const archive = (by: StudioSession) => begun(by, 'privacy/person/export', { email: ada.email });
  const [theirs, ours] = await Promise.all([archive(person), archive(owner)]);
  await owner.post(`people/${id}/reach`, { role: 'viewer', enquiries: 'handle' });
  const [ended, whole] = await Promise.all([readOn(theirs), readOn(ours)]);
  expect(ended.isWhole).toBe(false);
  expect(Object.keys(unzipSync(whole.bytes))).toContain('person.json');
  await expect.poll(server.logged).toContain('"event":"person-export-ended"');
  expect(server.logged()).not.toContain('"level":"error"');
});

it('ends the file of the audit log likewise', async () => {
  const person = await inviteAndJoin(server.url, owner, { name: 'Slowest', role: 'owner' });
  const { id } = await person.get<SignedInPerson>('me');
  const theirs = await begun(person, 'audit/export?format=jsonl');
  await owner.post(`people/${id}/reach`, { role: 'publisher' });
  expect((await readOn(theirs)).isWhole).toBe(false);
  await expect.poll(server.logged).toContain('"event":"audit-export-ended"');
  expect(server.logged()).not.toContain('"level":"error"');
});
