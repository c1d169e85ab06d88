import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';

/** Who may be in the studio: whoever knew the password when they signed in. */
export interface StudioSessions {
  readonly isPassword: (given: unknown) => boolean;
  /** The cookie's value for somebody who has just signed in. */
  readonly issue: (now: number) => string;
  readonly holds: (token: string | undefined, now: number) => boolean;
  /** In how many milliseconds a session ends by itself; 0 where it does not hold. */
  readonly leftMs: (token: string | undefined, now: number) => number;
  /** Ends a session before its time. A server that is started again does not know; the browser has no cookie of it by then. */
  readonly end: (token: string | undefined, now: number) => void;
  /** Hears of each session that is ended before its time; gives what stops that. */
  readonly onEnd: (listener: (token: string) => void) => () => void;
}

/** How long a session holds: a working day. */
export const sessionMs = 43_200_000;

/** Sessions of a password; they end with it. Compared as digests, so that its length is not told by the time that takes. */
export function createSessions({
  password,
  keys,
}: {
  readonly password: string;
  readonly keys: Keys;
}): StudioSessions {
  const expected = digest(password);
  const mark = expected.toString('base64url');
  /** Those that would still hold, with the time at which they would not. */
  const ended = new Map<string, number>();
  const listeners = new Set<(token: string) => void>();

  function leftMs(token: string | undefined, now: number): number {
    const [what, of, until] = (token === undefined ? undefined : readToken(token, keys)) ?? [];
    if (token === undefined || ended.has(token)) return 0;
    return what === 'studio' && of === mark && typeof until === 'number' ? Math.max(0, until - now) : 0;
  }

  return {
    isPassword: (given) => typeof given === 'string' && timingSafeEqual(digest(given), expected),
    // Two who sign in at once have a session each.
    issue: (now) => issueToken(['studio', mark, now + sessionMs, randomBytes(9).toString('base64url')], keys),
    holds: (token, now) => leftMs(token, now) > 0,
    leftMs,
    end(token, now) {
      const left = leftMs(token, now);
      if (token === undefined || left === 0) return;
      for (const [other, until] of ended) if (until <= now) ended.delete(other);
      ended.set(token, now + left);
      for (const listener of listeners) listener(token);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The password of a server that was given none: the same for the same secret, so that a restart signs nobody out. */
export function passwordOf(secret: string): string {
  const bytes = createHmac('sha256', secret).update('studio-password').digest();
  return [...bytes.subarray(0, 16)]
    .map((byte) => readable[byte % readable.length])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Nothing that is read as something else. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
