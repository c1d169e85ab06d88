import { join } from 'node:path';
import { readTextFile } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import { decryptText, encryptText } from '../../platform/secret/encrypt.ts';
import { getSigningKey, type SigningKeys } from '../../platform/secret/signed-token.ts';
import type { Store } from '../../store/store.ts';
import { StudioFault } from '../studio-fault.ts';
import { generateInstallationKey, type Installation, toInstallation } from './installation.ts';

export interface OpenInstallationOptions {
  readonly store: Pick<Store, 'installationKeys' | 'addInstallationKey' | 'resealInstallationKey'>;
  /** The keys from `deriveKeys(secret, 'installation-key')`. */
  readonly keys: SigningKeys;
  /** A folder that may contain the key of an earlier release. */
  readonly dataFolder: string;
  readonly log: Log;
}

/**
 * Opens the key in the database, which all its servers share: the first one that the secret decrypts, so that
 * all use the same. If only an earlier secret decrypts it, it is encrypted again with the current one. If the
 * secret decrypts none, the key in the data folder is added, or else a new one, with a warning if there were
 * others. The others stay, in case their secret is configured again.
 * @throws StudioFault if a key cannot be read.
 */
export async function openInstallation(options: OpenInstallationOptions): Promise<Installation> {
  const { store, keys, dataFolder, log } = options;
  const path = join(dataFolder, 'studio', 'installation-key.pem');
  for (;;) {
    const known = await store.installationKeys();
    for (const { number, sealed } of known) {
      const pem = decryptText(sealed, keys);
      if (pem === undefined) continue;
      const isOfFormerSecret = decryptText(sealed, getSigningKey(keys)) === undefined;
      if (isOfFormerSecret) await store.resealInstallationKey({ number, sealed: encryptText(pem, keys) });
      return parseKey(pem, { location: `row ${number} of the table "installation_keys"`, path });
    }
    const fileKey = await readKeyFile(path);
    if (known.length > 0)
      log.warn('installation-key-sealed', {
        reason: `SLIPWAY_SECRET does not decrypt it, so exports are signed with ${fileKey === undefined ? 'a new key, as another installation' : `the key in "${path}"`}; add the former secret after a comma`,
      });
    // Numbers have gaps if somebody has removed a key. If another server was first with this one, the next
    // round reads its key.
    const number = Math.max(0, ...known.map((key) => key.number)) + 1;
    await store.addInstallationKey({
      number,
      sealed: encryptText(fileKey ?? generateInstallationKey(), keys),
    });
  }
}

/**
 * Returns the private key in a file of an earlier release; undefined if there is none. The file stays: that
 * release reads it if somebody returns to it.
 * @throws StudioFault if the file cannot be read or is no key.
 */
async function readKeyFile(path: string): Promise<string | undefined> {
  const pem = await readTextFile(path).catch((cause) => {
    throw createKeyFault(cause, { location: `"${path}"`, path });
  });
  if (pem !== undefined) parseKey(pem, { location: `"${path}"`, path });
  return pem;
}

/** The places where the installation's key can be, for messages. */
interface KeyLocation {
  /** The location of the key: a row of the database, or the path of the file in quotation marks. */
  readonly location: string;
  /** The path of the file of an earlier release, which may be absent. */
  readonly path: string;
}

/**
 * Returns the installation with a key.
 * @throws StudioFault that names the location, if it is no key.
 */
function parseKey(pem: string, where: KeyLocation): Installation {
  try {
    return toInstallation(pem);
  } catch (cause) {
    throw createKeyFault(cause, where);
  }
}

/** Returns the error for a key that cannot be read. Its message says what an operator can do. */
function createKeyFault(cause: unknown, { location, path }: KeyLocation): StudioFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StudioFault(
    `Cannot read the installation's key, ${location}: ${reason}. Restore it from a backup, or remove it: then another key in the table "installation_keys" or in "${path}" is used, or else a new one is created, which others must trust again.`,
    { cause },
  );
}
