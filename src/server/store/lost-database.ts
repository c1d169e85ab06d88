import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './store-error.ts';

/**
 * The behaviour for a data folder without a database. `make`: create one. `unless-lost`: create one unless
 * traces in the folder show that there was one. `refuse`: throw, because there was one a moment ago.
 */
export type WhenAbsent = 'make' | 'unless-lost' | 'refuse';

/** Paths in a data folder that a server creates beside the database, and only once the database exists. */
const tracePaths = ['photos/originals', 'photos/ready', 'photos/quarantine', 'outbox', 'secret'];

/**
 * Returns the traces of a former database: those of `tracePaths` that exist and are not empty. Call it before
 * you look for the database: another server may be creating both at this moment.
 */
export function findDatabaseTraces(dataFolder: string): readonly string[] {
  return tracePaths.filter((trace) => hasContent(join(dataFolder, trace)));
}

/**
 * Checks that a missing or empty database may be created. Beside photos or mails it has probably been lost,
 * and nobody would search for the enquiries if the server created a new one.
 * @param traces As `findDatabaseTraces` returns them.
 * @throws StoreError `lost` for `refuse`, and for `unless-lost` if there are traces
 */
export function requireNotLost({
  place,
  traces,
  whenAbsent,
}: {
  /** The empty location: a file, or the address of another database. */
  readonly place: string;
  readonly traces: readonly string[];
  readonly whenAbsent: WhenAbsent;
}): void {
  if (whenAbsent === 'make' || (whenAbsent === 'unless-lost' && traces.length === 0)) return;
  const beside = traces.length === 0 ? '' : `, but next to it there is ${traces.join(', ')}`;
  throw new StoreError(
    'lost',
    `Cannot find the enquiries: ${place} is missing or empty${beside}; restore it from a backup, or start with an empty one: --begin-anew`,
  );
}

/** Returns true if there is no file, or one without a byte. */
export function isMissingOrEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** Returns true for a file with content and for a folder with entries; false if there is neither. */
function hasContent(path: string): boolean {
  if (!existsSync(path)) return false;
  return statSync(path).isDirectory() ? readdirSync(path).length > 0 : !isMissingOrEmpty(path);
}
