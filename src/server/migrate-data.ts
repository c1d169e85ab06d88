import { parseArgs } from 'node:util';
import { readFolders, StartError } from './config/config.ts';
import { serverSettings } from './config/settings.ts';
import { moveJson, moveReport } from './migrate-report.ts';
import { findSecret } from './secret/load-secret.ts';
import { type Comparison, isSame } from './store/moving/compare-sides.ts';
import { moveData } from './store/moving/move-data.ts';
import { fromPostgres, intoPostgres } from './store/moving/postgres-side.ts';
import type { Side, Target } from './store/moving/side.ts';
import { fromSqlite, intoSqlite } from './store/moving/sqlite-side.ts';
import { openPostgresStoreBeside } from './store/postgres/postgres-store.ts';
import { StoreError } from './store/store-error.ts';
import { bringBackStudio } from './studio/bring-back.ts';
import { StudioFault } from './studio/studio-fault.ts';

const usage = `npm run migrate-data -- --to postgres://…      moves all that the database of SLIPWAY_DATA (default: .data) holds to an empty PostgreSQL database
npm run migrate-data -- --from postgres://…    moves it back, to a data folder without a database

--data FOLDER names another data folder, --json prints what was compared as JSON.
Every server has to be stopped; nothing is changed where it comes from. Killed, it goes on when it is started again.
Exit codes: 0 moved and compared, 1 the two sides differ, 2 wrong usage, 3 not possible.`;

/** A person's mistake on the command line. The message can be printed unchanged. */
class UsageError extends Error {}

interface Asked {
  readonly isBack: boolean;
  readonly url: string;
  readonly dataFolder: string;
  readonly isJson: boolean;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const told = [UsageError, StartError, StoreError, StudioFault];
  if (!(error instanceof Error && told.some((kind) => error instanceof kind))) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 3;
}

async function run(args: readonly string[]): Promise<void> {
  const asked = readArguments(args);
  if (asked === undefined) return console.log(usage);
  const comparisons = await moved(asked).catch((error) => {
    throw error instanceof StoreError ? inOurWords(error, asked) : error;
  });
  const isDone = comparisons.every(isSame);
  console.log(asked.isJson ? moveJson(comparisons) : moveReport(comparisons));
  if (!isDone)
    console.error(
      'The two sides are not the same, so that no server takes up what has arrived. Where it comes from nothing was changed.',
    );
  else if (!asked.isJson) console.log(nextStep(asked));
  process.exitCode = isDone ? 0 : 1;
}

/**
 * Returns undefined if help is asked for.
 * @throws MigrationUsageError
 */
function readArguments(args: readonly string[]): Asked | undefined {
  const { help, to, from, data, json = false } = parsed(args);
  if (help) return undefined;
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError(`Name one database, with --to or with --from\n\n${usage}`);
  const isBack = to === undefined;
  const folders = foldersOf({ SLIPWAY_DATA: data ?? process.env.SLIPWAY_DATA, DATABASE_URL: url }, isBack);
  return { isBack, url, dataFolder: folders.dataFolder, isJson: json };
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      to: { type: 'string' },
      from: { type: 'string' },
      data: { type: 'string' },
      json: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function foldersOf(env: Parameters<typeof readFolders>[0], isBack: boolean) {
  try {
    return readFolders(env);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new UsageError(renamed(error.message, isBack));
  }
}

function moved({ isBack, url, dataFolder, isJson }: Asked): Promise<readonly Comparison[]> {
  const tell = (line: string) => void (isJson || console.error(line));
  const move = (source: Side, target: Target) => moveData({ source, target, tell });
  const settings = serverSettings;
  const [folder, database] = [
    { dataFolder, settings },
    { url, settings },
  ];
  if (isBack)
    return fromPostgres(database, (source) =>
      intoSqlite({ ...folder, from: source.name }, async (target) => {
        // The studio first: an existing database marks a finished migration. Problems are printed even with
        // `--json`.
        await bringBack({ url, dataFolder, tell: console.error });
        return move(source, target);
      }),
    );
  return fromSqlite(folder, (source) =>
    intoPostgres({ ...database, from: source.name }, (target) => move(source, target)),
  );
}

async function bringBack({
  url,
  dataFolder,
  tell,
}: Pick<Asked, 'url' | 'dataFolder'> & { readonly tell: (line: string) => void }): Promise<void> {
  const store = await openPostgresStoreBeside({ url, settings: serverSettings });
  if (store === undefined) return;
  try {
    const secret = await findSecret({ given: process.env.SLIPWAY_SECRET, dataFolder });
    await bringBackStudio({ store, dataFolder, secret, tell });
  } finally {
    await store.close();
  }
}

/** Replaces the name of the variable in the store's message by the option that names the database here. */
function inOurWords(error: StoreError, { isBack }: Asked): StoreError {
  return new StoreError(error.code, renamed(error.message, isBack), { cause: error });
}

function renamed(message: string, isBack: boolean): string {
  return message.replaceAll('DATABASE_URL', isBack ? '--from' : '--to');
}

function nextStep({ isBack, dataFolder }: Asked): string {
  return isBack
    ? `Moved. Start the server with SLIPWAY_DATA=${dataFolder}, and without DATABASE_URL.`
    : `Moved. Start every server with DATABASE_URL, and with the SLIPWAY_DATA that it had: photos and the secret stay there, and the draft is taken up from there.`;
}
