import type { Change } from '#engine/editing/index.ts';
import type { UnsentChangesStorage } from './draft-store.ts';
import { createRandomId } from './random-id.ts';

const byPrefix = 'slipway-studio-by:';
const pendingPrefix = 'slipway-studio-pending:';

/** The id of this page. Each open page stores its unsent changes under an own key. */
const pageId = createRandomId();

/**
 * Creates the storage for a person's unsent changes in this browser. Stored changes are sent to the draft
 * that is current then, even if another one was published meanwhile. They are stored per person, so that they
 * are never sent in the name of somebody else who uses the same browser.
 */
export function openUnsentChanges(person: string, storage: Storage = localStorage): UnsentChangesStorage {
  const own = getOwnStorageKey(person);
  const writer = Symbol(person);
  writers.set(own, writer);
  let isStopped = false;
  const ended = Promise.withResolvers<void>();
  // The lock is held while the draft is shown (Web Locks API). It shows other pages that this one still sends
  // its changes. Without locks, two pages may send the same change; the server accepts it once.
  void navigator.locks?.request(own, () => ended.promise);
  /**
   * Changes that this page stored before its person signed in again. They are written again until they are
   * claimed.
   */
  let before = readStoredChanges(own, storage);
  return {
    by: getBrowserId(person, storage),
    async claimAbandoned() {
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      const living = new Set(held.map(({ name }) => name));
      // The abandoned changes belong to the draft that is shown now.
      if (isStopped || writers.get(own) !== writer) return [];
      try {
        const left = listStorageKeys(person, storage).filter((key) => key !== own && !living.has(key));
        const changes = [...before, ...left.flatMap((key) => parseChanges(storage.getItem(key)))];
        for (const key of left) storage.removeItem(key);
        before = [];
        return changes;
      } catch {
        return [];
      }
    },
    write(pending) {
      if (writers.get(own) !== writer) return;
      try {
        // Another page may have claimed the stored changes meanwhile. Claimed ones must not be written again.
        const there = isStopped ? new Set(readStoredChanges(own, storage).map(({ id }) => id)) : undefined;
        const remaining = [...before, ...pending].filter(({ id }) => there?.has(id) ?? true);
        if (remaining.length === 0) storage.removeItem(own);
        else storage.setItem(own, JSON.stringify(remaining));
      } catch {
        // Without storage, changes are still sent within a second.
      }
    },
    release() {
      isStopped = true;
      ended.resolve();
    },
  };
}

/** The storage that was opened last for each key of this page. Only this one may write. */
const writers = new Map<string, symbol>();

/**
 * Transfers the changes that this page stored for a person to another person, who has accepted them and in
 * whose name they are then sent. The first person's draft stores nothing more. Throws if the browser's
 * storage is not available or full.
 */
export function transferUnsentChanges(from: string, to: string, storage: Storage = localStorage): void {
  const left = storage.getItem(getOwnStorageKey(from));
  if (left !== null) storage.setItem(`${getOwnStorageKey(to)}-taken-on`, left);
  storage.removeItem(getOwnStorageKey(from));
  writers.delete(getOwnStorageKey(from));
}

/** Returns the key under which this page stores a person's changes. */
function getOwnStorageKey(person: string): string {
  return `${pendingPrefix}${person}:${pageId}`;
}

/** Returns the keys under which the open and closed pages of this browser have stored a person's changes. */
function listStorageKeys(person: string, storage: Storage): readonly string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
    key.startsWith(`${pendingPrefix}${person}:`),
  );
}

/** Returns the changes stored under a key. Empty if there are none, or if storage is not available. */
function readStoredChanges(key: string, storage: Storage): readonly Change[] {
  try {
    return parseChanges(storage.getItem(key));
  } catch {
    return [];
  }
}

/** Parses stored changes. Returns an empty list if there is no text or it is not JSON. */
function parseChanges(text: string | null): readonly Change[] {
  try {
    return JSON.parse(text ?? '[]') as readonly Change[];
  } catch {
    return [];
  }
}

/**
 * Returns the id of this person and browser. Creates and stores it on first use; without storage, it is new
 * each time.
 */
function getBrowserId(person: string, storage: Storage): string {
  try {
    const known = storage.getItem(byPrefix + person) ?? createRandomId();
    storage.setItem(byPrefix + person, known);
    return known;
  } catch {
    return createRandomId();
  }
}
