import type { Change } from '#engine/editing/index.ts';
import { type Keeping, newId } from './draft-store.ts';

const byPrefix = 'slipway-studio-by:';
const pendingPrefix = 'slipway-studio-pending:';

/** This page among those that the browser has open: each keeps what it could not send under a key of its own. */
const page = newId();

/**
 * Keeps what somebody's page could not bring to the server yet in this browser, beside the word that their changes of this browser go by.
 * It goes to whatever draft there is (one may have been published meanwhile), and to nobody else's name: who shares a browser has their own.
 */
export function keepingOf(person: string, storage: Storage = localStorage): Keeping {
  const own = keyOf(person);
  const me = Symbol(person);
  writers.set(own, me);
  let isStopped = false;
  const ended = Promise.withResolvers<void>();
  // Held for as long as its draft is drawn (Web Locks API); without locks a page takes up what another may still send: it counts once.
  void navigator.locks?.request(own, () => ended.promise);
  /** The changes that this very page has kept before its person signed in again; they are written again until they are taken up. */
  let before = keptAt(own, storage);
  return {
    by: wordOf(person, storage),
    async takeUp() {
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      const living = new Set(held.map(({ name }) => name));
      // What was left is for the draft that is drawn by now.
      if (isStopped || writers.get(own) !== me) return [];
      try {
        const left = keysOf(person, storage).filter((key) => key !== own && !living.has(key));
        const changes = [...before, ...left.flatMap((key) => changesIn(storage.getItem(key)))];
        for (const key of left) storage.removeItem(key);
        before = [];
        return changes;
      } catch {
        return [];
      }
    },
    write(pending) {
      if (writers.get(own) !== me) return;
      try {
        // Another page may have taken up since what was left then.
        const there = isStopped ? new Set(keptAt(own, storage).map(({ id }) => id)) : undefined;
        const kept = [...before, ...pending].filter(({ id }) => there?.has(id) ?? true);
        if (kept.length === 0) storage.removeItem(own);
        else storage.setItem(own, JSON.stringify(kept));
      } catch {
        // A browser that keeps nothing still sends within half a second.
      }
    },
    stop() {
      isStopped = true;
      ended.resolve();
    },
  };
}

/** Who writes under each key of this page: the draft that was opened last. */
const writers = new Map<string, symbol>();

/** Hands what somebody's page could not send to another person, in whose name it is then sent: they have taken it on. */
export function handOver(from: string, to: string, storage: Storage = localStorage): void {
  const left = storage.getItem(keyOf(from));
  if (left !== null) storage.setItem(`${keyOf(to)}-taken-on`, left);
  storage.removeItem(keyOf(from));
  writers.delete(keyOf(from));
}

function keyOf(person: string): string {
  return `${pendingPrefix}${person}:${page}`;
}

function keysOf(person: string, storage: Storage): readonly string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
    key.startsWith(`${pendingPrefix}${person}:`),
  );
}

function keptAt(key: string, storage: Storage): readonly Change[] {
  try {
    return changesIn(storage.getItem(key));
  } catch {
    return [];
  }
}

function changesIn(text: string | null): readonly Change[] {
  try {
    return JSON.parse(text ?? '[]') as readonly Change[];
  } catch {
    return [];
  }
}

function wordOf(person: string, storage: Storage): string {
  try {
    const known = storage.getItem(byPrefix + person) ?? newId();
    storage.setItem(byPrefix + person, known);
    return known;
  } catch {
    return newId();
  }
}
