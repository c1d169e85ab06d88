import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { firstKey, type Keys, keyList } from './signed-token.ts';

/** A text as it is stored (AES-256-GCM), in base64url: whoever reads the database alone learns nothing of it. */
export function sealText(text: string, keys: Keys): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', firstKey(keys), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([iv, sealed]).toString('base64url');
}

/** What was sealed by one of the keys; undefined where the secret of the server is another by now. */
export function openSealed(sealed: string, keys: Keys): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  for (const key of keyList(keys)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // Of another key.
    }
  }
  return undefined;
}
