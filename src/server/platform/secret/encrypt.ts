import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { getSigningKey, listKeys, type SigningKeys } from './signed-token.ts';

/**
 * Encrypts a text (AES-256-GCM) with the first key to base64url, so that the database alone does not reveal
 * it. Each call returns another result, because a random initialization vector is part of it.
 */
export function encryptText(text: string, keys: SigningKeys): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', getSigningKey(keys), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([iv, sealed]).toString('base64url');
}

/**
 * Decrypts a text with the first key that fits; undefined if none does, because the server's secret has
 * changed or the text was altered.
 */
export function decryptText(sealed: string, keys: SigningKeys): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const key of listKeys(keys)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // It was encrypted with another key.
    }
  }
  return undefined;
}
