import { rename } from 'node:fs/promises';
import { ignoreAbsent } from '../../files/files.ts';
import type { Store } from '../../store/store.ts';
import { type OtherInstallations, othersFile, readOtherInstallations } from './other-installations.ts';

type Others = Pick<Store, 'otherInstallation' | 'noteOtherInstallation'>;

/**
 * Opens the other installations that are stored in a shared database, together with those of the
 * configuration.
 */
export function openSharedOtherInstallations(store: Others, trusted: readonly string[]): OtherInstallations {
  return {
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await store.otherInstallation(fingerprint))?.isTrusted === true,
    trust: (fingerprint) => store.noteOtherInstallation({ fingerprint, isTrusted: true }),
    lastOf: async (fingerprint) => (await store.otherInstallation(fingerprint))?.last,
    noteImported: (fingerprint, last) => store.noteOtherInstallation({ fingerprint, last }),
  };
}

/**
 * Imports the file of a data folder into the database, without overwriting what is known there. Renames the
 * file afterwards.
 */
export async function adoptLeftInstallations(store: Others, dataFolder: string): Promise<void> {
  const path = othersFile(dataFolder);
  const left = await readOtherInstallations(path);
  if (left === undefined) return;
  for (const [fingerprint, { isTrusted, last }] of Object.entries(left)) {
    const known = await store.otherInstallation(fingerprint);
    await store.noteOtherInstallation({
      fingerprint,
      ...(isTrusted === true && { isTrusted }),
      ...(last && known?.last === undefined && { last }),
    });
  }
  await rename(path, `${path}.left`).catch(ignoreAbsent);
}
