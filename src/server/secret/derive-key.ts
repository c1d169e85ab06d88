import { hkdfSync } from 'node:crypto';

/** What the secret is used for; a new use gets a new word, so that no signature of one serves for another. */
export type KeyUse = 'ticket' | 'upload-target' | 'photo-link' | 'form-post';

/** The 32-byte key of one use (RFC 5869, HKDF with SHA-256). */
export function deriveKey(secret: string, use: KeyUse): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'slipway', use, 32));
}
