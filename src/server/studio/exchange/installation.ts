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
import { codeOf, readTextFile, syncFolder, writeDurably } from '../../files/files.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { StudioFault } from '../studio-fault.ts';

/** Who an installation is to others: a key that never leaves it (Ed25519, RFC 8032). */
export interface Installation {
  /** Tells it from others: of its public key. */
  readonly fingerprint: string;
  /** Its public key: DER (RFC 8410) in base64. */
  readonly publicKey: string;
  /** Its signature of a text, in base64. */
  readonly sign: (text: string) => string;
}

/**
 * Opens the key that a data folder has, or makes one at its first start; whoever starts at the same time takes the same.
 * @throws StudioFault where it cannot be read.
 */
export async function openInstallation(dataFolder: string): Promise<Installation> {
  const path = keyFile(dataFolder);
  try {
    await makeFolder(dirname(path));
    return installationOf((await readTextFile(path)) ?? (await madeKey(path)));
  } catch (cause) {
    throw keyFault(`"${path}"`, cause);
  }
}

/** Why there is no installation: its key, at a place, cannot be read. */
export function keyFault(place: string, cause: unknown): StudioFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StudioFault(
    `Cannot read the installation's key, ${place}: ${reason}. Restore it from a backup, or take it away: then a new one is made, which others have to trust anew.`,
    { cause },
  );
}

/** Where a data folder has it. */
export function keyFile(dataFolder: string): string {
  return join(dataFolder, 'studio', 'installation-key.pem');
}

/** Whose key this is: PKCS #8 as PEM (RFC 7468). */
export function installationOf(pem: string): Installation {
  const key = createPrivateKey(pem);
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return {
    fingerprint: fingerprintOf(der),
    publicKey: der.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** A key of a new installation. */
export function newInstallationKey(): string {
  return String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

async function madeKey(path: string): Promise<string> {
  const beside = `${path}.${randomUUID()}.new`;
  await writeDurably(beside, newInstallationKey());
  try {
    // A link is there whole or not at all, and takes nobody else's place.
    await link(beside, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(beside, { force: true });
  }
  return (await readTextFile(path)) ?? '';
}

/** What people compare: SHA-256 of a public key, as SSH writes it. `SHA256:l9aVQ…` */
function fingerprintOf(der: Buffer): string {
  return `SHA256:${createHash('sha256').update(der).digest('base64url')}`;
}

/** Whose signature of a text this is; undefined: of nobody. One key and one signature have one way to be written. */
export function signerOf(
  text: string,
  { publicKey, signature }: { readonly publicKey: string; readonly signature: string },
): string | undefined {
  const der = Buffer.from(publicKey, 'base64');
  const mark = Buffer.from(signature, 'base64');
  const isPlain = der.toString('base64') === publicKey && mark.toString('base64') === signature;
  const key = isPlain ? keyOf(der) : undefined;
  if (key?.asymmetricKeyType !== 'ed25519') return undefined;
  return verify(null, Buffer.from(text), key, mark) ? fingerprintOf(der) : undefined;
}

function keyOf(der: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.export({ type: 'spki', format: 'der' }).equals(der) ? key : undefined;
  } catch {
    return undefined;
  }
}
