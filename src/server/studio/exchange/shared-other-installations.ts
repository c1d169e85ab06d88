import { rename } from 'node:fs/promises';
import { ignoreAbsent } from '../../files/files.ts';
import type { Store } from '../../store/store.ts';
import { type OtherInstallations, othersFile, readOtherInstallations } from './other-installations.ts';

type Others = Pick<Store, 'otherInstallation' | 'noteOtherInstallation'>;

/** What servers of one database know of other installations, beside those that the configuration names. */
export function openSharedOtherInstallations(store: Others, trusted: readonly string[]): OtherInstallations {
  return {
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await store.otherInstallation(fingerprint))?.isTrusted === true,
    trust: (fingerprint) => store.noteOtherInstallation({ fingerprint, isTrusted: true }),
    lastOf: async (fingerprint) => (await store.otherInstallation(fingerprint))?.last,
    noteImported: (fingerprint, last) => store.noteOtherInstallation({ fingerprint, last }),
  };
}

/** Takes up what a server knew by itself, where nothing is known yet; its file stays under another name. */
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
