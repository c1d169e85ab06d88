import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ServerSettings } from '../../platform/config/settings.ts';
import { connect, type Database, type PostgresConnection } from './connect.ts';

export interface ErasureCleanup {
  /**
   * Starts a cleanup if one is due, and resolves without waiting for it. True: none is due, or it has just
   * ended, so all data that was erased on request is removed. Otherwise, also after `close`, false. Rejects
   * if a cleanup has just failed.
   */
  readonly requestCleanup: () => Promise<boolean>;
  /** Stops a running cleanup. Another instance, or the next start, does it again. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the cleanup, which removes erased data from the index and the pages of the tables. It uses a
 * separate connection, which waits for readers up to `tidyTimeoutMs` and is closed in between.
 */
export function createErasureCleanup({
  db,
  url,
  settings,
}: {
  readonly db: Database;
  readonly url: string;
  readonly settings: ServerSettings['postgres'];
}): ErasureCleanup {
  const { tidyTimeoutMs, tidyAfterMs } = settings;
  let running: { readonly ended: Promise<boolean>; readonly pid: Promise<number> } | undefined;
  let isClosed = false;

  /**
   * Starts a cleanup on a connection of its own. `ended` is its result; `pid` identifies its connection, so
   * that `close` can cancel it.
   */
  function startCleanup(): NonNullable<typeof running> {
    const timeouts = { statementTimeoutMs: tidyTimeoutMs, silenceTimeoutMs: tidyTimeoutMs };
    const own = connect({
      url,
      settings: { ...settings, ...timeouts, connections: 1 },
      onLost: () => undefined,
    });
    const pid = Promise.withResolvers<number>();
    const ended = runCleanup(own, { tidyAfterMs, onBegin: pid.resolve }).finally(() => {
      running = undefined;
    });
    // The caller may not wait for the result; the next call tries again.
    ended.catch(() => undefined);
    return { ended, pid: pid.promise };
  }

  return {
    async requestCleanup() {
      if (isClosed) return false;
      if (running === undefined && !(await isCleanupDue(db, tidyAfterMs))) return true;
      running ??= startCleanup();
      return Promise.race([running.ended, setImmediate(false)]);
    },
    async close() {
      isClosed = true;
      if (running === undefined) return;
      const { ended, pid } = running;
      const isOver = await Promise.race([ended.catch(() => true).then(() => true), pid.then(() => false)]);
      if (!isOver) await sql`SELECT pg_cancel_backend(${await pid})`.execute(db);
      await ended.catch(() => undefined);
    },
  };
}

/**
 * Returns true if a person requested an erasure since the last cleanup, or one by a rule is older than
 * `tidyAfterMs`.
 */
async function isCleanupDue(db: Database, tidyAfterMs: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT is_asked OR since < now() - ${tidyAfterMs}::double precision * interval '1 ms' AS due FROM erasures`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}

/**
 * Rebuilds the full-text index, since PostgreSQL never removes a term from it (its source,
 * `src/backend/access/gin/README`), and frees the space of deleted rows. The index comes first, because it
 * waits for every transaction that still sees those rows. Closes the connection at the end. Returns false if
 * another instance is doing it, or if more was erased meanwhile; true, and does nothing, if none is due.
 * @param onBegin Receives the process id of the connection's server process.
 */
async function runCleanup(
  { db, close }: PostgresConnection,
  { tidyAfterMs, onBegin }: { readonly tidyAfterMs: number; readonly onBegin: (pid: number) => void },
): Promise<boolean> {
  try {
    return await db.connection().execute(async (own) => {
      const { rows } = await sql<{ pid: number; isFree: boolean }>`
        SELECT pg_backend_pid() AS pid, pg_try_advisory_lock(${cleanupLockKey}) AS "isFree"`.execute(own);
      const [{ pid, isFree } = { pid: 0, isFree: false }] = rows;
      onBegin(pid);
      if (!isFree) return false;
      // Another instance may just have finished it.
      if (!(await isCleanupDue(own, tidyAfterMs))) return true;
      const made = await own.selectFrom('erasures').select('made').executeTakeFirst();
      await dropInvalidIndexes(own);
      await sql`REINDEX INDEX CONCURRENTLY enquiries_by_words`.execute(own);
      await sql.raw(`VACUUM (INDEX_CLEANUP ON) ${personalDataTables.join(', ')}`).execute(own);
      const { numUpdatedRows } = await own
        .updateTable('erasures')
        .set({ is_asked: false, since: null })
        .where('made', '=', made?.made ?? 0)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  } finally {
    await close();
  }
}

/**
 * Drops the incomplete indexes of `enquiries`, which a rebuild that was interrupted leaves (PostgreSQL 15,
 * "REINDEX", Rebuilding Indexes Concurrently).
 */
async function dropInvalidIndexes(db: Database): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT relname AS name FROM pg_index JOIN pg_class ON oid = indexrelid
    WHERE indrelid = 'enquiries'::regclass AND NOT indisvalid`.execute(db);
  for (const { name } of rows) await sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.table(name)}`.execute(db);
}

/** The letters `SLPT`, so that the key differs from locks of other programs in the same database. */
const cleanupLockKey = 0x53_4c_50_54;

/** The tables with personal data, whose deleted rows are freed. */
const personalDataTables = [
  'enquiries',
  'mails',
  'mail_tries',
  'receipts',
  'replies',
  'deliveries',
  'delivery_tries',
  'enquiry_events',
  'idempotency_keys',
  'enquiry_photos',
  'photos',
  'saved_answers',
];
