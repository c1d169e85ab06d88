import type { UploadSettings } from '../config/settings.ts';
import { addressKey } from '../limits/limits.ts';

/** What uploads may take of the server, so that nobody takes all of it. */
export interface UploadBudget {
  /** Opens an upload; undefined, and when to try again, where there is no room for it. */
  readonly open: (request: { readonly address: string; readonly now: number }) => OpenUpload | Refused;
}

/** An upload that has its place. */
export interface OpenUpload {
  readonly isOpen: true;
  /** Counts what has arrived; to be called once, whatever came of it. */
  readonly close: (arrived: { readonly bytes: number; readonly now: number }) => void;
}

interface Refused {
  readonly isOpen: false;
  readonly retryAfterS: number;
}

/** How long somebody waits for whom a place may become free at any time. */
const soonS = 5;

/** Counts in memory, each instance on its own; with `isOn` false everything is let through. */
export function createUploadBudget(settings: UploadSettings, isOn: boolean): UploadBudget {
  const openOf = new Map<string, number>();
  const spending = createSpending(settings);
  let open = 0;
  const counted = (key: string, change: number) => {
    open += change;
    const count = (openOf.get(key) ?? 0) + change;
    if (count > 0) openOf.set(key, count);
    else openOf.delete(key);
  };
  return {
    open({ address, now }) {
      if (!isOn) return { isOpen: true, close: () => undefined };
      const key = addressKey(address);
      if (open >= settings.open || (openOf.get(key) ?? 0) >= settings.openOfAddress)
        return { isOpen: false, retryAfterS: soonS };
      const waitS = spending.waitS(key, now);
      if (waitS > 0) return { isOpen: false, retryAfterS: waitS };
      counted(key, 1);
      return {
        isOpen: true,
        close({ bytes, now }) {
          counted(key, -1);
          spending.spend(key, { bytes, now });
        },
      };
    },
  };
}

/** Bytes by address in the window of now; all of it is forgotten with the next one, so that memory is bounded. */
function createSpending({ windowMs, bytes: mostBytes, bytesOfAddress }: UploadSettings) {
  const spentBy = new Map<string, number>();
  let startedAt = Number.NEGATIVE_INFINITY;
  let spent = 0;
  const begin = (now: number) => {
    // A clock that goes back begins a new one as well.
    if (now >= startedAt && now - startedAt < windowMs) return;
    startedAt = now;
    spent = 0;
    spentBy.clear();
  };
  return {
    /** Seconds until there is room again; 0 where there is. */
    waitS(key: string, now: number): number {
      begin(now);
      const isSpent = spent >= mostBytes || (spentBy.get(key) ?? 0) >= bytesOfAddress;
      return isSpent ? Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000)) : 0;
    },
    spend(key: string, { bytes, now }: { readonly bytes: number; readonly now: number }): void {
      begin(now);
      spent += bytes;
      spentBy.set(key, (spentBy.get(key) ?? 0) + bytes);
    },
  };
}
