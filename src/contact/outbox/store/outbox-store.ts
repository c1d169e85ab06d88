import type { WaitingEnquiry } from './waiting-enquiry.ts';

/**
 * Stores waiting enquiries in IndexedDB, for pages and service workers. Everything but id and time is encrypted with a
 * key that no script can read, so that a copy of the browser's files shows nothing.
 */
export interface OutboxStore {
  /** Adds or replaces an enquiry. */
  readonly put: (enquiry: WaitingEnquiry) => Promise<void>;
  /** Replaces an enquiry. Resolves to false if it was deleted: it is then not added. */
  readonly replace: (enquiry: WaitingEnquiry) => Promise<boolean>;
  /** Returns all enquiries, the oldest first. Deletes those that cannot be read. */
  readonly list: () => Promise<readonly WaitingEnquiry[]>;
  /** Returns one enquiry; undefined if it was deleted, or cannot be read. */
  readonly get: (id: string) => Promise<WaitingEnquiry | undefined>;
  /** Deletes an enquiry and its photos. */
  readonly remove: (id: string) => Promise<void>;
  /** Deletes the receipt of an enquiry that was sent. Resolves to true in one of all pages that do so at once. */
  readonly takeReceipt: (id: string) => Promise<boolean>;
  readonly putPhoto: (id: string, fileID: string, data: ArrayBuffer) => Promise<void>;
  /** Returns the data of a photo; undefined if it was deleted, or cannot be read. */
  readonly getPhoto: (id: string, fileID: string) => Promise<ArrayBuffer | undefined>;
  readonly removePhotos: (id: string) => Promise<void>;
  readonly close: () => void;
}

export const databaseName = 'slipway-outbox' as const;

/** A stored enquiry. */
interface SealedEnquiry extends Sealed {
  readonly id: string;
  readonly until: number;
}

/** A stored photo. */
interface SealedPhoto extends Sealed {
  /** The ids of the enquiry and of the file. */
  readonly id: readonly [string, string];
}

/** Data that AES-GCM has encrypted. */
interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/**
 * Opens the store. Rejects if the browser forbids or lacks what it needs, for example on pages without TLS or on a full
 * disk, and if a newer release has changed the database. A damaged one, or one of another making, is deleted and created
 * again.
 */
export async function openOutboxStore(): Promise<OutboxStore> {
  const db = (await openUndamaged()) ?? (await recreateDatabase());
  // A page of a newer release may have to change the database.
  db.onversionchange = () => db.close();
  try {
    return createOutboxStore(db, await getKey(db));
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Returns the database; undefined if it is damaged or of another making. Rejects if it cannot be opened now. */
async function openUndamaged(): Promise<IDBDatabase | undefined> {
  try {
    const db = await openDatabase();
    if (hasStores(db)) return db;
    db.close();
    return undefined;
  } catch (error) {
    const { name } = error as DOMException;
    // Browsers report damaged files as `UnknownError`.
    if (name === 'UnknownError') return undefined;
    if (name !== 'VersionError') throw error;
    const newer = await toPromise(indexedDB.open(databaseName));
    newer.close();
    if (!hasStores(newer)) return undefined;
    throw new Error('A newer release has changed the stored enquiries; reload the page', { cause: error });
  }
}

async function recreateDatabase(): Promise<IDBDatabase> {
  await toPromise(indexedDB.deleteDatabase(databaseName));
  return openDatabase();
}

function hasStores({ objectStoreNames }: IDBDatabase): boolean {
  return ['keys', 'enquiries', 'photos'].every((name) => objectStoreNames.contains(name));
}

function createOutboxStore(db: IDBDatabase, key: CryptoKey): OutboxStore {
  async function seal(enquiry: WaitingEnquiry): Promise<SealedEnquiry> {
    const { id, until } = enquiry;
    const data = new TextEncoder().encode(JSON.stringify(enquiry));
    return { id, until, ...(await encrypt(key, data.buffer)) };
  }

  /** Decrypts an enquiry. If that fails, deletes it and returns undefined. */
  async function open(sealed: SealedEnquiry | undefined): Promise<WaitingEnquiry | undefined> {
    if (sealed === undefined) return undefined;
    try {
      return JSON.parse(new TextDecoder().decode(await decrypt(key, sealed))) as WaitingEnquiry;
    } catch (error) {
      console.error('Cannot read a stored enquiry; it is deleted:', error);
      await remove(sealed.id);
      return undefined;
    }
  }

  async function removePhotos(id: string): Promise<void> {
    await run(db, 'photos', 'readwrite', (photos) => photos.delete(IDBKeyRange.bound([id], [id, []])));
  }

  async function remove(id: string): Promise<void> {
    await removePhotos(id);
    await run(db, 'enquiries', 'readwrite', (enquiries) => enquiries.delete(id));
  }

  return {
    async put(enquiry) {
      const sealed = await seal(enquiry);
      await run(db, 'enquiries', 'readwrite', (enquiries) => enquiries.put(sealed));
    },
    async replace(enquiry) {
      const sealed = await seal(enquiry);
      return changeIfPresent(db, sealed.id, (enquiries) => enquiries.put(sealed));
    },
    async list() {
      const sealed = await run<SealedEnquiry[]>(db, 'enquiries', 'readonly', (all) => all.getAll());
      const opened = await Promise.all(sealed.map(open));
      return opened.filter((one) => one !== undefined).toSorted((one, other) => one.until - other.until);
    },
    get: async (id) => open(await run(db, 'enquiries', 'readonly', (enquiries) => enquiries.get(id))),
    remove,
    takeReceipt: (id) => changeIfPresent(db, id, (enquiries) => enquiries.delete(id)),
    async putPhoto(id, fileID, data) {
      const sealed: SealedPhoto = { id: [id, fileID], ...(await encrypt(key, data)) };
      await run(db, 'photos', 'readwrite', (photos) => photos.put(sealed));
    },
    async getPhoto(id, fileID) {
      const sealed = await run<SealedPhoto | undefined>(db, 'photos', 'readonly', (photos) =>
        photos.get([id, fileID]),
      );
      return sealed && decrypt(key, sealed).catch(() => undefined);
    },
    removePhotos,
    close: () => db.close(),
  };
}

/** Opens the database, and creates its object stores if it is new. */
function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('keys');
    for (const name of ['enquiries', 'photos']) opening.result.createObjectStore(name, { keyPath: 'id' });
  };
  return toPromise(opening);
}

