import { sql } from 'kysely';
import { StoreError } from '../store-error.ts';
import type { Database } from './connect.ts';

/**
 * Returns the name of the source from which data is being moved into this database; undefined if no move is
 * unfinished.
 */
export async function findMoveInProgress(db: Database): Promise<string | undefined> {
  const tables = await sql`SELECT FROM pg_tables
    WHERE schemaname = current_schema() AND tablename = 'slipway_move'`.execute(db);
  if (tables.rows.length === 0) return undefined;
  const { rows } = await sql<{ source: string }>`SELECT source FROM slipway_move`.execute(db);
  return rows[0]?.source;
}

/**
 * Marks the database as the target of a move, so that no server uses it. `source` is shown to the operator.
 */
export async function markMove(db: Database, source: string): Promise<void> {
  await db.transaction().execute(async (marking) => {
    await sql`CREATE TABLE slipway_move (source text NOT NULL)`.execute(marking);
    await sql`INSERT INTO slipway_move VALUES (${source})`.execute(marking);
  });
}

/** Ends the move: drops the mark in the transaction that completes the data. */
export async function unmarkMove(transaction: Database): Promise<void> {
  await sql`DROP TABLE slipway_move`.execute(transaction);
}

/**
 * Checks that the database is not the target of an incomplete move.
 * @throws StoreError `foreign` if it is
 */
export async function requireNoMove(db: Database): Promise<void> {
  const source = await findMoveInProgress(db);
  if (source === undefined) return;
  throw new StoreError(
    'foreign',
    `Cannot use the database in DATABASE_URL: not everything has been moved into it from ${source}; run "slipway migrate" again, or name another database`,
  );
}
