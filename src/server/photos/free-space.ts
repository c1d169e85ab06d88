import { statfs } from 'node:fs/promises';

/** The free space for photos on a folder's disk; the space below the floor is reserved for enquiries. */
export interface FreeSpace {
  /** Returns the number of free bytes, reserved ones included, at most half a second old. */
  readonly free: () => Promise<number>;
  /** Returns true if less space is free than the floor. Reserved bytes count as free. */
  readonly isShort: () => Promise<boolean>;
  /**
   * Reserves bytes; returns a function that releases them.
   * @throws NotEnoughSpace if less than the floor would be left.
   */
  readonly reserve: (bytes: number) => Promise<() => void>;
}

/** The error for bytes that are not reserved, because too few are free. */
class NotEnoughSpace extends Error {
  override readonly name = 'NoRoom';
  readonly code = 'BELOW_FLOOR';
}

const freshMs = 500;

/** Creates a monitor that asks the system at most every half second. */
export function createFreeSpace({
  folder,
  floorBytes,
  now,
}: {
  readonly folder: string;
  readonly floorBytes: number;
  readonly now: () => number;
}): FreeSpace {
  let reserved = 0;
  let latest: { readonly at: number; readonly bytes: Promise<number> } | undefined;

  function readFreeBytes(): Promise<number> {
    if (latest === undefined || Math.abs(now() - latest.at) >= freshMs)
      latest = { at: now(), bytes: statfs(folder).then(({ bavail, bsize }) => bavail * bsize) };
    return latest.bytes;
  }

  return {
    free: readFreeBytes,
    isShort: async () => (await readFreeBytes()) < floorBytes,
    async reserve(bytes) {
      if ((await readFreeBytes()) - reserved - bytes < floorBytes)
        throw new NotEnoughSpace(
          'Cannot store a photo: the disk would have less free space than required; free some space',
        );
      reserved += bytes;
      return () => {
        reserved -= bytes;
      };
    },
  };
}
