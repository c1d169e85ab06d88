import { constants, mkdirSync, readdirSync } from 'node:fs';
import { access, chmod, copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { readFolders, StartError } from './platform/config/config.ts';
import { type ServerSettings, serverSettings } from './platform/config/settings.ts';
import { getErrorCode, ignoreAbsent } from './platform/files/files.ts';
import { copyDatabase } from './store/sqlite/copy-database.ts';
import { getDatabasePath, openExistingDatabase } from './store/sqlite/database.ts';
import { isIntact } from './store/sqlite/file-guard.ts';
import { StoreError } from './store/store-error.ts';

const usage = `npm run backup -- FOLDER    copies everything below SLIPWAY_DATA (default: .data) to an empty or a new folder

The server may be running. To restore, stop it and replace the data folder with the copy.
Exit codes: 0 done, 1 not possible, 2 wrong usage.`;

try {
  await runBackup(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartError || error instanceof StoreError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/**
 * Copies the data folder to the folder in the arguments and prints the number of enquiries and files. If the
 * command line is invalid, prints the usage and sets exit code 2 instead. Throws `StartError` if the database
 * is PostgreSQL, which is not copied.
 */
async function runBackup(args: readonly string[]): Promise<void> {
  const folder = readFolderArgument(args);
  if (folder === undefined) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const { dataFolder, databaseUrl } = readFolders(process.env);
  if (databaseUrl !== undefined)
    throw new StartError([
      'Cannot back up the database in DATABASE_URL: use the backup of PostgreSQL, such as pg_dump, and copy the data folder as well',
    ]);
  const { enquiries, files } = await backUp({ dataFolder, folder, settings: serverSettings });
  console.log(`Copied ${enquiries} enquiries and ${files} files of ${dataFolder} to ${folder}.`);
}

/** Returns the only argument, the folder; undefined with an option, and with none or several arguments. */
function readFolderArgument(args: readonly string[]): string | undefined {
  try {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    return positionals.length === 1 ? positionals[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The numbers of enquiries and files in a backup. */
interface BackupReport {
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
async function backUp({
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
