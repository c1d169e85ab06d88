import { sql } from 'kysely';
import { StoreError } from '../store-error.ts';
import type { Database } from './connect.ts';
import { isLockRefused } from './postgres-error.ts';
import { step1 } from './steps/step-1.ts';
import { step2 } from './steps/step-2.ts';

/** One change of the database's shape. */
export interface Step {
  /** Several statements, taken in one transaction. */
  readonly sql: string;
  /**
   * The first release, by the number of steps that it knows, which still reads and writes what this step leaves: one beside which it may be
   * taken. Widen first (a column with a default, a table, an index), narrow one release later.
   */
  readonly serves: number;
}

/** Every step in order: step 1 makes the shape, each further one changes it. A step that was released is never edited. */
const steps: readonly Step[] = [
  { sql: step1, serves: 1 },
  { sql: step2, serves: 1 },
];

/**
 * Whether `migrate` has something to do.
 * @throws StoreError `foreign` as it does.
 */
export async function isBehind(db: Database, known = steps): Promise<boolean> {
  const shape = await shapeOf(db);
  requireServed(shape, known.length);
  return shape.taken < known.length;
}

/**
 * Takes the steps that the database has not taken yet, each in a transaction of its own and under a lock that all instances know, so that
 * several which start at once take each step once, and an interrupted migration goes on where it stopped. To be called on a connection
 * without limits of time (`connectUnlimited`): a step over millions of rows takes as long as it takes.
 * @throws StoreError `foreign` where a release wrote it that this one cannot serve beside, or another program has tables of these names.
 */
export async function migrate(db: Database, known = steps): Promise<void> {
  const before = await shapeOf(db);
  requireServed(before, known.length);
  for (let { taken } = before; taken < known.length; ) {
    taken = await letPass(() =>
      db.transaction().execute(async (step) => {
        await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(step);
        await sql`SELECT set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(step);
        return takeNext(step, known);
      }),
    );
  }
}

/**
 * A step that waits for a table has everybody wait behind it who only reads (PostgreSQL 15, "Explicit Locking"): it lets them pass after this
 * long, and is tried again, so many times.
 */
const lockWaitMs = 1_000;
const mostRefused = 60;

async function letPass<Result>(take: () => Promise<Result>): Promise<Result> {
  for (let left = mostRefused; ; left -= 1) {
    try {
      return await take();
    } catch (error) {
      if (left === 0 || !isLockRefused(error)) throw error;
    }
  }
}

/** Any number that nobody else is likely to lock: the letters `SLPW`. */
const lockKey = 0x53_4c_50_57;

/** Takes the next step; gives how many the database has taken then. */
async function takeNext(db: Database, known: readonly Step[]): Promise<number> {
  // Another instance may have taken it while this one waited.
  const { taken } = await shapeOf(db);
  const step = known[taken];
  if (step === undefined) return taken;
  if (taken === 0) await sql.raw(noteTable).execute(db);
  await sql.raw(step.sql).execute(db);
  await sql`INSERT INTO slipway_steps (step, serves) VALUES (${taken + 1}, ${step.serves})`.execute(db);
  return taken + 1;
}

/** What the database says of itself: it marks it as ours. */
const noteTable = `CREATE TABLE slipway_steps (
  step integer PRIMARY KEY,
  serves integer NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
)`;

/** Whether no release has ever been here. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await shapeOf(db)).taken === 0;
}

/**
 * Leaves the database as it is, since servers of another version may be using it.
 * @throws StoreError `foreign` where this version's statements are not for it.
 */
export async function requireCurrent(db: Database, known = steps): Promise<void> {
  const shape = await shapeOf(db);
  requireServed(shape, known.length);
  if (shape.taken >= known.length) return;
  throw new StoreError(
    'foreign',
    `Cannot use the database in DATABASE_URL: an older version wrote it; start this version's server once to bring it up to date`,
  );
}

interface Shape {
  readonly taken: number;
  /** The first release that still serves with it. */
  readonly serves: number;
}

async function shapeOf(db: Database): Promise<Shape> {
  // Not `to_regclass`, which may remember that it was not there.
  const tables = await sql`SELECT FROM pg_tables
    WHERE schemaname = current_schema() AND tablename = 'slipway_steps'`.execute(db);
  if (tables.rows.length === 0) return { taken: 0, serves: 0 };
  const shapes = await sql<Shape>`
    SELECT coalesce(max(step), 0) AS taken, coalesce(max(serves), 0) AS serves FROM slipway_steps`.execute(
    db,
  );
  return shapes.rows[0] ?? { taken: 0, serves: 0 };
}

/** Whether a server of this release may still write: another one may have taken further steps meanwhile. */
export async function isServed(db: Database, known = steps): Promise<boolean> {
  return (await shapeOf(db)).serves <= known.length;
}

/** @throws StoreError `foreign` */
function requireServed({ taken, serves }: Shape, known: number): void {
  if (serves <= known) return;
  throw new StoreError(
    'foreign',
    `Cannot use the database in DATABASE_URL: a newer version wrote it (step ${taken}, this version knows ${known}); run the newer version, or name another database`,
  );
}
