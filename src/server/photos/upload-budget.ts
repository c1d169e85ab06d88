import { toAddressKey } from '../limits/limits.ts';
import type { LimitWindows, WindowRequest } from '../limits/windows.ts';
import type { UploadSettings } from '../platform/config/settings.ts';

/** Limits of uploads, so that nobody uses all of the server's capacity. */
export interface UploadBudget {
  /**
   * Opens an upload, which counts as one byte at once. Returns a refusal with the seconds until a retry if
   * too many uploads are open, or too many bytes were received.
   */
  readonly open: (request: {
    readonly address: string;
    readonly now: number;
  }) => Promise<OpenUpload | RefusedUpload>;
}

export interface OpenUpload {
  readonly isOpen: true;
  /** Closes the upload and counts the received bytes. Call it once, whatever the result. */
  readonly close: (arrived: { readonly bytes: number; readonly now: number }) => Promise<void>;
}

interface RefusedUpload {
  readonly isOpen: false;
  readonly retryAfterS: number;
}

/** The suggested delay in seconds, if a connection may become free at any time. */
const soonS = 5;

/**
 * Creates a budget. Concurrent uploads are counted per server, because they use its connections and memory;
 * bytes are counted in `windows`, for all servers. If `isOn` is false, everything is admitted.
 */
export function createUploadBudget({
  settings,
  isOn,
  windows,
}: {
  readonly settings: UploadSettings;
  readonly isOn: boolean;
  readonly windows: LimitWindows;
}): UploadBudget {
  const openByAddress = new Map<string, number>();
  let open = 0;
  /** Adds `change`, 1 or -1, to the numbers of open uploads of all clients and of one. */
  const changeOpenCount = (key: string, change: number) => {
    open += change;
    const count = (openByAddress.get(key) ?? 0) + change;
    if (count > 0) openByAddress.set(key, count);
    else openByAddress.delete(key);
  };
  return {
    async open({ address, now }) {
      if (!isOn) return { isOpen: true, close: async () => undefined };
      const key = toAddressKey(address);
      if (open >= settings.open || (openByAddress.get(key) ?? 0) >= settings.openOfAddress)
        return { isOpen: false, retryAfterS: soonS };
      // Counted before the first `await`: otherwise concurrent requests would find the same free slot.
      changeOpenCount(key, 1);
      const grant = await windows.consumeInOrder(createByteLimitAsks(settings, key), now);
      if (!grant.isGranted) {
        changeOpenCount(key, -1);
        return { isOpen: false, retryAfterS: grant.retryAfterS };
      }
      return {
        isOpen: true,
        async close({ bytes, now }) {
          changeOpenCount(key, -1);
          if (bytes > 0)
            await windows.consumeEach(createByteLimitAsks(settings, key).map(createByteCounter(bytes)), now);
        },
      };
    },
  };
}

/** Returns two requests for one byte: in the window of the client `key`, and in that of all clients. */
function createByteLimitAsks(
  { windowMs, bytes, bytesOfAddress }: UploadSettings,
  key: string,
): readonly WindowRequest[] {
  return [
    { window: 'upload-bytes', windowMs, key, limit: bytesOfAddress },
    { window: 'all-upload-bytes', windowMs, key: 'all', limit: bytes },
  ];
}

/** Returns a function that copies a request, so that it counts `count` bytes and is never refused. */
function createByteCounter(count: number): (ask: WindowRequest) => WindowRequest {
  return (ask) => ({ ...ask, count, limit: Number.MAX_SAFE_INTEGER });
}
