import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';

/** Who may be in the studio: whoever knew the password when they signed in. */
export interface StudioSessions {
  readonly isPassword: (given: unknown) => boolean;
  /** The cookie's value for somebody who has just signed in. */
  readonly issue: (now: number) => string;
  readonly holds: (token: string | undefined, now: number) => boolean;
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
  return {
    isPassword: (given) => typeof given === 'string' && timingSafeEqual(digest(given), expected),
    issue: (now) => issueToken(['studio', mark, now + sessionMs], keys),
    holds(token, now) {
      const [what, of, until] = (token === undefined ? undefined : readToken(token, keys)) ?? [];
      return what === 'studio' && of === mark && typeof until === 'number' && now < until;
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
