import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { readFolders, StartError } from './platform/config/config.ts';
import { serverSettings } from './platform/config/settings.ts';
import { hashAuditEntry } from './store/audit-hash.ts';
import { openExistingStore } from './store/open-existing-store.ts';
import type { Store } from './store/store.ts';
import { StoreError } from './store/store-error.ts';

/** The text for a wrong command line. */
const usage = `npm run audit              verifies that the audit log of the studio was not changed
npm run audit -- FILE      the same for an export of the whole log as JSON lines, and that the log continues from it

SLIPWAY_DATA names the data folder (default: .data). The server may be running.
Exit codes: 0 unchanged, 1 changed or not possible, 2 wrong usage.`;

/** The last entry of an intact log, or number 0 and an empty hash if the log is empty. */
interface LastAuditEntry {
  readonly number: number;
  readonly hash: string;
}

try {
  const files = readFileArguments(process.argv.slice(2));
  if (files === undefined) {
    console.error(usage);
    process.exitCode = 2;
  } else await checkAuditLog(files[0]);
} catch (error) {
  const isKnown = error instanceof StartError || error instanceof StoreError || 'code' in Object(error);
  if (!isKnown) throw error;
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Returns the file arguments, one or none; undefined if the command line is invalid. */
function readFileArguments(args: readonly string[]): readonly string[] | undefined {
  try {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    return positionals.length < 2 ? positionals : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies the stored log and, if a file is given, that exported log and that the stored one continues it.
 * Prints the number of stored entries and the hash of the last.
 * @throws StartError if a log was changed, or if there is no database; the system's error if the file cannot
 * be read.
 */
async function checkAuditLog(file: string | undefined): Promise<void> {
  const { dataFolder, databaseUrl } = readFolders(process.env);
  const exported = file === undefined ? undefined : await checkExportedLog(file);
  const store = await openExistingStore({ dataFolder, databaseUrl, settings: serverSettings });
  if (store === undefined)
    throw new StartError([
      `Cannot verify the audit log of "${dataFolder}": no server has been started with it`,
    ]);
  try {
    const last = await checkStoredLog(store);
    if (exported !== undefined) await requireSameEntry(exported, store);
    console.log(`${last.number} entries, unchanged; the hash of the last is ${last.hash}`);
  } finally {
    await store.close();
  }
}

/**
 * Checks every entry of the stored log and returns the last.
 * @throws StartError if an entry was changed.
 */
async function checkStoredLog(store: Store): Promise<LastAuditEntry> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { brokenAt, next } = await store.auditFault({ after, limit: 500 });
    if (brokenAt !== undefined) throw createBrokenLogError(`Entry ${brokenAt} of the log`);
    after = next;
  }
  const [last] = await store.audit({ limit: 1 });
  return last ?? { number: 0, hash: '' };
}

/**
 * Checks every line of an exported log and returns the last entry.
 * @throws StartError if a line was changed; the system's error if the file cannot be read.
 */
async function checkExportedLog(file: string): Promise<LastAuditEntry> {
  let last: LastAuditEntry = { number: 0, hash: '' };
  for await (const line of readLines(file)) {
    const [, content = '', hash = ''] = /^(.*),"hash":"([\w-]+)"\}$/s.exec(line) ?? [];
    const number = last.number + 1;
    const isWhole =
      content.startsWith(`{"number":${number},`) && hash === hashAuditEntry(last.hash, `${content}}`);
    if (!isWhole) throw createBrokenLogError(`Line ${number} of ${file}`);
    last = { number, hash };
  }
  return last;
}

/**
 * Yields the lines of a file. It splits at `\n` only, as the export does: texts may contain other characters
 * that some programs treat as line ends.
 */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Checks that the stored log still contains the last entry that was exported. An empty export has none.
 * @throws StartError if it does not.
 */
async function requireSameEntry({ number, hash }: LastAuditEntry, store: Store): Promise<void> {
  if (number === 0) return;
  const [same] = await store.audit({ after: number - 1, limit: 1 });
  if (same?.number !== number)
    throw createBrokenLogError(`Entry ${number}, which was exported, is missing: the log`);
  if (same.hash !== hash)
    throw createBrokenLogError(`Entry ${number} differs from the exported one: the log`);
}

/** Returns the error "‹subject› was changed, or something before it is missing". */
function createBrokenLogError(subject: string): StartError {
  return new StartError([`${subject} was changed, or something before it is missing`]);
}
