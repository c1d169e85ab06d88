import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSettings } from '../../src/server/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { newEntry } from '../../src/server/store/testing/new-entry.ts';
import type { Me } from '../../src/studio/protocol-people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { joined, type StudioSession, sessionWith, signInTo } from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-export-right-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
/** Together far more than a connection holds that nobody reads. */
const many = serverSettings.desk.exportBatch * 5;
const message = 'x'.repeat(20_000);

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  const store = openSqliteStore({ dataFolder: data, settings: serverSettings });
  for (let index = 0; index < many; index += 100)
    await Promise.all(Array.from({ length: 100 }, () => store.accept(newEntry({ values: { message } }))));
  await store.close();
  server = await startServer({ env });
  owner = sessionWith(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

/** An export that has begun, and of which nothing is read yet. */
function begun(person: StudioSession): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL('/studio/api/enquiries/export?format=json', server.url);
    get(url, { headers: { cookie: person.cookie }, agent: false }, resolve).once('error', reject);
  });
}

async function readOn(response: IncomingMessage): Promise<{ text: string; isWhole: boolean }> {
  let text = '';
  try {
    for await (const part of response.setEncoding('utf8')) text += part;
    return { text, isWhole: response.complete };
  } catch {
    return { text, isWhole: false };
  }
}

it('ends an export with the right that it was begun with, and no other', async () => {
  const person = await joined(server.url, owner, { name: 'Slow', role: 'viewer', enquiries: 'handle' });
  const { id } = await person.get<Me>('me');
  const [theirs, ours] = await Promise.all([begun(person), begun(owner)]);
  await owner.post(`people/${id}/reach`, { role: 'viewer' });
  const [ended, whole] = await Promise.all([readOn(theirs), readOn(ours)]);
  expect(ended.isWhole).toBe(false);
  expect(() => JSON.parse(ended.text)).toThrow();
  expect(JSON.parse(whole.text)).toHaveLength(many);
  await expect.poll(server.logged).toContain('"event":"enquiries-export-ended"');
  expect(server.logged()).not.toContain('"level":"error"');
});
