import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './store-error.ts';

/**
 * What becomes of a data folder without a database: `make` one; make one `unless-lost`, that is unless something there says that there
 * was one; or `refuse`, because there was one a moment ago.
 */
export type WhenAbsent = 'make' | 'unless-lost' | 'refuse';

/** What a server leaves in a data folder beside the database, and only after that is there. */
const lasting = ['photos/originals', 'photos/ready', 'photos/quarantine', 'outbox', 'secret'];

/** What of it is there. Is to be asked before the database itself: another server may be making both at this moment. */
export function tracesOf(dataFolder: string): readonly string[] {
  return lasting.filter((trace) => holdsSomething(join(dataFolder, trace)));
}

/**
 * Lets a database be made only where none was lost: one that is missing, or has nothing in it, beside photos or mails would pass for a new
 * one, and nobody would look for the enquiries.
 * @throws StoreError `lost`
 */
export function requireNotLost({
  place,
  traces,
  whenAbsent,
}: {
  /** What is empty: a file, or where another database is. */
  readonly place: string;
  readonly traces: readonly string[];
  readonly whenAbsent: WhenAbsent;
}): void {
  if (whenAbsent === 'make' || (whenAbsent === 'unless-lost' && traces.length === 0)) return;
  const beside = traces.length === 0 ? '' : `, but beside it there is ${traces.join(', ')}`;
  throw new StoreError(
    'lost',
    `Cannot find the enquiries: ${place} is missing or empty${beside}; restore it from a backup, or begin anew with --begin-anew`,
  );
}

/** Whether there is no file, or one without a byte. */
export function isAbsent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function holdsSomething(path: string): boolean {
  if (!existsSync(path)) return false;
  return statSync(path).isDirectory() ? readdirSync(path).length > 0 : !isAbsent(path);
}
