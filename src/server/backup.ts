import { parseArgs } from 'node:util';
import { backUp } from './commands/back-up.ts';
import { readFolders, StartError } from './platform/config/config.ts';
import { serverSettings } from './platform/config/settings.ts';
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
