import { existsSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ignoreAbsent, isWrongFileKind, NotAFileError, readTextFile } from '../../platform/files/files.ts';
import type { Log } from '../../platform/log/log.ts';
import { lockFile } from '../../store/sqlite/lock-file.ts';
import { StoreError, withFileErrors } from '../../store/store-error.ts';
import { DraftFault, toDraftFault } from './draft-fault.ts';
import { buildDraft, type DraftStorage, parseDraftLine, parseDraftLines } from './draft-storage.ts';
import { WriteConflict } from './draft-tables.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Returns the path of the file in which an earlier release has the draft. */
export function getDraftPath(dataFolder: string): string {
  return join(dataFolder, 'studio', 'draft.jsonl');
}

/**
 * Returns a storage that imports the draft file of an earlier release before it reads the draft for the first
 * time, and is otherwise the given one. The file is then renamed to `….left`; an interrupted import is
 * repeated. If the storage has another draft already, the file is only renamed, with a warning if it has
 * changes. While the file cannot be read, the storage has no draft: `read` throws, `isChanged` returns true
 * after somebody has changed the file, and `setAside` renames it. But a storage that has a draft already is
 * used; the file stays, and the error is logged.
 */
export function withDraftFile(
  place: DraftStorage,
  { path, log }: { readonly path: string; readonly log: Log },
): DraftStorage {
  let state: 'pending' | 'damaged' | 'imported' = 'pending';
  let fingerprint = '';

  /** Imports the file, unless that is done. Throws a `DraftFault` if it is damaged. */
  async function importFile(): Promise<void> {
    if (state === 'imported') return;
    try {
      fingerprint = await readFingerprint(path);
      if (fingerprint !== '') await runLocked(path, () => importDraft(place, { path, log }));
    } catch (error) {
      // The task is repeated on the draft that another server has begun.
      if (error instanceof WriteConflict) throw error;
      if ((await place.read()) === undefined) {
        if (error instanceof DraftFault && error.isStored) state = 'damaged';
        throw error;
      }
      log.error('draft-not-taken-up', error, { reason: toDraftFault(error).message });
    }
    state = 'imported';
  }

  return {
    ...place,
    async read() {
      await importFile();
      return place.read();
    },
    isChanged: async () =>
      (state !== 'imported' && (await readFingerprint(path)) !== fingerprint) || place.isChanged(),
    async setAside() {
      if (state !== 'damaged') return place.setAside();
      const to = `${path}.damaged-${Date.now()}`;
      await runOnFile(path, () => rename(path, to));
      state = 'imported';
      return to;
    },
  };
}

/** Imports the file as `withDraftFile` describes it. Call it with the lock of the file. */
async function importDraft(
  place: DraftStorage,
  { path, log }: { readonly path: string; readonly log: Log },
): Promise<void> {
  const draft = await readDraftFile(path);
  const isImported = draft !== undefined && (await storeDraft(place, draft));
  const file = existsSync(`${path}.left`) ? `${path}.left-${Date.now()}` : `${path}.left`;
  await rename(path, file).catch(ignoreAbsent);
  if (isImported) log.info('draft-taken-up', { file, reason: 'it continues in the database' });
  else if (draft !== undefined && draft.changes.length > 0)
    log.warn('draft-left', {
      file,
      reason: 'the database has another draft, without the changes of this one',
    });
}

/**
 * Stores a draft, if none is stored. If the same draft is stored, appends the changes and decided collisions
 * that it lacks: a server of an earlier release writes the whole draft again after the file was imported.
 * Returns false, and does nothing, if another draft is stored.
 */
async function storeDraft(place: DraftStorage, draft: StoredDraft): Promise<boolean> {
  const stored = await place.read();
  if (stored === undefined) {
    await place.begin(draft);
    return true;
  }
  const known = stored.changes.slice(0, draft.changes.length);
  if (stored.id !== draft.id || known.some(({ id }, at) => id !== draft.changes[at]?.id)) return false;
  for (const change of draft.changes.slice(known.length)) await place.append(change);
  for (const settled of draft.settled) if (!stored.settled.includes(settled)) await place.append({ settled });
  return true;
}

/**
 * Runs work and returns its result. If it fails because something that is not a file is at the path, throws a
 * `DraftFault`; other file errors become a `StoreError`.
 */
function runOnFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  return withFileErrors(`import the draft "${path}"`, work).catch((error: unknown) => {
    if (!(error instanceof StoreError && isWrongFileKind(error.cause))) throw error;
    throw new DraftFault(error.message, { isStored: false, cause: error.cause });
  });
}

/**
 * Returns a text that differs if the file was replaced or has changed (inode, size and time); empty if there
 * is no file.
 */
async function readFingerprint(path: string): Promise<string> {
  const found = await runOnFile(path, () => stat(path).catch(ignoreAbsent));
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/**
 * Runs work with the lock `<path>.lock`, which servers of earlier releases have while they write. Returns the
 * result of the work. Rejects if another process has the lock for `lockPatienceMs`.
 */
async function runLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const acquireLock = () => runOnFile(path, async () => lockFile(`${path}.lock`));
  const until = Date.now() + lockPatienceMs;
  let unlock = await acquireLock();
  while (unlock === undefined) {
    if (Date.now() > until) throw new Error('Cannot import the draft: another server does not release it');
    await wait(lockRetryMs);
    unlock = await acquireLock();
  }
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** Maximum time in milliseconds to wait for the lock of another process. It writes one line, or one draft. */
const lockPatienceMs = 20_000;
/** Milliseconds between two tries to get the lock. */
const lockRetryMs = 10;

/**
 * Reads a file with the head of a draft and then one line per change or decided collision. Undefined if there
 * is no file or it is empty. An incomplete last line, left by a killed server, is ignored.
 * @throws DraftFault if a complete line is damaged, not even the head is complete, or the path is no file.
 */
async function readDraftFile(path: string): Promise<StoredDraft | undefined> {
  const text = await readTextFile(path).catch((error: unknown) => {
    throw error instanceof NotAFileError ? new DraftFault(error.message) : error;
  });
  if (text === undefined || text === '') return undefined;
  /** Returns the name of a line for messages: its number, from 1, and the path. `line` counts from 0. */
  const describeLine = (line: number) => `line ${line + 1} of "${path}"`;
  const end = text.lastIndexOf('\n');
  // A draft was written to another file that then replaced this one, so it always has a complete head. This
  // file is not ours.
  if (end === -1) throw new DraftFault(`${describeLine(0)} is incomplete`);
  const [head = '', ...lines] = text.slice(0, end).split('\n');
  return buildDraft({ head: parseDraftLine(head), lines: parseDraftLines(lines), describeLine });
}
