import { rename } from 'node:fs/promises';
import { ignoreAbsent } from '../../platform/files/files.ts';
import type { SharedCalls } from '../../store/store.ts';
import {
  getOtherInstallationsPath,
  type OtherInstallations,
  readOtherInstallations,
} from './other-installations.ts';

type OtherInstallationCalls = Pick<SharedCalls, 'otherInstallation' | 'updateOtherInstallation'>;

/**
 * Opens the other installations that are stored in a shared database, together with those of the
 * configuration.
 * @param trusted The fingerprints that the configuration trusts.
 */
export function openSharedOtherInstallations(
  store: OtherInstallationCalls,
  trusted: readonly string[],
): OtherInstallations {
  return {
    /** Returns true if the configuration or the database trusts an installation. */
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await store.otherInstallation(fingerprint))?.isTrusted === true,
    /** Stores in the database that an installation is trusted. */
    trust: (fingerprint) => store.updateOtherInstallation({ fingerprint, isTrusted: true }),
    /** Returns the last import from an installation; undefined if there is none. */
    findLastImport: async (fingerprint) => (await store.otherInstallation(fingerprint))?.last,
    /** Stores the last import from an installation, replacing the one before. */
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
