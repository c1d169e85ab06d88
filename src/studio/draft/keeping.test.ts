import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Change } from '#engine/editing/index.ts';
import { keepingOf } from './keeping.ts';

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
