import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getErrorCode, readTextFile, syncFolder, writeDurably } from '../../platform/files/files.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { StudioFault } from '../studio-fault.ts';

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
 * Opens the key in a data folder. The first start creates it; servers that start at the same time get the
 * same key.
 * @throws StudioFault if the key cannot be read or created.
 */
export async function openInstallation(dataFolder: string): Promise<Installation> {
  const path = getKeyPath(dataFolder);
  try {
    await makeFolder(dirname(path));
    return toInstallation((await readTextFile(path)) ?? (await createKeyFile(path)));
  } catch (cause) {
    throw createKeyFault(`"${path}"`, cause);
  }
}

/**
 * Returns the error for a key that cannot be read. Its message says what an operator can do.
 * @param place The location of the key, for the message.
 */
export function createKeyFault(place: string, cause: unknown): StudioFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StudioFault(
    `Cannot read the installation's key, ${place}: ${reason}. Restore it from a backup, or remove it: then a new one is created, which others must trust again.`,
    { cause },
  );
}

/** Returns the path of the key's file in a data folder. */
export function getKeyPath(dataFolder: string): string {
  return join(dataFolder, 'studio', 'installation-key.pem');
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

/** Writes a new key, unless another server was faster. Returns the key that the file has then. */
async function createKeyFile(path: string): Promise<string> {
  const temporaryPath = `${path}.${randomUUID()}.new`;
  await writeDurably(temporaryPath, generateInstallationKey());
  try {
    // `link` is atomic and never replaces a key that another server has written.
    await link(temporaryPath, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return (await readTextFile(path)) ?? '';
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
