import { sql } from 'kysely';
import type { InstanceMarks } from '../instance-calls.ts';
import type { PostgresCalls } from './calls.ts';

/** Who shares the database, by its clock. One that was killed is forgotten an hour later. */
export const instanceCalls: PostgresCalls<'noteInstance' | 'forgetInstance'> = {
  async noteInstance(db, { id, name, marks, aliveMs }) {
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
      ...{ name, isElder },
      // Written above.
      marks: JSON.parse(marks) as InstanceMarks,
    }));
  },
  async forgetInstance(db, id) {
    await sql`DELETE FROM instances WHERE id = ${id}`.execute(db);
  },
};
