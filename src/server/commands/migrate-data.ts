import type { CommandArguments, ExitCode } from '../../command/command.ts';
import { CommandError, type Io, UsageError } from '../../command/io.ts';
import { readFolders, StartError } from '../platform/config/config.ts';
import { serverSettings } from '../platform/config/settings.ts';
import { decryptText } from '../platform/secret/encrypt.ts';
import { findSecret } from '../platform/secret/load-secret.ts';
import { deriveKeys } from '../platform/secret/signed-token.ts';
import { hasSameRows, type KeySample, type TableComparison } from '../store/moving/compare-databases.ts';
import { moveData } from '../store/moving/move-data.ts';
import type { MoveDatabase, MoveTarget } from '../store/moving/move-database.ts';
import { withPostgresSource, withPostgresTarget } from '../store/moving/postgres-database.ts';
import { withSqliteSource, withSqliteTarget } from '../store/moving/sqlite-database.ts';
import { openExistingSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { StoreError } from '../store/store-error.ts';

interface Migration {
  /** True to move from PostgreSQL back to a data folder. */
  readonly isBack: boolean;
  /** The address of the PostgreSQL database. */
  readonly url: string;
  readonly dataFolder: string;
  /** True to print the comparison as JSON, without progress. */
  readonly isJson: boolean;
}

/**
 * Moves the data and prints the comparison. Returns 1 if the databases differ.
 * @throws UsageError if the arguments are wrong, CommandError if the data cannot be moved.
 */
export async function migrateData(given: CommandArguments, io: Io): Promise<ExitCode> {
  const migration = readMigration(given, io);
  const comparisons = await moveDatabase(migration, io).catch((error) => {
    throw toCommandError(error, migration);
  });
  const isDone = comparisons.every(hasSameRows);
  io.out(`${migration.isJson ? toMigrationJson(comparisons) : formatMigrationReport(comparisons)}\n`);
  if (!isDone)
    io.err('The two databases differ, so no server will use the target. The source was not changed.\n');
  else if (!migration.isJson) io.out(`${formatNextStep(migration)}\n`);
  if (isDone && migration.isBack) await reportSealedKey(migration, io);
  return isDone ? 0 : 1;
}

/**
 * Returns what to move.
 * @throws UsageError if the arguments are wrong; it names the option instead of the variable.
 */
function readMigration(given: CommandArguments, { env }: Io): Migration {
  const [to, from] = [given.text('to'), given.text('from')];
  const url = to ?? from;
  if (url === undefined || (to !== undefined && from !== undefined))
    throw new UsageError('Name one database, with --to or with --from');
  const isBack = to === undefined;
  try {
    const variables = { SLIPWAY_DATA: given.text('data') ?? env.SLIPWAY_DATA, DATABASE_URL: url };
    return { isBack, url, dataFolder: readFolders(variables).dataFolder, isJson: given.flag('json') };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new UsageError(replaceDatabaseVariable(error.message, isBack));
  }
}

/** Moves all rows, and returns the comparison of each table with its copy. */
function moveDatabase(
  { isBack, url, dataFolder, isJson }: Migration,
  { err }: Io,
): Promise<readonly TableComparison[]> {
  /** Prints a line of progress to stderr; does nothing with `--json`. */
  const printProgress = (line: string) => void (isJson || err(`${line}\n`));
  /** Copies all rows, and resolves to the comparison of each table. */
  const moveRows = (source: MoveDatabase, target: MoveTarget) =>
    moveData({ source, target, report: printProgress });
  const settings = serverSettings;
  const [folder, database] = [
    { dataFolder, settings },
    { url, settings },
  ];
  if (isBack)
    return withPostgresSource(database, (source) =>
      withSqliteTarget({ ...folder, from: source.name }, (target) => moveRows(source, target)),
    );
  return withSqliteSource(folder, (source) =>
    withPostgresTarget({ ...database, from: source.name }, (target) => moveRows(source, target)),
  );
}

/**
 * Prints to stderr, even with `--json`, if the installation has keys in the data folder's database and the
 * secret here decrypts none of them.
 */
async function reportSealedKey({ dataFolder }: Migration, { env, err }: Io): Promise<void> {
  const store = openExistingSqliteStore({ dataFolder, settings: serverSettings });
  if (store === undefined) return;
  try {
    const sealed = await store.installationKeys();
    // The data is moved by now, so a secret that cannot be read is no reason to fail.
    const secret = await findSecret({ given: env.SLIPWAY_SECRET, dataFolder }).catch(() => undefined);
    const keys = secret === undefined ? [] : deriveKeys(secret, 'installation-key');
    if (sealed.some((key) => decryptText(key.sealed, keys) !== undefined) || sealed.length === 0) return;
    err(
      'No secret here decrypts the installation’s key: set the servers’ SLIPWAY_SECRET, or exports are signed with another key.\n',
    );
  } finally {
    await store.close();
  }
}

/**
 * Returns an error that a person can correct as a `CommandError`, that of a store with the option `--to` or
 * `--from` in its message instead of the variable `DATABASE_URL`. Returns other errors unchanged.
 */
function toCommandError(error: unknown, { isBack }: Migration): unknown {
  if (error instanceof StoreError)
    return new CommandError(replaceDatabaseVariable(error.message, isBack), { cause: error });
  return error instanceof StartError ? new CommandError(error.message, { cause: error }) : error;
}

/** Returns the message with the option `--to` or `--from` instead of `DATABASE_URL`. */
function replaceDatabaseVariable(message: string, isBack: boolean): string {
  return message.replaceAll('DATABASE_URL', isBack ? '--from' : '--to');
}

/** Returns the instruction how to start the servers after the move. */
function formatNextStep({ isBack, dataFolder }: Migration): string {
  return isBack
    ? `Moved. Start the server with SLIPWAY_DATA=${dataFolder}, without DATABASE_URL, and with the SLIPWAY_SECRET that the servers had.`
    : `Moved. Start every server with DATABASE_URL, and with the SLIPWAY_DATA that it had: photos and the secret stay there.`;
}

/**
 * Returns the result of a migration as a table, followed by the keys of the rows that differ and the number
 * of replaced texts.
 */
function formatMigrationReport(comparisons: readonly TableComparison[]): string {
  const rows = comparisons.map(({ table, rows: [from, to], digests, ...others }) => [
    table,
    String(from),
    String(to),
    ...digests.map((digest) => digest.slice(0, 12)),
    hasSameRows({ table, rows: [from, to], digests, ...others }) ? 'the same' : 'DIFFERS',
  ]);
  const lines = alignColumns([['TABLE', 'ROWS', 'MOVED', 'DIGEST', 'OF MOVED', ''], ...rows]);
  return [...lines, ...comparisons.flatMap(formatDifferences), ...formatReplacedTexts(comparisons)].join(
    '\n',
  );
}

/** Returns the comparisons as JSON. `ok` and the `isSame` of each table are true without differences. */
function toMigrationJson(comparisons: readonly TableComparison[]): string {
  const tables = comparisons.map((comparison) => ({ ...comparison, isSame: hasSameRows(comparison) }));
  return JSON.stringify({ ok: comparisons.every(hasSameRows), tables }, null, 2);
}

/** Returns a line for each kind of difference in a table; empty if there are none. */
function formatDifferences({ table, differing, missing, onlyInTarget }: TableComparison): readonly string[] {
  return [
    formatDifference(`${table}: rows that differ`, differing),
    formatDifference(`${table}: rows that are missing`, missing),
    formatDifference(`${table}: rows that are additional`, onlyInTarget),
  ].flat();
}

/** Returns a line with the number of rows and the keys of the first ones; empty without rows. */
function formatDifference(label: string, { count, first }: KeySample): readonly string[] {
  if (count === 0) return [];
  return [`${label}, ${count}: ${first.join(', ')}${count > first.length ? ', …' : ''}`];
}

/** Returns a line with the number of texts in which U+0000 was replaced; empty if there are none. */
function formatReplacedTexts(comparisons: readonly TableComparison[]): readonly string[] {
  const count = comparisons.reduce((sum, { replacedCount }) => sum + replacedCount, 0);
  if (count === 0) return [];
  return [`Texts with U+0000, which PostgreSQL cannot store, now with U+FFFD instead: ${count}`];
}

/**
 * Returns a line for each row, padded so that columns align. The second and third columns, which are numbers,
 * align right.
 */
function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  /** Returns the length of the longest cell in a column. */
  const getColumnWidth = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === 1 || at === 2 ? cell.padStart(getColumnWidth(at)) : cell.padEnd(getColumnWidth(at)),
      )
      .join('  ')
      .trimEnd(),
  );
}
