import { createHash, randomBytes } from 'node:crypto';

/** Creates a random token for a link: 192 bits as base64url. */
export function createSecretToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns the hash that is stored in place of a token: its SHA-256 as base64url. */
export function hashSecretToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