/** Returns the key of this browser, which the first call creates. No script can read it. */
async function getKey(db: IDBDatabase): Promise<CryptoKey> {
  const stored = await run<unknown>(db, 'keys', 'readonly', (keys) => keys.get(1));
  if (isKey(stored)) return stored;
  const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  await run<unknown>(
    db,
    'keys',
    'readwrite',
    (keys) => keys.get(1),
    // Another tab may have created one meanwhile.
    (found, keys) => isKey(found) || keys.put(created, 1),
  );
  const key = await run<unknown>(db, 'keys', 'readonly', (keys) => keys.get(1));
  if (isKey(key)) return key;
  throw new Error('Cannot store a key in this browser; send the enquiry while the page is open');
}

/** Returns true for a key of this store. Other scripts of the origin may store anything. */
function isKey(value: unknown): value is CryptoKey {
  return (
    value instanceof CryptoKey &&
    value.algorithm.name === 'AES-GCM' &&
    ['encrypt', 'decrypt'].every((use) => value.usages.includes(use as KeyUsage))
  );
}

async function encrypt(key: CryptoKey, data: ArrayBuffer): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, data) };
}

function decrypt(key: CryptoKey, { iv, data }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
}

/** Changes a stored enquiry in one transaction. Resolves to false if it was deleted: nothing is then changed. */
async function changeIfPresent(
  db: IDBDatabase,
  id: string,
  change: (enquiries: IDBObjectStore) => void,
): Promise<boolean> {
  const count = await run<number>(
    db,
    'enquiries',
    'readwrite',
    (enquiries) => enquiries.count(id),
    (found, enquiries) => found > 0 && change(enquiries),
  );
  return count > 0;
}

/**
 * Runs one request in a transaction, and resolves to its result when that is on the disk.
 * @param next Makes another request in the same transaction. An error that an event handler throws would reach nobody
 * who waits.
 */
function run<Result>(
  db: IDBDatabase,
  name: 'keys' | 'enquiries' | 'photos',
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
  next?: (result: Result, store: IDBObjectStore) => unknown,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(name, mode);
    const store = transaction.objectStore(name);
    const requested = request(store);
    requested.onsuccess = () => {
      try {
        next?.(requested.result as Result, store);
      } catch (error) {
        reject(error);
      }
    };
    transaction.oncomplete = () => resolve(requested.result as Result);
    transaction.onabort = () => reject(transaction.error ?? requested.error);
  });
}

/** Resolves to the result of a request outside of transactions. */
function toPromise<Result>(request: IDBOpenDBRequest & IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('Another tab uses the stored enquiries; close it'));
  });
}
