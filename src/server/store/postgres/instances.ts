import { sql } from 'kysely';
import type { InstanceMarks } from '../calls/instance-calls.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { isUnclaimed } from './sender.ts';

/** The servers that share the database, by its clock. A killed one is deleted after an hour. */
export const postgresInstanceCalls: PostgresCalls<'registerInstance' | 'unregisterInstance'> = {
  /**
   * Registers a server as alive for `aliveMs`, or renews it and replaces its marks. Returns the other servers
   * that are alive, the oldest first; `isElder` is true if one started before this server.
   */
  async registerInstance(db, { id, name, marks, aliveMs }) {
    const { rows } = await sql<{ name: string; marks: string; isElder: boolean }>`WITH own AS (
        INSERT INTO instances (id, name, marks, alive_until)
        VALUES (${id}, ${name}, ${JSON.stringify(marks)}, now() + ${aliveMs}::double precision * interval '1 ms')
        ON CONFLICT (id) DO UPDATE SET marks = excluded.marks, alive_until = excluded.alive_until
        RETURNING started_at, id),
      forgotten AS (DELETE FROM instances WHERE alive_until < now() - interval '1 hour')
      SELECT name, marks, (instances.started_at, instances.id) < (own.started_at, own.id) AS "isElder"
      FROM instances CROSS JOIN own WHERE instances.id <> own.id AND alive_until > now()
      ORDER BY instances.started_at, instances.id`.execute(db);
    return rows.map(({ name, marks, isElder }) => ({
      name,
      isElder,
      // Only `registerInstance` writes this column.
      marks: JSON.parse(marks) as InstanceMarks,
    }));
  },
  /** Deletes a server by its id. */
  async unregisterInstance(db, id) {
    await sql`DELETE FROM instances WHERE id = ${id}`.execute(db);
  },
};

/**
 * Claims a job for this sender and returns true. Returns false if another live sender has it, or if it was
 * done within the last `restMs` by the database's clock.
 */
export async function claimJob(
  db: Database,
  sender: string,
  { name, restMs }: { readonly name: string; readonly restMs: number },
): Promise<boolean> {
  const { rows } = await sql`INSERT INTO jobs (name, holder) VALUES (${name}, ${sender})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder
    WHERE (jobs.done_at IS NULL OR jobs.done_at < now() - ${restMs}::double precision * interval '1 ms') AND ${isUnclaimed(sender, 'jobs.holder')}
    RETURNING name`.execute(db);
  return rows.length > 0;
}

/**
 * Releases a job if this sender has it: with `isDone` as done now, otherwise for the next server that claims
 * it.
 */
export async function releaseJob(
  db: Database,
  sender: string,
  { name, isDone }: { readonly name: string; readonly isDone: boolean },
): Promise<void> {
  await sql`UPDATE jobs SET holder = NULL, done_at = CASE WHEN ${isDone}::boolean THEN now() ELSE done_at END
    WHERE name = ${name} AND holder = ${sender}`.execute(db);
}
