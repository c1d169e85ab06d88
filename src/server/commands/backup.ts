import { constants, mkdirSync, readdirSync } from 'node:fs';
import { access, chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandFailure, type Io, UsageError } from '../../command/io.ts';
import { readFolders } from '../platform/config/config.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { getErrorCode, ignoreAbsent } from '../platform/files/files.ts';
import { copyDatabase } from '../store/sqlite/copy-database.ts';
import { getDatabasePath, openExistingDatabase } from '../store/sqlite/database.ts';
import { isIntact } from '../store/sqlite/file-guard.ts';
import { withCommandFailures } from './stored-data.ts';

/**
 * Copies the data folder to the folder in the arguments and prints the number of enquiries and files.
 * @throws CommandFailure if the database is PostgreSQL, which is not copied, or if the copy is not possible;
 * UsageError unless exactly one folder is given.
 */
export async function backUpData({ positionals }: CommandArguments, io: Io): Promise<ExitCode> {
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0)
    throw new UsageError('Cannot back up: name one folder, an empty or a new one: slipway backup FOLDER');
  await withCommandFailures(async () => {
    const { dataFolder, databaseUrl } = readFolders(io.env);
    if (databaseUrl !== undefined)
      throw new CommandFailure(
        'Cannot back up the database in DATABASE_URL: use the backup of PostgreSQL, such as pg_dump, and copy the data folder as well',
      );
    const { enquiries, files } = await copyDataFolder(dataFolder, folder);
    io.out(`Copied ${enquiries} enquiries and ${files} files of ${dataFolder} to ${folder}.\n`);
  });
  return 0;
}

/**
 * Copies a data folder, also one in use by a server, to an empty or absent folder: a snapshot of the
 * database, and the files that `copyFiles` copies. A copy that fails is not removed. Returns the number of
 * enquiries, and of files without the database.
 * @throws CommandFailure if the target is not usable, if there is no intact database, or if a photo is
 * missing.
 */
async function copyDataFolder(
  dataFolder: string,
  folder: string,
): Promise<{ readonly enquiries: number; readonly files: number }> {
  createEmptyFolder(folder);
  const { busyTimeoutMs } = serverSettings.store;
  const source = openExistingDatabase({ dataFolder, busyTimeoutMs });
  if (source === undefined)
    throw new CommandFailure(`Cannot back up "${dataFolder}": there is no database in it; set SLIPWAY_DATA`);
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
 * @throws CommandFailure if the folder is not empty or cannot be created.
 */
function createEmptyFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (readdirSync(folder).length === 0) return;
  } catch (cause) {
    throw new CommandFailure(
      `Cannot back up to "${folder}": ${String(getErrorCode(cause))}; name another folder`,
      { cause },
    );
  }
  throw new CommandFailure(`Cannot back up to "${folder}": it is not empty; name another folder`);
}

/**
 * Checks a copy and returns its number of enquiries.
 * @throws CommandFailure if the copy is damaged or incomplete.
 */
function checkCopy(folder: string, busyTimeoutMs: number): number {
  const copy = openExistingDatabase({ dataFolder: folder, busyTimeoutMs });
  try {
    if (copy === undefined || !isIntact(copy))
      throw new CommandFailure(`Cannot back up to "${folder}": the database is damaged, and so is its copy`);
    requirePhotos(copy, folder);
    return Number(copy.prepare('SELECT count(*) AS count FROM enquiries').get()?.count);
  } finally {
    copy?.close();
  }
}

/**
 * Checks that all photos of enquiries were copied. Photos in a bucket are not part of the backup, so a copy
 * without any photo is accepted.
 * @throws CommandFailure if one is missing.
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
    throw new CommandFailure(
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

/**
 * Names of files and folders that are not copied. The database is copied separately, its lock is no data, and
 * incoming uploads belong to no enquiry yet.
 */
const leftOut = /^(?:slipway\.db.*|sender\.lock.*|draft\.jsonl\.(?:lock|new).*|incoming|.*\.part)$/;

/**
 * Copies all files below a folder that the target does not have yet, except `leftOut` and symbolic links, and
 * returns their number. Creates the target if it is absent. Only this user can read the copies. A file that
 * disappears meanwhile is skipped.
 */
async function copyFiles(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  let count = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) count += await copyFiles(source, target);
    else if (entry.isFile() && (await copyIfAbsent(source, target))) count += 1;
  }
  return count;
}

/** Copies a file. Returns false if the target exists, or if the source no longer does. */
async function copyIfAbsent(source: string, target: string): Promise<boolean> {
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  try {
    // The copy shares its blocks with the original if the file system supports that.
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await chmod(target, 0o600);
    return true;
  } catch (error) {
    ignoreAbsent(error);
    return false;
  }
}
