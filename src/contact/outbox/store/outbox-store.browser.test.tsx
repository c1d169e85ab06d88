import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';
import { openOutboxStore } from './outbox-store.ts';

beforeEach(deleteDatabase);
afterEach(() => vi.restoreAllMocks());

describe('openOutboxStore', () => {
  it('stores enquiries and photos until they are removed', async () => {
    const store = await openOutboxStore();
    const [one, other] = [
      createWaitingEnquiry({ id: 'a', until: 2 }),
      createWaitingEnquiry({ id: 'b', until: 1 }),
    ];
    await store.put(one);
    await store.put(other);
    await store.putPhoto('a', 'photo-1', new Uint8Array([1, 2, 3]).buffer);
    await store.putPhoto('b', 'photo-1', new Uint8Array([4]).buffer);
    store.close();
    const reopened = await openOutboxStore();
    expect(await reopened.list()).toEqual([other, one]);
    expect(await reopened.get('a')).toEqual(one);
    expect(new Uint8Array((await reopened.getPhoto('a', 'photo-1')) ?? new ArrayBuffer())).toEqual(
      new Uint8Array([1, 2, 3]),
    );
    await reopened.remove('a');
    expect([await reopened.list(), await reopened.getPhoto('a', 'photo-1')]).toEqual([[other], undefined]);
    expect((await reopened.getPhoto('b', 'photo-1'))?.byteLength).toBe(1);
    reopened.close();
  });

  it('writes nothing of an enquiry in the clear, and a key that no script can read', async () => {
    const store = await openOutboxStore();
    await store.put(createWaitingEnquiry({ entered: { message: 'The keel knocks' } }));
    store.close();
    const { keys, enquiries } = await readAll();
    expect(keys.map((key) => key instanceof CryptoKey && key.extractable)).toEqual([false]);
    const [stored] = enquiries as readonly Record<string, unknown>[];
    expect(Object.keys(stored ?? {}).toSorted()).toEqual(['data', 'id', 'iv', 'until']);
    expect(new TextDecoder().decode(stored?.data as ArrayBuffer)).not.toContain('keel');
  });

  it('deletes what it cannot read, and returns the rest', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const store = await openOutboxStore();
    const whole = createWaitingEnquiry({ id: 'whole' });
    await store.put(whole);
    await writeRaw(
      { id: 'damaged', until: 1, iv: new Uint8Array(12), data: new ArrayBuffer(4) },
      { id: 'odd' },
    );
    expect(await store.list()).toEqual([whole]);
    store.close();
    expect((await readAll()).enquiries).toHaveLength(1);
  });

  it('uses the key of whichever tab was first', async () => {
    const [one, other] = await Promise.all([openOutboxStore(), openOutboxStore()]);
    const enquiry = createWaitingEnquiry({});
    await one.put(enquiry);
    expect(await other.list()).toEqual([enquiry]);
    one.close();
    other.close();
  });

  it('replaces a database of another making', async () => {
    await upgradeRaw(7);
    const store = await openOutboxStore();
    expect(await store.list()).toEqual([]);
    store.close();
  });

  it('leaves the database of a newer release alone', async () => {
    await keepOne();
    await upgradeRaw(2);
    await expect(openOutboxStore()).rejects.toThrow('newer release');
    expect((await readAll()).enquiries).toHaveLength(1);
  });

  it('replaces a database without its object stores', async () => {
    await upgradeRaw(1);
    const store = await openOutboxStore();
    expect(await store.list()).toEqual([]);
    store.close();
  });

  it.each(['QuotaExceededError', 'AbortError', 'InvalidStateError'])(
    'deletes nothing if the browser cannot open the database at the moment (%s)',
    async (name) => {
      await keepOne();
      const { open } = IDBFactory.prototype;
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(() => {
        const opening = { error: new DOMException('Not now', name), onerror() {} };
        setTimeout(() => opening.onerror());
        return opening as unknown as IDBOpenDBRequest;
      });
      await expect(openOutboxStore()).rejects.toThrow('Not now');
      IDBFactory.prototype.open = open;
      expect((await readAll()).enquiries).toHaveLength(1);
    },
  );

  it.each([
    ['rubbish', () => 'rubbish'],
    [
      'the key of something else',
      () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
    ],
  ])('replaces %s in place of its key', async (_what, createKey) => {
    (await openOutboxStore()).close();
    const key = await createKey();
    const db = await openRaw();
    const write = db.transaction('keys', 'readwrite');
    write.objectStore('keys').put(key, 1);
    await new Promise((resolve) => {
      write.oncomplete = resolve;
    });
    db.close();
    const store = await openOutboxStore();
    const enquiry = createWaitingEnquiry({});
    await store.put(enquiry);
    expect(await store.list()).toEqual([enquiry]);
    store.close();
  });
});

async function keepOne(): Promise<void> {
  const store = await openOutboxStore();
  await store.put(createWaitingEnquiry({}));
  store.close();
}

/** Opens the database with a version, as another script or another release does. */
function upgradeRaw(version: number): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('slipway-outbox', version);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
}

function deleteDatabase(): Promise<void> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase('slipway-outbox');
    deleting.onsuccess = () => resolve();
  });
}

function openRaw(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('slipway-outbox');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function readAll() {
  const db = await openRaw();
  const names = ['keys', 'enquiries', 'photos'] as const;
  const transaction = db.transaction(names);
  const requests = names.map((name) => transaction.objectStore(name).getAll());
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
  const [keys = [], enquiries = [], photos = []] = requests.map(({ result }) => result as unknown[]);
  return { keys, enquiries, photos };
}

async function writeRaw(...records: readonly object[]): Promise<void> {
  const db = await openRaw();
  const transaction = db.transaction('enquiries', 'readwrite');
  for (const record of records) transaction.objectStore('enquiries').put(record);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  db.close();
}
