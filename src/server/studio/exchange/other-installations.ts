import { join } from 'node:path';
import { createTaskQueue } from '../../platform/concurrency/task-queue.ts';
import { readTextFile, replaceFile } from '../../platform/files/files.ts';
import { createShape } from '../../platform/validate-shape.ts';
import type { ImportedVersion, OtherInstallation } from '../../store/calls/installation-calls.ts';
import { withFileErrors } from '../../store/store-error.ts';
import { parseDraftLine } from '../draft-storage.ts';
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

/** The stored records of other installations, by the fingerprints of their keys. */
export type KnownInstallations = Readonly<Record<string, Partial<OtherInstallation>>>;

/**
 * Reads the file of other installations. Undefined if there is none.
 * @throws StudioFault if the file cannot be read or is damaged.
 */
export async function readOtherInstallations(path: string): Promise<KnownInstallations | undefined> {
  const text = await readTextFile(path).catch(createUnreadableThrower(path));
  if (text === undefined) return undefined;
  const stored = parseDraftLine(text);
  if (knownInstallations.accepts(stored)) return stored;
  const { pointer, reason } = knownInstallations.findFault(stored) ?? { pointer: '', reason: 'is not JSON' };
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

const knownInstallations = createShape<KnownInstallations>({
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

/** Returns the path of the file of other installations. */
export function getOtherInstallationsPath(dataFolder: string): string {
  return join(dataFolder, 'studio', 'other-installations.json');
}

/**
 * Opens the installations of a data folder, together with those of the configuration. The file is read at
 * each call, because another server may write it. Each call throws a `StudioFault` if the file is damaged.
 * @param trusted The fingerprints that the configuration trusts.
 */
export function openOtherInstallations(dataFolder: string, trusted: readonly string[]): OtherInstallations {
  const path = getOtherInstallationsPath(dataFolder);
  const runInOrder = createTaskQueue();

  /** Reads the stored records; none if there is no file. */
  async function readKnown(): Promise<KnownInstallations> {
    return (await readOtherInstallations(path)) ?? {};
  }

  /**
   * Adds members to the stored record of an installation, and replaces those with the same key. Writes of
   * this server run one after the other.
   */
  function recordInstallation(fingerprint: string, added: Partial<OtherInstallation>): Promise<void> {
    return runInOrder(async () => {
      const before = await readKnown();
      const after = { ...before, [fingerprint]: { ...before[fingerprint], ...added } };
      await withFileErrors(`write "${path}"`, () => replaceFile(path, `${JSON.stringify(after)}\n`));
    });
  }

  return {
    isTrusted: async (fingerprint) =>
      trusted.includes(fingerprint) || (await readKnown())[fingerprint]?.isTrusted === true,
    trust: (fingerprint) => recordInstallation(fingerprint, { isTrusted: true }),
    findLastImport: async (fingerprint) => (await readKnown())[fingerprint]?.last,
    recordImport: (fingerprint, version) => recordInstallation(fingerprint, { last: version }),
  };
}
