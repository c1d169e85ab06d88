import { readTextFile } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import { decryptText, encryptText } from '../../platform/secret/encrypt.ts';
import { getSigningKey, type SigningKeys } from '../../platform/secret/signed-token.ts';
import type { SharedCalls } from '../../store/store.ts';
import {
  createKeyFault,
  generateInstallationKey,
  getKeyPath,
  type Installation,
  toInstallation,
} from './installation.ts';

export interface SharedInstallationOptions {
  readonly store: Pick<SharedCalls, 'installationKeys' | 'addInstallationKey' | 'resealInstallationKey'>;
  /** The keys from `deriveKeys(secret, 'installation-key')`. */
  readonly keys: SigningKeys;
  /** A folder that may contain a key from the time before the database was shared. */
  readonly dataFolder: string;
  readonly log: Log;
}

/**
 * Opens the key that the servers of one database share: the first one that the secret decrypts, so that all
 * servers use the same. If only an earlier secret decrypts it, it is encrypted again with the current one. If
 * the secret decrypts none, the key in the data folder is added, or else a new one, with a warning if there
 * were others. The others stay, in case their secret is configured again.
 * @throws StudioFault if a key cannot be read.
 */
export async function openSharedInstallation(options: SharedInstallationOptions): Promise<Installation> {
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
    const left = await readTextFile(getKeyPath(dataFolder)).catch((cause) => {
      throw createKeyFault(`"${getKeyPath(dataFolder)}"`, cause);
    });
    if (left !== undefined) parseKey(left, `"${getKeyPath(dataFolder)}"`);
    if (known.length > 0 && left === undefined)
      log.warn('installation-key-sealed', {
        reason:
          'SLIPWAY_SECRET does not decrypt it, so exports are signed as another installation; add the former secret after a comma',
      });
    // If another server was first with this number, the next round reads its key.
    const number = known.length + 1;
    await store.addInstallationKey({ number, sealed: encryptText(left ?? generateInstallationKey(), keys) });
  }
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
