import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { ScryptSettings } from '../config/settings.ts';

/** Passwords as they are stored: hashed by scrypt (RFC 7914), each with its salt and with what it was made by. */
export interface Passwords {
  /** @throws TooBusy */
  readonly hash: (password: string, order?: PasswordOrder) => Promise<string>;
  /**
   * False where nothing is stored, after as long as with a wrong password.
   * @throws TooBusy
   */
  readonly isRight: (password: string, stored: string | undefined, order?: PasswordOrder) => Promise<boolean>;
}

/** When the turn of a password comes. */
export interface PasswordOrder {
  /** True if it comes before those that wait and are nobody's who is known, however many do: that of somebody who is. */
  readonly isFirst: boolean;
}

/** So many passwords wait to be looked at that another one would wait for too long. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy';
}

/** How long whoever finds everybody else's looked at is to wait, in seconds. */
export const busyRetryS = 5;

/** Each takes memory and a thread for a good while, by intent: so many at a time, the others wait. */
export function createPasswords({ concurrency, waiting, ...made }: ScryptSettings): Passwords {
  const turn = inTurns({ concurrency, waiting });
  const derived = (password: string, salt: Buffer, by: Made, isFirst = false) =>
    turn(
      isFirst,
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const options = {
            ...{ N: by.cost, r: by.blockSize, p: by.parallelization },
            maxmem: 256 * by.cost * by.blockSize,
          };
          scrypt(written(password), salt, bytes, options, (error, key) =>
            error ? reject(error) : resolve(key),
          );
        }),
    );
  const absent: Stored = { by: made, salt: randomBytes(16), key: randomBytes(bytes) };
  return {
    async hash(password, { isFirst } = { isFirst: false }) {
      const salt = randomBytes(16);
      const key = await derived(password, salt, made, isFirst);
      const { cost, blockSize, parallelization } = made;
      return [
        'scrypt',
        cost,
        blockSize,
        parallelization,
        salt.toString('base64url'),
        key.toString('base64url'),
      ].join('$');
    },
    async isRight(password, stored, { isFirst } = { isFirst: false }) {
      const { by, salt, key } = (stored === undefined ? undefined : parsed(stored)) ?? absent;
      return timingSafeEqual(await derived(password, salt, by, isFirst), key);
    },
  };
}

const bytes = 32;

type Made = Pick<ScryptSettings, 'cost' | 'blockSize' | 'parallelization'>;

interface Stored {
  readonly by: Made;
  readonly salt: Buffer;
  readonly key: Buffer;
}

function parsed(stored: string): Stored | undefined {
  const [kind, cost, blockSize, parallelization, salt = '', key = ''] = stored.split('$');
  const by = { cost: Number(cost), blockSize: Number(blockSize), parallelization: Number(parallelization) };
  const read = { by, salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url') };
  return kind === 'scrypt' && read.key.length === bytes ? read : undefined;
}

/** As everybody's keyboard writes it (NIST SP 800-63B, "Password Verifiers"). */
function written(password: string): string {
  return password.normalize('NFKC');
}

function inTurns({ concurrency, waiting }: Pick<ScryptSettings, 'concurrency' | 'waiting'>) {
  const first: (() => void)[] = [];
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(isFirst: boolean, work: () => Promise<Result>): Promise<Result> => {
    if (running >= concurrency) {
      if (!isFirst && queue.length >= waiting) throw new TooBusy('Cannot look at a password: too many wait');
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
