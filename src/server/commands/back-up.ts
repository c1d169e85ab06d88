import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartError } from '../platform/config/config.ts';
import type { ServerSettings } from '../platform/config/settings.ts';
import { getErrorCode } from '../platform/files/files.ts';
import { copyDatabase } from '../store/sqlite/copy-database.ts';
import { getDatabasePath, openExistingDatabase } from '../store/sqlite/database.ts';
import { isIntact } from '../store/sqlite/file-guard.ts';
import { StoreError } from '../store/store-error.ts';
import { copyFiles } from './copy-files.ts';

/** The numbers of enquiries and files in a backup. */
export interface BackupReport {
  readonly enquiries: number;
  /** Without the database. */
  readonly files: number;
}

/**
 * Copies a data folder, also one in use by a server, to an empty or absent folder: a snapshot of the
 * database, and the files that `copyFiles` copies. A copy that fails is not removed.
 * @throws StartError if the target is not usable, StoreError if there is no intact database or a photo is
 * missing.
 */
export async function backUp({
  dataFolder,
  folder,
  settings,
}: {
  readonly dataFolder: string;
  readonly folder: string;
  readonly settings: Pick<ServerSettings, 'store'>;
}): Promise<BackupReport> {
  createEmptyFolder(folder);
  const { busyTimeoutMs } = settings.store;
  const source = openExistingDatabase({ dataFolder, busyTimeoutMs });
  if (source === undefined)
    throw new StoreError(
      'lost',
      `Cannot back up "${dataFolder}": there is no database in it; set SLIPWAY_DATA`,
    );
  try {
    // Files are copied before and after the database: a photo that is re-encoded meanwhile moves, and is in
    // its old path at first and in its new one afterwards.
    const before = await copyFiles(dataFolder, folder);
    copyDatabase(source, getDatabasePath(folder));
    const after = await copyFiles(dataFolder, folder);
    return { enquiries: checkCopy(folder, busyTimeoutMs), files: before + after };
  } finally {
    source.close();
  }
}

/**
 * Creates a folder, with its parents, or accepts an existing empty one.
 * @throws StartError if the folder is not empty or cannot be created.
 */
function createEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length === 0) return;
  } catch (cause) {
    throw new StartError(
      [`Cannot back up to "${folder}": ${String(getErrorCode(cause))}; name another folder`],
      {
        cause,
      },
    );
  }
  throw new StartError([`Cannot back up to "${folder}": it is not empty; name another folder`]);
}

/**
 * Checks a copy and returns its number of enquiries.
 * @throws StoreError if the copy is damaged or incomplete.
 */
function checkCopy(folder: string, busyTimeoutMs: number): number {
  const copy = openExistingDatabase({ dataFolder: folder, busyTimeoutMs });
  try {
    if (copy === undefined || !isIntact(copy))
      throw new StoreError(
        'lost',
        `Cannot back up to "${folder}": the database is damaged, and so is its copy`,
      );
    requirePhotos(copy, folder);
    return Number(copy.prepare('SELECT count(*) AS count FROM enquiries').get()?.count);
  } finally {
    copy?.close();
  }
}

/**
 * Checks that all photos of enquiries were copied. Photos in a bucket are not part of the backup, so a copy
 * without any photo is accepted.
 * @throws StoreError if one is missing.
 */
function requirePhotos(copy: DatabaseSync, folder: string): void {
  const copied = new Set(listFileNames(join(folder, 'photos')));
  if (copied.size === 0) return;
  const named = copy
    .prepare(`SELECT path FROM photos WHERE is_claimed = 1 AND state IN ('stored', 'ready')`)
    .all()
    .map(({ path }) => String(path).replace(/^.*\//, ''));
  const missing = named.filter((name) => !copied.has(name));
  if (missing.length > 0)
    throw new StoreError(
      'lost',
      `Cannot back up everything to "${folder}": ${missing.length} photos of enquiries are missing, such as ${missing[0]}`,
    );
}

/** Returns the names, without paths, of all files below a folder; none if the folder does not exist. */
function listFileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
    return [];
  }
}
