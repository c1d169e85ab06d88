import type { Change } from '#engine/editing/index.ts';
import { type Keeping, newId } from './draft-store.ts';

const byKey = 'slipway-studio-by';
const pendingKey = 'slipway-studio-pending';

/**
 * Keeps what is not on the server yet in this browser, beside the word that this browser's changes go by. It goes to whatever draft there
 * is: one may have been published meanwhile.
 */
export function keepingOf(storage: Storage = localStorage): Keeping {
  return {
    by: wordOf(storage),
    read() {
      try {
        return JSON.parse(storage.getItem(pendingKey) ?? '[]') as readonly Change[];
      } catch {
        return [];
      }
    },
    write(pending) {
      try {
        if (pending.length === 0) storage.removeItem(pendingKey);
        else storage.setItem(pendingKey, JSON.stringify(pending));
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
