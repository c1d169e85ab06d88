import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What the secret is used for; a new use gets a new word, so that no signature of one serves for another. */
export type KeyUse =
  | 'ticket'
  | 'upload-target'
  | 'photo-link'
  | 'form-post'
  | 'challenge'
  | 'figures'
  | 'studio-session'
  | 'studio-device'
  | 'studio-provider'
  | 'second-factor'
  | 'installation-key'
  | 'erased-address'
  | 'limits';

/** A key, or several: the first signs, all of them verify, so that a secret can be changed for another. */
export type Keys = Uint8Array | readonly Uint8Array[];

/**
 * The keys of one use, of a list of secrets with commas between (docs/running.md, "Environment"). A text with commas verifies as a
 * whole as well: it may have been one secret before there were lists.
 */
export function deriveKeys(secrets: string, use: KeyUse): Keys {
  const each = splitSecrets(secrets);
  const all = each.length > 1 ? [...each, secrets] : [secrets];
  return all.map((secret) => deriveKey(secret, use));
}

/** The secrets of a list: `splitSecrets('new, old') // ['new', 'old']`. */
export function splitSecrets(secrets: string): readonly string[] {
  return secrets.split(',').map((secret) => secret.trim());
}

/** The 32-byte key of one use (RFC 5869, HKDF with SHA-256). */
function deriveKey(secret: string, use: KeyUse): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'slipway', use, 32));
}

/** What is signed: values in the order that their use gives them. */
export type SignedValues = readonly (string | number)[];

/** The signature of values, as base64url (RFC 2104, HMAC with SHA-256). */
export function signatureOf(values: SignedValues, keys: Keys): string {
  return signatureBy(firstKey(keys), values);
}

/** Every key of a use, the one that signs first. */
export function keyList(keys: Keys): readonly Uint8Array[] {
  return keys instanceof Uint8Array ? [keys] : keys;
}

/** The key that signs. */
export function firstKey(keys: Keys): Uint8Array {
  return keyList(keys)[0] ?? new Uint8Array();
}

function signatureBy(key: Uint8Array, values: SignedValues): string {
  // As JSON, so that no two lists of values read alike.
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url');
}

/** Whether a signature is that of the values by one of the keys, in a time that does not tell where it differs. */
export function isSigned(
  values: SignedValues,
  { key, signature }: { readonly key: Keys; readonly signature: string },
): boolean {
  // As texts, since base64url writes some bytes in two ways.
  const given = Buffer.from(signature);
  return keyList(key).some((one) => {
    const expected = Buffer.from(signatureBy(one, values));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** Values with their signature as one word that is safe in a header, a URL and an attribute: `values.signature`. */
export function issueToken(values: SignedValues, key: Keys): string {
  const encoded = Buffer.from(JSON.stringify(values)).toString('base64url');
  return `${encoded}.${signatureOf([encoded], key)}`;
}

/** The values of a token that was signed with this key; undefined for anything else. */
export function readToken(token: unknown, key: Keys): SignedValues | undefined {
  const [, encoded = '', signature = ''] = tokenPattern.exec(String(token)) ?? [];
  if (!isSigned([encoded], { key, signature })) return undefined;
  return JSON.parse(Buffer.from(encoded, 'base64url').toString());
}

// No longer than a header may be: what is longer is none of ours, and is not worth a signature.
const tokenPattern = /^(?=.{1,4096}$)([\w-]+)\.([\w-]{43})$/;
