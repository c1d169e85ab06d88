import type { Change } from '#engine/editing/index.ts';
import { ownName } from '../presence/own-presence.ts';
import { type Keeping, newId } from './draft-store.ts';

const byKey = 'slipway-studio-by';
const pendingPrefix = 'slipway-studio-pending:';

/** This page among those that the browser has open: each keeps what it could not send under a key of its own. */
const page = newId();

/**
 * Keeps what is not on the server yet in this browser, beside the word that this browser's changes go by. It goes to whatever draft there
 * is: one may have been published meanwhile.
 */
export function keepingOf(storage: Storage = localStorage): Keeping {
  const own = pendingPrefix + page;
  // Held for as long as the page lives (Web Locks API); without locks a page takes up what another may still send: it counts once.
  void navigator.locks?.request(own, () => new Promise(() => undefined));
  return {
    by: wordOf(storage),
    name: ownName,
    async takeUp() {
      const { held = [] } = (await navigator.locks?.query()) ?? {};
      const living = new Set(held.map(({ name }) => name));
      try {
        const left = keysOf(storage).filter((key) => key === own || !living.has(key));
        const changes = left.flatMap((key) => changesIn(storage.getItem(key)));
        for (const key of left) storage.removeItem(key);
        return changes;
      } catch {
        return [];
      }
    },
    write(pending) {
      try {
        if (pending.length === 0) storage.removeItem(own);
        else storage.setItem(own, JSON.stringify(pending));
      } catch {
        // A browser that keeps nothing still sends within half a second.
      }
    },
  };
}

function keysOf(storage: Storage): readonly string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) =>
    key.startsWith(pendingPrefix),
  );
}

function changesIn(text: string | null): readonly Change[] {
  try {
    return JSON.parse(text ?? '[]') as readonly Change[];
  } catch {
    return [];
  }
}

function wordOf(storage: Storage): string {
  try {
    const known = storage.getItem(byKey) ?? newId();
    storage.setItem(byKey, known);
    return known;
  } catch {
    return newId();
  }
}
