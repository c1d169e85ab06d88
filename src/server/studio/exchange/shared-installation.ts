import { readTextFile } from '../../files/files.ts';
import type { Log } from '../../log/log.ts';
import { openSealed, sealText } from '../../secret/seal.ts';
import { firstKey, type Keys } from '../../secret/signed-token.ts';
import type { Store } from '../../store/store.ts';
import { type Installation, installationOf, keyFault, keyFile, newInstallationKey } from './installation.ts';

/** What it is opened with. */
export interface SharedInstallationOptions {
  readonly store: Pick<Store, 'installationKeys' | 'addInstallationKey' | 'resealInstallationKey'>;
  /** From `deriveKeys(secret, 'installation-key')`. */
  readonly keys: Keys;
  /** May have the key of a server that shared no database. */
  readonly dataFolder: string;
  readonly log: Log;
}

/**
 * Opens the key that servers of one database have in common: the first one that the secret opens, so that all of them take the same. Where it
 * opens none, one is added; the others stay, for whoever names the secret that they were sealed with again.
 */
export async function openSharedInstallation(options: SharedInstallationOptions): Promise<Installation> {
  const { store, keys, dataFolder, log } = options;
  for (;;) {
    const known = await store.installationKeys();
    for (const { number, sealed } of known) {
      const pem = openSealed(sealed, keys);
      if (pem === undefined) continue;
      const isOfFormerSecret = openSealed(sealed, firstKey(keys)) === undefined;
      if (isOfFormerSecret) await store.resealInstallationKey({ number, sealed: sealText(pem, keys) });
      return readKey(pem, `row ${number} of the table "installation_keys"`);
    }
    const left = await readTextFile(keyFile(dataFolder)).catch((cause) => {
      throw keyFault(`"${keyFile(dataFolder)}"`, cause);
    });
    if (left !== undefined) readKey(left, `"${keyFile(dataFolder)}"`);
    if (known.length > 0 && left === undefined)
      log.warn('installation-key-sealed', {
        reason:
          'SLIPWAY_SECRET does not open it, so that exports are signed as another installation; list the former secret behind a comma',
      });
    // Where another server was first with that number, its key is read.
    const number = known.length + 1;
    await store.addInstallationKey({ number, sealed: sealText(left ?? newInstallationKey(), keys) });
  }
}

function readKey(pem: string, place: string): Installation {
  try {
    return installationOf(pem);
  } catch (cause) {
    throw keyFault(place, cause);
  }
}
