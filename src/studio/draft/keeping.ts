import type { Change } from '#engine/editing/index.ts';
import { type Keeping, newId } from './draft-store.ts';

const byKey = 'slipway-studio-by';

/** Keeps what is not on the server yet in this browser, beside the word that this browser's changes go by. */
export function keepingOf(draft: string, storage: Storage = localStorage): Keeping {
  const key = `slipway-studio-pending-${draft}`;
  return {
    by: wordOf(storage),
    read() {
      try {
        return JSON.parse(storage.getItem(key) ?? '[]') as readonly Change[];
      } catch {
        return [];
      }
    },
    write(pending) {
      try {
        if (pending.length === 0) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(pending));
      } catch {
        // A browser that keeps nothing still sends within half a second.
      }
    },
  };
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
