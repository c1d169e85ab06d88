import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import { handOver, keepingOf } from './keeping.ts';

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
  keepingOf('ann', storage).write([change('typed')]);
  const again = keepingOf('ann', storage);
  again.write([]);
  again.write([change('since')]);
  expect(ids(await again.takeUp())).toEqual(['typed']);
  again.write([]);
  expect(ids(await keepingOf('ann', storage).takeUp())).toEqual([]);
});

it('what is typed before that was found outlives a reload as well', async () => {
  const storage = storageWith();
  keepingOf('ann', storage).write([change('typed')]);
  keepingOf('ann', storage).write([change('since')]);
  expect(ids(await keepingOf('ann', storage).takeUp())).toEqual(['typed', 'since']);
});

it('what pages that are gone have left is taken up once, in the name of its person alone', async () => {
  const storage = storageWith({
    'slipway-studio-pending:ann:gone': JSON.stringify([change('left')]),
    'slipway-studio-pending:bo:gone': JSON.stringify([change('theirs')]),
    'slipway-studio-pending:ann:damaged': '[',
  });
  expect(ids(await keepingOf('ann', storage).takeUp())).toEqual(['left']);
  expect(ids(await keepingOf('ann', storage).takeUp())).toEqual([]);
  expect(ids(await keepingOf('bo', storage).takeUp())).toEqual(['theirs']);
});

it('what pages that are gone have left stays for the next draft where the page left the one that looked for it', async () => {
  const storage = storageWith({ 'slipway-studio-pending:cy:gone': JSON.stringify([change('left')]) });
  const first = keepingOf('cy', storage);
  const taken = first.takeUp();
  first.stop();
  expect(await taken).toEqual([]);
  const [second, third] = [keepingOf('cy', storage), keepingOf('cy', storage)];
  expect(await second.takeUp()).toEqual([]);
  expect(ids(await third.takeUp())).toEqual(['left']);
});

it('what a draft that was left is told late takes away what was sent, and brings nothing back', async () => {
  const storage = storageWith();
  const first = keepingOf('dee', storage);
  first.write([change('sent'), change('waits')]);
  first.stop();
  first.write([change('waits')]);
  expect(ids(await keepingOf('dee', storage).takeUp())).toEqual(['waits']);
  // Another draft of the page is what counts.
  first.write([change('waits'), change('old')]);
  keepingOf('dee', storage).write([]);
  const left = keepingOf('dee', storage);
  left.write([change('taken')]);
  left.stop();
  storage.clear();
  left.write([change('taken')]);
  expect(ids(await keepingOf('dee', storage).takeUp())).toEqual([]);
});

it('what was handed over is kept in nobody else’s name', async () => {
  const storage = storageWith();
  const own = keepingOf('eve', storage);
  own.write([change('typed')]);
  handOver('eve', 'fay', storage);
  own.write([change('typed')]);
  expect(ids(await keepingOf('fay', storage).takeUp())).toEqual(['typed']);
  expect(ids(await keepingOf('eve', storage).takeUp())).toEqual([]);
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
  const left = keepingOf('gus', storage);
  left.write([change('typed')]);
  vi.resetModules();
  const { keepingOf: keepingOfOtherPage } = await import('./keeping.ts');
  expect(await keepingOfOtherPage('gus', storage).takeUp()).toEqual([]);
  left.stop();
  await vi.waitFor(() => expect(held.size).toBe(1));
  expect(ids(await keepingOfOtherPage('gus', storage).takeUp())).toEqual(['typed']);
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
  const keeping = keepingOf('ann', forbidden);
  keeping.write([change('typed')]);
  expect(await keeping.takeUp()).toEqual([]);
});
