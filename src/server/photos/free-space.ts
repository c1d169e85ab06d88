import { statfs } from 'node:fs/promises';

/** The room that a folder's disk has for photos: what is below the floor belongs to enquiries. */
export interface FreeSpace {
  /** Bytes that are free by now. */
  readonly free: () => Promise<number>;
  /** Whether they are fewer than the floor. */
  readonly isShort: () => Promise<boolean>;
  /** Keeps room for so many bytes; gives the function that lets go of it. @throws NoRoom */
  readonly reserve: (bytes: number) => Promise<() => void>;
}

/** A photo would take the disk below its floor. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
  readonly code = 'BELOW_FLOOR';
}

/** How long an answer of the system holds. */
const freshMs = 500;

/** Asks the system, at most every half second, and counts what is on its way besides. */
export function createFreeSpace({
  folder,
  floorBytes,
  now,
}: {
  readonly folder: string;
  readonly floorBytes: number;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
}): FreeSpace {
  let reserved = 0;
  let latest: { readonly at: number; readonly bytes: Promise<number> } | undefined;

  function free(): Promise<number> {
    if (latest === undefined || Math.abs(now() - latest.at) >= freshMs)
      latest = { at: now(), bytes: statfs(folder).then(({ bavail, bsize }) => bavail * bsize) };
    return latest.bytes;
  }

  return {
    free,
    isShort: async () => (await free()) < floorBytes,
    async reserve(bytes) {
      if ((await free()) - reserved - bytes < floorBytes)
        throw new NoRoom('Cannot take a photo: the disk would have less than its floor; make room on it');
      reserved += bytes;
      return () => {
        reserved -= bytes;
      };
    },
  };
}
