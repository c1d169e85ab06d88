import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashSecretToken } from '../../platform/secret/secret-token.ts';

/** The parameters that all authenticator apps support (RFC 6238; "Key Uri Format"). */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30, issuer: 'Slipway' } as const;

/** Generates a secret for an authenticator app, in base32. */
export function generateFactorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the `otpauth:` URI of a person's secret, which an authenticator app imports. */
export function createFactorUri(secret: string, name: string): string {
  return new TOTP({ ...totpOptions, label: name, secret }).toString();
}

/**
 * Returns the number of the 30-second time step that a code of an authenticator app belongs to, which may be
 * one step early or late; undefined if the code is wrong. Does not check whether the code was used before.
 * @param secret In base32, as `generateFactorSecret` returns it.
 */
export function findFactorStep(
  secret: string,
  { code, now }: { readonly code: string; readonly now: number },
) {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({
    ...totpOptions,
    secret: Secret.fromBase32(secret),
    token,
    timestamp: now,
    window: 1,
  });
  return delta === null ? undefined : TOTP.counter({ period: totpOptions.period, timestamp: now }) + delta;
}

/** Generates ten single-use codes for people who have lost their authenticator: `8f3k-2m9q-x7vd`. */
export function generateRecoveryCodes(): readonly string[] {
  return Array.from({ length: 10 }, () =>
    [...randomBytes(12)]
      .map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );
}

/** Returns the hash of a code as people type it: case, spaces and hyphens do not matter. */
export function hashRecoveryCode(code: string): string {
  return hashSecretToken(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''));
}

/** Characters that cannot be mistaken for each other. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
