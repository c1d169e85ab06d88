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
  for (;;) {
    const known = await store.installationKeys();
    for (const { number, sealed } of known) {
      const pem = decryptText(sealed, keys);
      if (pem === undefined) continue;
      const isOfFormerSecret = decryptText(sealed, getSigningKey(keys)) === undefined;
      if (isOfFormerSecret) await store.resealInstallationKey({ number, sealed: encryptText(pem, keys) });
      return parseKey(pem, `row ${number} of the table "installation_keys"`);
    }
    const fileKey = await readKeyFile(join(dataFolder, 'studio', 'installation-key.pem'));
    if (known.length > 0 && fileKey === undefined)
      log.warn('installation-key-sealed', {
        reason:
          'SLIPWAY_SECRET does not decrypt it, so exports are signed as another installation; add the former secret after a comma',
      });
    // If another server was first with this number, the next round reads its key.
    const number = known.length + 1;
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
    throw createKeyFault(`"${path}"`, cause);
  });
  if (pem !== undefined) parseKey(pem, `"${path}"`);
  return pem;
}

/**
 * Returns the installation with a key.
 * @throws StudioFault that names `place`, the location of the key, if it is no key.
 */
function parseKey(pem: string, place: string): Installation {
  try {
    return toInstallation(pem);
  } catch (cause) {
    throw createKeyFault(place, cause);
  }
}

/**
 * Returns the error for a key that cannot be read. Its message says what an operator can do.
 * @param place The location of the key, for the message.
 */
function createKeyFault(place: string, cause: unknown): StudioFault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StudioFault(
    `Cannot read the installation's key, ${place}: ${reason}. Restore it from a backup, or remove it: then a new one is created, which others must trust again.`,
    { cause },
  );
}
