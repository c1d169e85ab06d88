import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StartError } from '../config/config.ts';
import type { ServerSettings } from '../config/settings.ts';
import { codeOf } from '../files/files.ts';
import { copyDatabase } from '../store/sqlite/copy-database.ts';
import { databaseFile, openExistingDatabase } from '../store/sqlite/database.ts';
import { isSound } from '../store/sqlite/file-guard.ts';
import { StoreError } from '../store/store-error.ts';
import { copyFiles } from './copy-files.ts';

/** What was copied. */
export interface BackupReport {
  readonly enquiries: number;
  /** Besides the database. */
  readonly files: number;
}

/**
 * Copies a data folder that a server may be using to a folder that is empty or not there yet: the database as of one moment, and every
 * photo that its enquiries name.
 * @throws StartError where the folders do not do, StoreError where there is no sound database to copy.
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
  makeEmptyFolder(folder);
  const { busyTimeoutMs } = settings.store;
  const source = openExistingDatabase({ dataFolder, busyTimeoutMs });
  if (source === undefined)
    throw new StoreError(
      'lost',
      `Cannot back up "${dataFolder}": there is no database in it; set SLIPWAY_DATA`,
    );
  try {
    // Before and after the database: a photo that is made anew meanwhile is in one place at the first pass, in another at the second.
    const before = await copyFiles(dataFolder, folder);
    copyDatabase(source, databaseFile(folder));
    const after = await copyFiles(dataFolder, folder);
    return { enquiries: requireWhole(folder, busyTimeoutMs), files: before + after };
  } finally {
    source.close();
  }
}

function makeEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length === 0) return;
  } catch (cause) {
    throw new StartError([`Cannot back up to "${folder}": ${String(codeOf(cause))}; name another folder`], {
      cause,
    });
  }
  throw new StartError([`Cannot back up to "${folder}": it is not empty; name another folder`]);
}

/** The number of enquiries in a copy. @throws StoreError where the copy cannot stand for what was copied. */
function requireWhole(folder: string, busyTimeoutMs: number): number {
  const copy = openExistingDatabase({ dataFolder: folder, busyTimeoutMs });
  try {
    if (copy === undefined || !isSound(copy))
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

/** Photos in a bucket are the bucket's to keep: then there is no folder of them. */
function requirePhotos(copy: DatabaseSync, folder: string): void {
  const kept = new Set(namesBelow(join(folder, 'photos')));
  if (kept.size === 0) return;
  const named = copy
    .prepare(`SELECT path FROM photos WHERE is_claimed = 1 AND state IN ('stored', 'ready')`)
    .all()
    .map(({ path }) => String(path).replace(/^.*\//, ''));
  const missing = named.filter((name) => !kept.has(name));
  if (missing.length > 0)
    throw new StoreError(
      'lost',
      `Cannot back up everything to "${folder}": ${missing.length} photos that enquiries name are not there, such as ${missing[0]}`,
    );
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return [];
  }
}
