import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** The identity of an installation: a private key that never leaves it (Ed25519, RFC 8032). */
export interface Installation {
  /** The short name of the public key that people compare: `SHA256:l9aVQ…`. */
  readonly fingerprint: string;
  /** The public key: DER (RFC 8410) in base64. */
  readonly publicKey: string;
  /** Returns a signature in base64. */
  readonly sign: (text: string) => string;
}

/**
 * Returns the installation that has the given private key.
 * @param pem PKCS #8 as PEM (RFC 7468)
 * @throws Error if it is no private key.
 */
export function toInstallation(pem: string): Installation {
  const key = createPrivateKey(pem);
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    fingerprint: computeFingerprint(der),
    publicKey: der.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** Returns a new private key, PKCS #8 as PEM. Nothing is written. */
export function generateInstallationKey(): string {
  return String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/**
 * Returns the fingerprint that people compare: `SHA256:` and the hash in base64url.
 * @param der A public key in DER (SPKI).
 */
function computeFingerprint(der: Buffer): string {
  return `SHA256:${createHash('sha256').update(der).digest('base64url')}`;
}

/**
 * Returns the fingerprint of the key that signed a text. Undefined if the signature is invalid, if the key is
 * not an Ed25519 key, or if the key or the signature are not in canonical base64 and DER.
 */
export function verifySigner(
  text: string,
  { publicKey, signature }: { readonly publicKey: string; readonly signature: string },
): string | undefined {
  const der = Buffer.from(publicKey, 'base64');
  const signatureBytes = Buffer.from(signature, 'base64');
  const isCanonical = der.toString('base64') === publicKey && signatureBytes.toString('base64') === signature;
  const key = isCanonical ? parsePublicKey(der) : undefined;
  if (key?.asymmetricKeyType !== 'ed25519') return undefined;
  return verify(null, Buffer.from(text), key, signatureBytes) ? computeFingerprint(der) : undefined;
}

/** Parses a public key of any type (SPKI). Returns undefined if the bytes are not a key in canonical DER. */
function parsePublicKey(der: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.export({ type: 'spki', format: 'der' }).equals(der) ? key : undefined;
  } catch {
    return undefined;
  }
}
