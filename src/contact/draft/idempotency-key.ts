export interface SendAttempt {
  /** The idempotency key. */
  readonly key: string;
  /** The hash of the body for which the key was created. */
  readonly fingerprint: string;
}

/**
 * Returns the attempt for a body. It is the previous one if the body is the same, so that a retry after a
 * lost answer creates no second enquiry; otherwise a new one with a key from `newKey` (docs/behaviour.md,
 * "One enquiry, once").
 */
export function getSendAttempt(
  previous: SendAttempt | undefined,
  body: string,
  newKey: () => string,
): SendAttempt {
  const fingerprint = hashBody(body);
  return previous?.fingerprint === fingerprint ? previous : { key: newKey(), fingerprint };
}

/**
 * Returns a random UUID version 4 (RFC 9562, section 5.4). It also works on pages without TLS, where
 * `crypto.randomUUID` is missing.
 */
export function createRandomKey(
  source: Pick<Crypto, 'getRandomValues'> & { readonly randomUUID?: () => string } = crypto,
): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = [...source.getRandomValues(new Uint8Array(16))].map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Returns a hash of 53 bits in base 36 (cyrb53 by bryc, public domain), enough to distinguish the enquiries
 * of one visitor. The body itself is not stored, because it may name photos, which a draft must not contain.
 */
function hashBody(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
