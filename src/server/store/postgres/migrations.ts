import { sql } from 'kysely';
import { StoreError } from '../store-error.ts';
import type { Database } from './connect.ts';
import { isLockTimeout } from './postgres-error.ts';
import { migration1 } from './steps/step-1.ts';
import { migration2 } from './steps/step-2.ts';
import { migration3 } from './steps/step-3.ts';
import { migration4 } from './steps/step-4.ts';
import { migration5 } from './steps/step-5.ts';
import { migration6 } from './steps/step-6.ts';
import { migration7 } from './steps/step-7.ts';
import { migration8 } from './steps/step-8.ts';
import { migration9 } from './steps/step-9.ts';

/** A change of the schema. */
export interface Migration {
  /** One or several statements. */
  readonly sql: string;
  /**
   * The oldest release that can use the schema after this migration, as its number of migrations. Servers of
   * that release may run while the migration is applied. So first add (a column with a default, a table, an
   * index), and remove one release later.
   */
  readonly oldestSupportedRelease: number;
}

/**
 * Every migration in order: the first one creates the schema, each further one changes it. A released
 * migration is never edited.
 */
const migrations: readonly Migration[] = [
  { sql: migration1, oldestSupportedRelease: 1 },
  { sql: migration2, oldestSupportedRelease: 1 },
  { sql: migration3, oldestSupportedRelease: 1 },
  { sql: migration4, oldestSupportedRelease: 1 },
  { sql: migration5, oldestSupportedRelease: 1 },
  { sql: migration6, oldestSupportedRelease: 1 },
  { sql: migration7, oldestSupportedRelease: 1 },
  { sql: migration8, oldestSupportedRelease: 1 },
  { sql: migration9, oldestSupportedRelease: 1 },
];

/**
 * Returns true if there are migrations to apply.
 * @param known The migrations of this release; other ones only in tests.
 * @throws StoreError `foreign` if a newer release has made the schema incompatible with this one
 */
export async function hasPendingMigrations(db: Database, known = migrations): Promise<boolean> {
  const state = await readSchemaState(db);
  requireSupported(state, known.length);
  return state.applied < known.length;
}

/**
 * Applies the missing migrations, each in a transaction and under a lock that all instances use. Of several
 * instances that start at once only one applies each migration, and an interrupted migration continues where
 * it stopped. Needs a connection without timeouts (`connectUnlimited`), because a migration of millions of
 * rows takes long.
 * @throws StoreError `foreign` if the release that wrote the database is incompatible with this one, or
 * another program has tables of these names
 */
export async function migratePostgres(db: Database, known = migrations): Promise<void> {
  const before = await readSchemaState(db);
  requireSupported(before, known.length);
  for (let { applied } = before; applied < known.length; ) {
    applied = await retryOnLockTimeout(() =>
      db.transaction().execute(async (step) => {
        await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(step);
        await sql`SELECT set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(step);
        return applyNextMigration(step, known);
      }),
    );
  }
}

/**
 * A migration that waits for a table lock blocks all later readers of the table (PostgreSQL 15, "Explicit
 * Locking"). So it gives up after `lockWaitMs` and is tried again, `maxLockTries` times.
 */
const lockWaitMs = 1_000;
const maxLockTries = 60;

/**
 * Runs work and returns its result. Repeats it at most `maxLockTries` times if it fails because a lock was
 * not free; throws other errors and the last one.
 */
async function retryOnLockTimeout<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = maxLockTries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !isLockTimeout(error)) throw error;
    }
  }
}

/** A number that no other program is likely to lock: the letters `SLPW`. */
const lockKey = 0x53_4c_50_57;

/**
 * Applies the next missing migration, if there is one. Returns how many are applied in total. Call it in a
 * transaction.
 */
async function applyNextMigration(db: Database, known: readonly Migration[]): Promise<number> {
  // Another instance may have applied it while this one waited.
  const { applied } = await readSchemaState(db);
  const step = known[applied];
  if (step === undefined) return applied;
  if (applied === 0) await sql.raw(createMigrationTable).execute(db);
  await sql.raw(step.sql).execute(db);
  await sql`INSERT INTO slipway_steps (step, serves) VALUES (${applied + 1}, ${step.oldestSupportedRelease})`.execute(
    db,
  );
  return applied + 1;
}

/** The table of applied migrations, which also marks the database as ours. */
const createMigrationTable = `CREATE TABLE slipway_steps (
  step integer PRIMARY KEY,
  serves integer NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
)`;

/** Returns true if no migration has been applied to the database. Tables of other programs do not count. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  return (await readSchemaState(db)).applied === 0;
}

/**
 * Checks the schema without migrating it, since servers of another version may be using the database.
 * @throws StoreError `foreign` if the schema lacks a migration, or is incompatible with this release
 */
export async function requireCurrentPostgres(db: Database, known = migrations): Promise<void> {
  const state = await readSchemaState(db);
  requireSupported(state, known.length);
  if (state.applied >= known.length) return;
  throw new StoreError(
    'foreign',
    `Cannot use the database in DATABASE_URL: an older version wrote it; start this version's server once to bring it up to date`,
  );
}

interface SchemaState {
  /** The number of applied migrations. */
  readonly applied: number;
  /** The number of migrations of the first release that can still use the schema. */
  readonly oldestSupported: number;
}

/** Reads the table of applied migrations. Both numbers are 0 if it does not exist. */
async function readSchemaState(db: Database): Promise<SchemaState> {
  // `to_regclass` could return a cached result from before the table existed.
  const tables = await sql`SELECT FROM pg_tables
    WHERE schemaname = current_schema() AND tablename = 'slipway_steps'`.execute(db);
  if (tables.rows.length === 0) return { applied: 0, oldestSupported: 0 };
  const states = await sql<SchemaState>`
    SELECT coalesce(max(step), 0) AS applied, coalesce(max(serves), 0) AS "oldestSupported" FROM slipway_steps`.execute(
    db,
  );
  return states.rows[0] ?? { applied: 0, oldestSupported: 0 };
}

/**
 * Returns true if a server of this release may still write: another one may have applied further migrations
 * meanwhile, of which one may have made the schema incompatible.
 */
export async function isSupportedSchema(db: Database, known = migrations): Promise<boolean> {
  return (await readSchemaState(db)).oldestSupported <= known.length;
}

/**
 * Checks that this release can use the schema.
 * @param known The number of migrations of this release.
 * @throws StoreError `foreign` if a newer release has made the schema incompatible with this one
 */
function requireSupported({ applied, oldestSupported }: SchemaState, known: number): void {
  if (oldestSupported <= known) return;
  throw new StoreError(
    'foreign',
    `Cannot use the database in DATABASE_URL: a newer version wrote it (step ${applied}, this version knows ${known}); run the newer version, or name another database`,
  );
}
