import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import { openUnsentChanges, transferUnsentChanges } from './unsent-changes.ts';

beforeEach(() => void vi.stubGlobal('navigator', {}));
afterEach(() => vi.unstubAllGlobals());

const change = (id: string): Change => ({ id, title: { key: 'text' }, patches: [] });
const ids = (changes: readonly Change[]) => changes.map(({ id }) => id);

/** A browser's storage with something in it. */
function storageWith(items: Readonly<Record<string, string>> = {}) {
  const held = new Map(Object.entries(items));
  const storage: Storage = {
    get length() {
      return held.size;
    },
    key: (at) => [...held.keys()][at] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, text) => void held.set(key, text),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
  return storage;
}

it('what could not be sent is there for whoever signs in again on the same page, though the new draft begins with nothing', async () => {
  const storage = storageWith();
  openUnsentChanges('ann', storage).write([change('typed')]);
  const again = openUnsentChanges('ann', storage);
  again.write([]);
  again.write([change('since')]);
  expect(ids(await again.claimAbandoned())).toEqual(['typed']);
  again.write([]);
  expect(ids(await openUnsentChanges('ann', storage).claimAbandoned())).toEqual([]);
});

it('what is typed before that was found outlives a reload as well', async () => {
  const storage = storageWith();
  openUnsentChanges('ann', storage).write([change('typed')]);
  openUnsentChanges('ann', storage).write([change('since')]);
  expect(ids(await openUnsentChanges('ann', storage).claimAbandoned())).toEqual(['typed', 'since']);
});

it('what pages that are gone have left is taken up once, in the name of its person alone', async () => {
  const storage = storageWith({
    'slipway-studio-pending:ann:gone': JSON.stringify([change('left')]),
    'slipway-studio-pending:bo:gone': JSON.stringify([change('theirs')]),
    'slipway-studio-pending:ann:damaged': '[',
  });
  expect(ids(await openUnsentChanges('ann', storage).claimAbandoned())).toEqual(['left']);
  expect(ids(await openUnsentChanges('ann', storage).claimAbandoned())).toEqual([]);
  expect(ids(await openUnsentChanges('bo', storage).claimAbandoned())).toEqual(['theirs']);
});

it('what pages that are gone have left stays for the next draft where the page left the one that looked for it', async () => {
  const storage = storageWith({ 'slipway-studio-pending:cy:gone': JSON.stringify([change('left')]) });
  const first = openUnsentChanges('cy', storage);
  const taken = first.claimAbandoned();
  first.release();
  expect(await taken).toEqual([]);
  const [second, third] = [openUnsentChanges('cy', storage), openUnsentChanges('cy', storage)];
  expect(await second.claimAbandoned()).toEqual([]);
  expect(ids(await third.claimAbandoned())).toEqual(['left']);
});

it('what a draft that was left is told late takes away what was sent, and brings nothing back', async () => {
  const storage = storageWith();
  const first = openUnsentChanges('dee', storage);
  first.write([change('sent'), change('waits')]);
  first.release();
  first.write([change('waits')]);
  expect(ids(await openUnsentChanges('dee', storage).claimAbandoned())).toEqual(['waits']);
  // Another draft of the page is what counts.
  first.write([change('waits'), change('old')]);
  openUnsentChanges('dee', storage).write([]);
  const left = openUnsentChanges('dee', storage);
  left.write([change('taken')]);
  left.release();
  storage.clear();
  left.write([change('taken')]);
  expect(ids(await openUnsentChanges('dee', storage).claimAbandoned())).toEqual([]);
});

it('what was handed over is kept in nobody else’s name', async () => {
  const storage = storageWith();
  const own = openUnsentChanges('eve', storage);
  own.write([change('typed')]);
  transferUnsentChanges('eve', 'fay', storage);
  own.write([change('typed')]);
  expect(ids(await openUnsentChanges('fay', storage).claimAbandoned())).toEqual(['typed']);
  expect(ids(await openUnsentChanges('eve', storage).claimAbandoned())).toEqual([]);
});

it('another page of its person takes up what was left as soon as the draft is not drawn any more', async () => {
  const held = new Map<string, Promise<unknown>>();
  const locks = {
    request(name: string, hold: () => Promise<unknown>) {
      const done = hold();
      held.set(name, done);
      return done.then(() => held.delete(name));
    },
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
  };
  vi.stubGlobal('navigator', { locks });
  const storage = storageWith();
  const left = openUnsentChanges('gus', storage);
  left.write([change('typed')]);
  vi.resetModules();
  const { openUnsentChanges: keepingOfOtherPage } = await import('./unsent-changes.ts');
  expect(await keepingOfOtherPage('gus', storage).claimAbandoned()).toEqual([]);
  left.release();
  await vi.waitFor(() => expect(held.size).toBe(1));
  expect(ids(await keepingOfOtherPage('gus', storage).claimAbandoned())).toEqual(['typed']);
});

it('a browser that keeps nothing is gone without', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const forbidden = {
    ...storageWith(),
    getItem: refuse,
    setItem: refuse,
    removeItem: refuse,
    key: refuse,
    length: 1,
  };
  const keeping = openUnsentChanges('ann', forbidden);
  keeping.write([change('typed')]);
  expect(await keeping.claimAbandoned()).toEqual([]);
});
