import { sql } from 'kysely';
import type { OpenPage } from '../calls/presence-calls.ts';
import { notifyInstances } from '../repositories/coordination.ts';
import type { PostgresCalls } from './calls.ts';
import { runSteps } from './run-steps.ts';

/**
 * The open pages of the studio, by the database's clock. Pages of a killed server expire after the time that
 * it reported.
 */
export const postgresPresenceCalls: PostgresCalls<
  'reportPresence' | 'updatePresence' | 'renamePresence' | 'removePresence'
> = {
  /**
   * Stores the open pages of a server as alive for `aliveMs`; known ones are prolonged and otherwise
   * unchanged. Notifies all instances if a page is new. Returns the pages of all servers that are alive, the
   * oldest first.
   */
  async reportPresence(db, { pages, aliveMs }) {
    const { rows: come } = await sql`WITH alive AS (SELECT id FROM presences WHERE alive_until > now()),
      forgotten AS (DELETE FROM presences WHERE alive_until < now() - interval '1 hour'),
      noted AS (
        INSERT INTO presences (id, page, name, place, alive_until)
        SELECT id, page, name, place, now() + ${aliveMs}::double precision * interval '1 ms'
        FROM jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) AS open (id text, page text, name text, place text)
        ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until
        RETURNING id)
      SELECT id FROM noted WHERE id NOT IN (SELECT id FROM alive)`.execute(db);
    if (come.length > 0) await runSteps(db, notifyInstances('presence'));
    const { rows } = await sql<OpenPage>`SELECT id, page, name, place FROM presences
      WHERE alive_until > now() ORDER BY came_at, id`.execute(db);
    return rows;
  },
  /**
   * Sets the person of a page and the part of the studio that it shows, and notifies all instances. A page of
   * another person stays unchanged. An unknown page is stored, but counts as alive only once it is reported.
   */
  async updatePresence(db, { page, name, place }) {
    // The page may be reported a moment later, by another server.
    await sql`INSERT INTO presences (id, page, name, place, alive_until)
      VALUES (${page}, ${page}, ${name}, ${place}, now())
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, place = excluded.place
      WHERE presences.name IN ('', excluded.name)`.execute(db);
    await runSteps(db, notifyInstances('presence'));
  },
  /** Replaces the name of a person in all their pages, and notifies all instances. */
  async renamePresence(db, { from, to }) {
    await sql`UPDATE presences SET name = ${to} WHERE name = ${from}`.execute(db);
    await runSteps(db, notifyInstances('presence'));
  },
  /** Deletes pages by their ids, and notifies all instances. */
  async removePresence(db, ids) {
    await sql`DELETE FROM presences WHERE id = ANY (${ids}::text[])`.execute(db);
    await runSteps(db, notifyInstances('presence'));
  },
};
