import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The purposes of keys. Each purpose has its own name, so that a signature is valid for one purpose only. */
export type KeyPurpose =
  | 'ticket'
  | 'upload-target'
  | 'photo-link'
  | 'form-post'
  | 'preview-link'
  | 'challenge'
  | 'figures'
  | 'studio-session'
  | 'studio-device'
  | 'studio-provider'
  | 'second-factor'
  | 'installation-key'
  | 'erased-address'
  | 'limits'
  | 'notifications';

/** One or several keys: the first signs and all verify, so that a secret can be replaced. */
export type SigningKeys = Uint8Array | readonly Uint8Array[];

/**
 * Derives the keys of a purpose from secrets separated by commas, in their order (docs/running.md,
 * "Environment"). If there are several, the whole text is the last key, because before lists were supported
 * it may have been a single secret.
 */
export function deriveKeys(secrets: string, purpose: KeyPurpose): SigningKeys {
  const each = splitSecrets(secrets);
  const all = each.length > 1 ? [...each, secrets] : [secrets];
  return all.map((secret) => deriveKey(secret, purpose));
}

/** Splits a list of secrets, without the space around them: `splitSecrets('new, old') // ['new', 'old']`. */
export function splitSecrets(secrets: string): readonly string[] {
  return secrets.split(',').map((secret) => secret.trim());
}

/** Derives a 32-byte key (RFC 5869, HKDF with SHA-256). */
function deriveKey(secret: string, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'slipway', purpose, 32));
}

/** Values to sign, in an order that is fixed for each purpose. */
export type SignedValues = readonly (string | number)[];

/** Returns the signature of values with the first key, in base64url (RFC 2104, HMAC with SHA-256). */
export function signValues(values: SignedValues, keys: SigningKeys): string {
  return signWithKey(getSigningKey(keys), values);
}

/** Returns all keys, the signing one first. */
export function listKeys(keys: SigningKeys): readonly Uint8Array[] {
  return keys instanceof Uint8Array ? [keys] : keys;
}

/** Returns the first key; an empty one if there are no keys. */
export function getSigningKey(keys: SigningKeys): Uint8Array {
  return listKeys(keys)[0] ?? new Uint8Array();
}

/** Returns the signature of values with this key, in base64url. */
function signWithKey(key: Uint8Array, values: SignedValues): string {
  // As JSON, so that different lists of values never give the same text.
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');
}

/** Returns true if a signature of values is valid for any of the keys. Compares in constant time. */
export function isSigned(
  values: SignedValues,
  { key, signature }: { readonly key: SigningKeys; readonly signature: string },
): boolean {
  // Compared as texts, because base64url can encode the same bytes in two ways.
  const given = Buffer.from(signature);
  return listKeys(key).some((one) => {
    const expected = Buffer.from(signWithKey(one, values));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * Returns values with their signature as one token (`VALUES.SIGNATURE`) that is safe in a header, a URL and
 * an attribute. The values are encoded, not encrypted.
 */
export function issueToken(values: SignedValues, key: SigningKeys): string {
  const encoded = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${encoded}.${signValues([encoded], key)}`;
}

/**
 * Reads the values of a token of `issueToken`; undefined if it is no such token, if its signature is not
 * valid, or if it is longer than 4096 characters.
 */
export function readToken(token: unknown, key: SigningKeys): SignedValues | undefined {
  const [, encoded = '', signature = ''] = tokenPattern.exec(String(token)) ?? [];
  if (!isSigned([encoded], { key, signature })) return undefined;
  return JSON.parse(Buffer.from(encoded, 'base64url').toString());
}

// Bounds the length to that of a header, before any signature is computed.
const tokenPattern = /^(?=.{1,4096}$)([\w-]+)\.([\w-]{43})$/;
