import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEnquiryDraftStore, toDraftKey } from './draft-store.ts';

const key = toDraftKey('/contact', 'contact-form');
const draft = { values: { name: 'Ann' }, attempt: { key: 'k', fingerprint: 'f' } };

describe('createEnquiryDraftStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps the last of several drafts, written once a moment', () => {
    const storage = memory();
    const store = storeOn(storage);
    store.write(() => ({ values: { name: 'A' } }));
    store.write(() => ({ values: { name: 'An' } }));
    store.write(() => draft);
    expect(storage.writes).toBe(0);
    vi.advanceTimersByTime(200);
    expect(storage.writes).toBe(1);
    expect(storeOn(storage).read()).toEqual(draft);
  });

  it('writes at once when it is flushed, and not again', () => {
    const storage = memory();
    const store = storeOn(storage);
    store.write(() => draft);
    store.flush();
    expect(storeOn(storage).read()).toEqual(draft);
    vi.runAllTimers();
    expect(storage.writes).toBe(1);
  });

  it('knows what still waits to be written', () => {
    const store = storeOn(memory());
    store.write(() => draft);
    expect(store.read()).toEqual(draft);
  });

  it('forgets for good, also what waited', () => {
    const storage = memory();
    const store = storeOn(storage);
    store.write(() => draft);
    store.flush();
    store.write(() => draft);
    store.clear();
    vi.runAllTimers();
    expect(storage.items.size).toBe(0);
    expect(store.read()).toBe(undefined);
  });

  it.each(['{"values":', '"text"', '[]', 'null', '{}', '{"values":[1]}'])(
    'takes %s for no draft',
    (stored) => {
      expect(storeOn(memory([[key, stored]])).read()).toBe(undefined);
    },
  );

  it('drops an attempt that is none', () => {
    const stored = '{"values":{"name":"Ann"},"attempt":{"key":1}}';
    expect(storeOn(memory([[key, stored]])).read()).toEqual({ values: { name: 'Ann' } });
  });

  it('drops a choice of branches that is none', () => {
    const good = { path: ['drive', 0], branch: 1, left: { 0: { masts: 3 } } };
    const branches = {
      good,
      old: 1,
      list: [],
      placeless: { ...good, path: 'drive' },
      odd: { ...good, branch: '1' },
      below: { ...good, branch: -1 },
    };
    const stored = JSON.stringify({ values: {}, branches });
    expect(storeOn(memory([[key, stored]])).read()).toEqual({ values: {}, branches: { good } });
  });

  it('keeps what was entered without what is in branches that were left, where there is room for no more', () => {
    const storage = memory();
    const setItem = (name: string, value: string) => {
      if (value.length > 1000) throw new DOMException('no', 'QuotaExceededError');
      storage.setItem(name, value);
    };
    const store = storeOn({ ...storage, setItem });
    const drive = { path: ['drive'], branch: 1, left: { 0: { about: 'x'.repeat(1000) } } };
    store.write(() => ({ ...draft, branches: { drive } }));
    store.flush();
    const stored = { ...draft, branches: { drive: { ...drive, left: {} } } };
    expect(storeOn(storage).read()).toEqual(stored);
  });

  it('does without a storage that is full or forbidden', () => {
    const refuse = () => {
      throw new DOMException('no', 'QuotaExceededError');
    };
    const full = storeOn({ getItem: () => null, setItem: refuse, removeItem: refuse });
    full.write(() => draft);
    expect(() => full.flush()).not.toThrow();
    expect(() => full.clear()).not.toThrow();
    const forbidden = createEnquiryDraftStore({ storage: refuse, key, delayMs: 1 });
    forbidden.write(() => draft);
    vi.runAllTimers();
    expect(forbidden.read()).toBe(undefined);
  });
});

function storeOn(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return createEnquiryDraftStore({ storage: () => storage, key, delayMs: 200 });
}

function memory(entries: readonly (readonly [string, string])[] = []) {
  const items = new Map(entries);
  return {
    items,
    writes: 0,
    getItem: (name: string) => items.get(name) ?? null,
    setItem(name: string, value: string) {
      this.writes += 1;
      items.set(name, value);
    },
    removeItem: (name: string) => void items.delete(name),
  };
}
