import { rename } from 'node:fs/promises';
import { ignoreAbsent } from '../../files/files.ts';
import type { Store } from '../../store/store.ts';
import {
  getOtherInstallationsPath,
  type OtherInstallations,
  readOtherInstallations,
} from './other-installations.ts';

type OtherInstallationCalls = Pick<Store, 'otherInstallation' | 'updateOtherInstallation'>;

/**
 * Opens the other installations that are stored in a shared database, together with those of the
 * configuration.
 */
export function openSharedOtherInstallations(
  store: OtherInstallationCalls,
  trusted: readonly string[],
): OtherInstallations {
  return {
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await store.otherInstallation(fingerprint))?.isTrusted === true,
    trust: (fingerprint) => store.updateOtherInstallation({ fingerprint, isTrusted: true }),
    findLastImport: async (fingerprint) => (await store.otherInstallation(fingerprint))?.last,
    recordImport: (fingerprint, last) => store.updateOtherInstallation({ fingerprint, last }),
  };
}

/**
 * Imports the file of other installations, if there is one, into the database, and renames it. Installations
 * that it trusts become trusted; a last import that the database has already stays.
 * @throws StudioFault if the file is damaged.
 */
export async function migrateFileInstallations(
  store: OtherInstallationCalls,
  dataFolder: string,
): Promise<void> {
  const path = getOtherInstallationsPath(dataFolder);
  const left = await readOtherInstallations(path);
  if (left === undefined) return;
  for (const [fingerprint, { isTrusted, last }] of Object.entries(left)) {
    const known = await store.otherInstallation(fingerprint);
    await store.updateOtherInstallation({
      fingerprint,
      ...(isTrusted === true && { isTrusted }),
      ...(last && known?.last === undefined && { last }),
    });
  }
  await rename(path, `${path}.left`).catch(ignoreAbsent);
}
