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
import { getLeftPath, setImportedFileAside } from './imported-file.ts';
import type { StoredDraft } from './stored-draft.ts';

/** Returns the path of the file in which an earlier release has the draft. */
export function getDraftPath(dataFolder: string): string {
  return join(dataFolder, 'studio', 'draft.jsonl');
}

/**
 * Returns a storage that imports the draft file of an earlier release before it reads the draft, and is
 * otherwise the given one. The file is then renamed (`setImportedFileAside`); an interrupted import is
 * repeated. If the storage has another draft already, the file is only renamed, with a warning if it has
 * changes. While the file cannot be read, the storage has no draft: `read` throws, `isChanged` returns true
 * after somebody has changed the file, and `setAside` renames it. But a storage that has a draft already is
 * used; the file stays, and the error is logged. A server of an earlier release that still runs writes the
 * file again: then `isChanged` returns true, and `read` imports what is new.
 */
export function createImportingStorage(
  storage: DraftStorage,
  { path, log }: { readonly path: string; readonly log: Log },
): DraftStorage {
  let state: 'pending' | 'damaged' | 'imported' = 'pending';
  /** The fingerprint of the file that `state` is about; empty if there is none. */
  let fingerprint = '';

  /**
   * Returns the fingerprint of the file now. After the import an error means no change: the draft does not
   * depend on the file any more.
   * @throws DraftFault or StoreError, before the import, if the file cannot be examined.
   */
  function readCurrentFingerprint(): Promise<string> {
    const found = readFingerprint(path);
    return state === 'imported' ? found.catch(() => fingerprint) : found;
  }

  /** Imports the file, unless that is done. Throws a `DraftFault` if it is damaged. */
  async function importFile(): Promise<void> {
    let found = '';
    try {
      found = await readCurrentFingerprint();
      if (state === 'imported' && found === fingerprint) return;
      if (found !== '' && (await runLocked(path, () => importDraft(storage, { path, log })))) found = '';
    } catch (error) {
      // The task is repeated on the draft that another server has begun.
      if (error instanceof WriteConflict) throw error;
      if ((await storage.read()) === undefined) {
        fingerprint = found;
        if (error instanceof DraftFault && error.isStored) state = 'damaged';
        throw error;
      }
      log.error('draft-not-taken-up', error, { reason: toDraftFault(error).message });
    }
    fingerprint = found;
    state = 'imported';
  }

  return {
    ...storage,
    async read() {
      await importFile();
      return storage.read();
    },
    isChanged: async () => (await readCurrentFingerprint()) !== fingerprint || storage.isChanged(),
    async setAside() {
      if (state !== 'damaged') return storage.setAside();
      const to = `${path}.damaged-${Date.now()}`;
      await runOnFile(path, () => rename(path, to));
      fingerprint = '';
      state = 'imported';
      return to;
    },
  };
}

/**
 * Imports the file as `createImportingStorage` describes it. Returns true if it was renamed. Call it with the
 * lock of the file.
 */
async function importDraft(
  storage: DraftStorage,
  { path, log }: { readonly path: string; readonly log: Log },
): Promise<boolean> {
  const draft = await readDraftFile(path);
  // The file of a former import. If it is damaged, it says nothing about this one.
  const left = await readDraftFile(getLeftPath(path)).catch(() => undefined);
  const outcome = draft && (await storeDraft(storage, { draft, left }));
  const replaces = draft !== undefined && left !== undefined && includesDraft(draft, left);
  const file = await setImportedFileAside(path, { log, replaces });
  if (outcome === 'stored') log.info('draft-taken-up', { file, reason: 'it continues in the database' });
  if (outcome === 'refused')
    log.warn('draft-left', {
      file,
      reason: 'the database has another draft, without the changes of this one',
    });
  return file !== path;
}

/**
 * Stores the draft of a file. Returns `stored` if all of it is in the storage then; `nothing-new` if it has
 * no changes, or all of it was in the file of the former import; else `refused`. It is stored
 *
 * - as a whole if the storage has none, or one without changes on the same base;
 * - if the storage has the same draft, by appending what that lacks. That comes from a server of an earlier
 *   release, which writes its whole draft again after the file was renamed. Without a former import nothing
 *   is appended: the first import is one transaction, so what the storage lacks was removed since.
 *
 * @param left The draft in the file of the former import; undefined if there was none.
 */
async function storeDraft(
  storage: DraftStorage,
  { draft, left }: { readonly draft: StoredDraft; readonly left: StoredDraft | undefined },
): Promise<'stored' | 'nothing-new' | 'refused'> {
  const stored = await storage.read();
  if (stored === undefined) {
    await storage.begin(draft);
    return 'stored';
  }
  if (left !== undefined && includesDraft(left, draft)) return 'nothing-new';
  if (stored.id === draft.id && startsEqually(stored, draft)) {
    const lacking = [
      ...draft.changes.slice(stored.changes.length),
      ...draft.settled.filter((id) => !stored.settled.includes(id)).map((settled) => ({ settled })),
    ];
    if (lacking.length > 0 && left?.id !== draft.id) return 'refused';
    for (const line of lacking) await storage.append(line);
    return 'stored';
  }
  if (draft.changes.length === 0) return 'nothing-new';
  if (!isUnusedOnSameBase(stored, draft)) return 'refused';
  await storage.begin(draft);
  return 'stored';
}

/** Returns true if everything in a part is in the draft, too. */
function includesDraft(draft: StoredDraft, part: StoredDraft): boolean {
  return (
    draft.id === part.id &&
    draft.changes.length >= part.changes.length &&
    startsEqually(draft, part) &&
    part.settled.every((id) => draft.settled.includes(id))
  );
}

/** Returns true if two drafts have the same changes as far as both go. */
function startsEqually({ changes: some }: StoredDraft, { changes: others }: StoredDraft): boolean {
  return some.slice(0, others.length).every(({ id }, at) => id === others[at]?.id);
}

/**
 * Returns true if nothing was done in the stored draft, and it is based on the same version as the other one.
 * On a later version, the changes of the other one may have been published.
 */
function isUnusedOnSameBase(stored: StoredDraft, other: StoredDraft): boolean {
  return (
    stored.changes.length === 0 &&
    (stored.collisions ?? []).length === 0 &&
    stored.baseHash === other.baseHash &&
    (other.baseVersion ?? stored.baseVersion) === stored.baseVersion
  );
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
