import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Documents } from '#engine';
import { ignoreAbsent, writeDurably } from '../../files/files.ts';

/** What is known of other installations: whose archives are taken, and what was imported last of each. */
export interface OtherInstallations {
  readonly isTrusted: (fingerprint: string) => Promise<boolean>;
  /** Takes archives of an installation from now on. */
  readonly trust: (fingerprint: string) => Promise<void>;
  readonly lastOf: (fingerprint: string) => Promise<ImportedVersion | undefined>;
  readonly noteImported: (fingerprint: string, version: ImportedVersion) => Promise<void>;
}

/** What was imported: the common ground of what both installations do from then on. */
export interface ImportedVersion {
  readonly number: number;
  readonly documents: Documents;
}

type Known = Readonly<Record<string, { readonly isTrusted?: boolean; readonly last?: ImportedVersion }>>;

/** Opens what a data folder knows of others, beside those that the configuration names. Read anew each time: another server may write it. */
export function openOtherInstallations(dataFolder: string, trusted: readonly string[]): OtherInstallations {
  const path = join(dataFolder, 'studio', 'other-installations.json');
  let last: Promise<unknown> = Promise.resolve();

  async function known(): Promise<Known> {
    const text = await readFile(path, 'utf8').catch(ignoreAbsent);
    return text === undefined ? {} : (JSON.parse(text) as Known);
  }

  function note(fingerprint: string, news: Known[string]): Promise<void> {
    const next = last.then(async () => {
      const before = await known();
      const after = { ...before, [fingerprint]: { ...before[fingerprint], ...news } };
      await writeDurably(`${path}.new`, `${JSON.stringify(after)}\n`);
      await rename(`${path}.new`, path);
    });
    last = next.catch(() => undefined);
    return next;
  }

  return {
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await known())[fingerprint]?.isTrusted === true,
    trust: (fingerprint) => note(fingerprint, { isTrusted: true }),
    lastOf: async (fingerprint) => (await known())[fingerprint]?.last,
    noteImported: (fingerprint, version) => note(fingerprint, { last: version }),
  };
}
