import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashOfWord } from '../secret/secret-word.ts';

/** How an authenticator makes its codes: what all of them know (RFC 6238; "Key Uri Format"). */
const made = { algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Slipway' } as const;

/** A secret for an authenticator, in base32. */
export function newFactorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator takes in as a link or as a QR code. */
export function factorUri(secret: string, name: string): string {
  return new TOTP({ ...made, label: name, secret }).toString();
}

/** The step of time that a code is of, one step early or late included; undefined: it is none. */
export function factorStep(secret: string, { code, now }: { readonly code: string; readonly now: number }) {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({
    ...made,
    secret: Secret.fromBase32(secret),
    token,
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ period: made.period, timestamp: now }) + delta;
}

/** Codes for whoever has lost the authenticator, each good once: `8f3k-2m9q-x7vd`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: 10 }, () =>
    [...randomBytes(12)]
      .map((byte) => readable[byte % readable.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** What is stored in a recovery code's place: as anybody may type it. */
export function hashOfRecoveryCode(code: string): string {
  return hashOfWord(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}

/** Nothing that is read as something else. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789';
