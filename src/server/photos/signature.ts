import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs the parts of an address, in their order (RFC 2104, HMAC with SHA-256), as base64url. */
export function sign(parts: readonly (string | number)[], key: Uint8Array): string {
  // As JSON, so that no two lists of parts read alike.
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

/** Whether a signature is that of the parts, in a time that does not tell where it differs. */
export function isSigned(
  parts: readonly (string | number)[],
  { key, signature }: { readonly key: Uint8Array; readonly signature: string },
): boolean {
  const expected = Buffer.from(sign(parts, key));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
