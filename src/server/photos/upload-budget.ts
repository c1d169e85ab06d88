import type { UploadSettings } from '../config/settings.ts';
import { addressKey } from '../limits/limits.ts';
import type { Ask, Windows } from '../limits/windows.ts';

/** What uploads may take of the server, so that nobody takes all of it. */
export interface UploadBudget {
  /** Opens an upload, which counts as one byte; `isOpen` false, and when to try again, where there is no room for it. */
  readonly open: (request: {
    readonly address: string;
    readonly now: number;
  }) => Promise<OpenUpload | Refused>;
}

/** An upload that has its place. */
export interface OpenUpload {
  readonly isOpen: true;
  /** Counts what has arrived; to be called once, whatever came of it. */
  readonly close: (arrived: { readonly bytes: number; readonly now: number }) => Promise<void>;
}

interface Refused {
  readonly isOpen: false;
  readonly retryAfterS: number;
}

/** How long somebody waits for whom a place may become free at any time. */
const soonS = 5;

/**
 * Places are this server's own, its connections and its memory; bytes are counted in `windows`, whichever server takes them. With `isOn`
 * false everything is let through.
 */
export function createUploadBudget({
  settings,
  isOn,
  windows,
}: {
  readonly settings: UploadSettings;
  readonly isOn: boolean;
  readonly windows: Windows;
}): UploadBudget {
  const openOf = new Map<string, number>();
  let open = 0;
  const counted = (key: string, change: number) => {
    open += change;
    const count = (openOf.get(key) ?? 0) + change;
    if (count > 0) openOf.set(key, count);
    else openOf.delete(key);
  };
  return {
    async open({ address, now }) {
      if (!isOn) return { isOpen: true, close: async () => undefined };
      const key = addressKey(address);
      if (open >= settings.open || (openOf.get(key) ?? 0) >= settings.openOfAddress)
        return { isOpen: false, retryAfterS: soonS };
      // Before anything is waited for: others would find the same place.
      counted(key, 1);
      const grant = await windows.takeInOrder(byteAsks(settings, key), now);
      if (!grant.isGranted) {
        counted(key, -1);
        return { isOpen: false, retryAfterS: grant.retryAfterS };
      }
      return {
        isOpen: true,
        async close({ bytes, now }) {
          counted(key, -1);
          if (bytes > 0) await windows.takeEach(byteAsks(settings, key).map(spending(bytes)), now);
        },
      };
    },
  };
}

function byteAsks({ windowMs, bytes, bytesOfAddress }: UploadSettings, key: string): readonly Ask[] {
  return [
    { window: 'upload-bytes', windowMs, key, limit: bytesOfAddress },
    { window: 'all-upload-bytes', windowMs, key: 'all', limit: bytes },
  ];
}

/** What has arrived counts, however much it is. */
function spending(count: number): (ask: Ask) => Ask {
  return (ask) => ({ ...ask, count, limit: Number.MAX_SAFE_INTEGER });
}
