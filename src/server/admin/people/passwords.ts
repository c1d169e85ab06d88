import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptSettings } from '../../platform/config/settings.ts';

/** Hashes and verifies passwords with scrypt (RFC 7914). Each hash contains its salt and parameters. */
export interface Passwords {
  /**
   * Hashes a password.
   * @throws TooBusy if too many passwords wait.
   */
  readonly hash: (password: string, order?: PasswordOrder) => Promise<string>;
  /**
   * Returns true if a password belongs to a stored hash. If nothing or no hash is stored, returns false after
   * the same time as for a wrong password.
   * @throws TooBusy if too many passwords wait.
   */
  readonly verify: (password: string, stored: string | undefined, order?: PasswordOrder) => Promise<boolean>;
}

export interface PasswordOrder {
  /**
   * True for known people: their passwords come before all others, and the limit of the queue does not apply.
   */
  readonly isFirst: boolean;
}

/** Too many passwords wait to be hashed. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** The seconds after which somebody who was refused by `TooBusy` may try again. */
export const busyRetryS = 5;

/**
 * Creates the password service. Hashing is slow and needs much memory, by design, so only `concurrency`
 * passwords are hashed at a time, and at most `waiting` others wait. New hashes have the current parameters;
 * stored ones are verified with their own.
 */
export function createPasswords({ concurrency, waiting, ...current }: ScryptSettings): Passwords {
  const runQueued = createPasswordQueue({ concurrency, waiting });
  /** Computes the key of a password with the given salt and parameters, when the queue permits it. */
  const deriveKey = (password: string, salt: Buffer, by: ScryptCost, isFirst = false) =>
    runQueued(
      isFirst,
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const options = {
            N: by.cost,
            r: by.blockSize,
            p: by.parallelization,
            maxmem: 256 * by.cost * by.blockSize,
          };
          scrypt(normalizePassword(password), salt, keyBytes, options, (error, key) =>
            error ? reject(error) : resolve(key),
          );
        }),
    );
  const decoyHash: StoredHash = { by: current, salt: randomBytes(16), key: randomBytes(keyBytes) };
  return {
    async hash(password, { isFirst } = { isFirst: false }) {
      const salt = randomBytes(16);
      const key = await deriveKey(password, salt, current, isFirst);
      const { cost, blockSize, parallelization } = current;
      return [
        'scrypt',
        cost,
        blockSize,
        parallelization,
        salt.toString('base64url'),
        key.toString('base64url'),
      ].join('$');
    },
    async verify(password, stored, { isFirst } = { isFirst: false }) {
      const { by, salt, key } = (stored === undefined ? undefined : parseHash(stored)) ?? decoyHash;
      return timingSafeEqual(await deriveKey(password, salt, by, isFirst), key);
    },
  };
}

const keyBytes = 32;

type ScryptCost = Pick<ScryptSettings, 'cost' | 'blockSize' | 'parallelization'>;

interface StoredHash {
  /** The parameters with which the key was computed. */
  readonly by: ScryptCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/**
 * Returns the parameters, salt and key of a stored hash. Undefined if the text is not a hash of this service.
 */
function parseHash(stored: string): StoredHash | undefined {
  const [kind, cost, blockSize, parallelization, salt = '', key = ''] = stored.split('$');
  const by = { cost: Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) };
  const read = { by, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
  return kind === 'scrypt' && read.key.length === keyBytes ? read : undefined;
}

/**
 * Returns a password in the normal form NFKC, since keyboards encode characters differently (NIST SP 800-63B,
 * "Password Verifiers").
 */
function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns a function that runs a task and resolves to its result, at most `concurrency` tasks at a time. The
 * others wait; those with `isFirst` run first. The function throws `TooBusy` if `waiting` other tasks wait
 * already, but never for a task with `isFirst`.
 */
function createPasswordQueue({ concurrency, waiting }: Pick<ScryptSettings, 'concurrency' | 'waiting'>) {
  const first: (() => void)[] = [];
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(isFirst: boolean, work: () => Promise<Result>): Promise<Result> => {
    if (running >= concurrency) {
      if (!isFirst && queue.length >= waiting)
        throw new TooBusy('Cannot check a password: too many are waiting');
      await new Promise<void>((resolve) => void (isFirst ? first : queue).push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = first.shift() ?? queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
