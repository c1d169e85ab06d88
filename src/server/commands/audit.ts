import { createReadStream } from 'node:fs';
import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandFailure, type Io, UsageError } from '../../command/io.ts';
import { getErrorCode } from '../platform/files/files.ts';
import { hashAuditEntry } from '../store/records/audit-hash.ts';
import type { Store } from '../store/store.ts';
import { requireStore, withStoredData } from './stored-data.ts';

/** The last entry of an intact log, or number 0 and an empty hash if the log is empty. */
interface LastAuditEntry {
  readonly number: number;
  readonly hash: string;
}

/**
 * Verifies the stored log and, if a file is given, that exported log and that the stored one continues it.
 * Prints the number of stored entries and the hash of the last.
 * @throws CommandFailure if a log was changed, if there is no database, or if the file cannot be read;
 * UsageError if several files are given.
 */
export async function verifyAuditLog({ positionals }: CommandArguments, io: Io): Promise<ExitCode> {
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError(`Cannot read "${more[0]}": name one file only`);
  const exported = file === undefined ? undefined : await checkExportedLog(file);
  await withStoredData(io.env, async (stored) => {
    const store = requireStore(stored, 'verify the audit log of');
    const last = await checkStoredLog(store);
    if (exported !== undefined) await requireSameEntry(exported, store);
    io.out(`${last.number} entries, unchanged; the hash of the last is ${last.hash}\n`);
  });
  return 0;
}

/**
 * Checks every entry of the stored log and returns the last.
 * @throws CommandFailure if an entry was changed.
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
 * @throws CommandFailure if a line was changed, or if the file cannot be read.
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
 * @throws CommandFailure if the file cannot be read.
 */
async function* readLines(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (cause) {
    if (cause instanceof Error && getErrorCode(cause) !== undefined)
      throw new CommandFailure(cause.message, { cause });
    throw cause;
  }
  if (rest !== '') yield rest;
}

/**
 * Checks that the stored log still contains the last entry that was exported. An empty export has none.
 * @throws CommandFailure if it does not.
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
function createBrokenLogError(subject: string): CommandFailure {
  return new CommandFailure(`${subject} was changed, or something before it is missing`);
}
