import { join } from 'node:path';
import { readTextFile } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import { createShape } from '../../platform/validate-shape.ts';
import type { ImportedVersion, OtherInstallation } from '../../store/calls/installation-calls.ts';
import type { Store } from '../../store/store.ts';
import { parseDraftLine } from '../draft/draft-storage.ts';
import { setImportedFileAside } from '../draft/imported-file.ts';
import { StudioFault } from '../studio-fault.ts';

/**
 * The other installations that this one knows: which are trusted, and the last version imported from each.
 */
export interface OtherInstallations {
  /** Returns true if the configuration or a call of `trust` accepts archives of the installation. */
  readonly isTrusted: (fingerprint: string) => Promise<boolean>;
  /** Accepts archives of an installation from now on. */
  readonly trust: (fingerprint: string) => Promise<void>;
  /** Returns the version that was recorded last. Undefined if none was imported from the installation. */
  readonly findLastImport: (fingerprint: string) => Promise<ImportedVersion | undefined>;
  /** Records the version as the last import, in place of the one before, even if that is a later version. */
  readonly recordImport: (fingerprint: string, version: ImportedVersion) => Promise<void>;
}

export interface OtherInstallationsOptions {
  readonly store: Pick<Store, 'otherInstallation' | 'updateOtherInstallation'>;
  /** The fingerprints that the configuration trusts. */
  readonly trusted: readonly string[];
  /** Imports the file of an earlier release, unless it has done so (`createInstallationsImport`). */
  readonly importFile: () => Promise<void>;
}

/**
 * Returns the installations in the database, together with those of the configuration. Each call that reads
 * or writes the database throws a `StudioFault` while the file of an earlier release is damaged: without its
 * content, an answer would be wrong.
 */
export function openOtherInstallations({
  store,
  trusted,
  importFile,
}: OtherInstallationsOptions): OtherInstallations {
  /** Reads the stored record of an installation; undefined if there is none. */
  async function read(fingerprint: string): Promise<OtherInstallation | undefined> {
    await importFile();
    return store.otherInstallation(fingerprint);
  }

  /** Adds members to the stored record of an installation, and replaces those with the same key. */
  async function update(fingerprint: string, added: Partial<OtherInstallation>): Promise<void> {
    await importFile();
    await store.updateOtherInstallation({ fingerprint, ...added });
  }

  return {
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await read(fingerprint))?.isTrusted === true,
    trust: (fingerprint) => update(fingerprint, { isTrusted: true }),
    findLastImport: async (fingerprint) => (await read(fingerprint))?.last,
    recordImport: (fingerprint, last) => update(fingerprint, { last }),
  };
}

/**
 * Returns a function that imports the file of other installations that an earlier release has left in the
 * data folder, if there is one, and renames it (`setImportedFileAside`). Installations that it trusts become
 * trusted; a last import that the database has already stays. An interrupted import is repeated by the next
 * call, and so is one of a file that a server of an earlier release has written since. The function throws a
 * `StudioFault` if the file cannot be read or is damaged.
 */
export function createInstallationsImport({
  store,
  dataFolder,
  log,
}: {
  readonly store: OtherInstallationsOptions['store'];
  readonly dataFolder: string;
  readonly log: Log;
}): () => Promise<void> {
  const path = join(dataFolder, 'studio', 'other-installations.json');
  /** The text of the file that was imported last: it may not have been possible to rename that. */
  let imported: string | undefined;

  return async () => {
    const text = await readTextFile(path).catch(createUnreadableThrower(path));
    if (text === undefined || text === imported) return;
    for (const [fingerprint, { isTrusted, last }] of Object.entries(parseInstallations(text, path))) {
      const known = await store.otherInstallation(fingerprint);
      await store.updateOtherInstallation({
        fingerprint,
        ...(isTrusted === true && { isTrusted }),
        ...(last && known?.last === undefined && { last }),
      });
    }
    imported = text;
    await setImportedFileAside(path, { log });
  };
}

/** The records of other installations in a file, by the fingerprints of their keys. */
type InstallationsFile = Readonly<Record<string, Partial<OtherInstallation>>>;

/**
 * Parses the text of the file of other installations.
 * @throws StudioFault that names the path, if the text is damaged.
 */
function parseInstallations(text: string, path: string): InstallationsFile {
  const stored = parseDraftLine(text);
  if (installationsFileShape.accepts(stored)) return stored;
  const { pointer, reason } = installationsFileShape.findFault(stored) ?? {
    pointer: '',
    reason: 'is not JSON',
  };
  return createUnreadableThrower(path)(new Error(`${pointer} ${reason}`));
}

/** Returns a function that throws a given error as a `StudioFault` that names the file. */
function createUnreadableThrower(path: string): (cause: Error) => never {
  return (cause) => {
    throw new StudioFault(
      `Cannot read "${path}": ${cause.message}. Restore it from a backup, or move it away: then other installations must be trusted again.`,
      { cause },
    );
  };
}

const installationsFileShape = createShape<InstallationsFile>({
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      isTrusted: { type: 'boolean' },
      last: {
        type: 'object',
        required: ['number', 'documents'],
        properties: { number: { type: 'integer' }, documents: { type: 'object', isPlainJson: true } },
      },
    },
  },
});
