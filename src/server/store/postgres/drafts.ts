import { sql } from 'kysely';
import type { DraftExcerpt, DraftPosition } from '../calls/draft-calls.ts';
import { lockGroup, notifyInstances } from '../repositories/coordination.ts';
import type { PostgresCalls } from './calls.ts';
import { runSteps } from './run-steps.ts';

/**
 * The studio's draft, to which all instances append. Each change names the position that the caller knows.
 * The row of the draft is locked, so of two callers with the same position the first one succeeds and the
 * other one gets false.
 */
export const postgresDraftCalls: PostgresCalls<
  'draftPoint' | 'draftSince' | 'beginDraft' | 'appendToDraft' | 'copyDraft'
> = {
  /** Returns the position of the draft; undefined if there is no draft. */
  async draftPoint(db) {
    return db.selectFrom('drafts').select(['id', 'lines']).executeTakeFirst();
  },
  /**
   * Returns the draft; undefined if there is none. If `since` is a position in the same draft, returns only
   * the lines after it, and no head.
   */
  async draftSince(db, { since = noPosition }) {
    // One statement, so that head and lines are from the same moment.
    const { rows } = await sql<DraftRow>`SELECT id, lines, CASE WHEN known = 0 THEN head END AS head,
        ARRAY(SELECT content FROM draft_lines WHERE draft = id AND number > known ORDER BY number) AS further
      FROM drafts CROSS JOIN LATERAL (
        SELECT CASE WHEN id = ${since.id} AND lines >= ${since.lines}::integer THEN ${since.lines}::integer ELSE 0 END AS known) AS point`.execute(
      db,
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { head, ...text } = row;
    return { ...text, ...(head !== null && { head }) };
  },
  /**
   * Replaces the draft at the position `after`, or begins one without `after`, and notifies all instances.
   * Returns false, and does nothing, if the draft is not at `after`, or if there is one and `after` is
   * absent.
   */
  async beginDraft(db, { draft: { id, head, lines }, after }) {
    await runSteps(db, lockGroup('draft'));
    const there = await db.selectFrom('drafts').select('id').executeTakeFirst();
    if (after === undefined && there !== undefined) return false;
    if (after !== undefined) {
      const { numDeletedRows } = await db
        .deleteFrom('drafts')
        .where('id', '=', after.id)
        .where('lines', '=', after.lines)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
    }
    await db.insertInto('drafts').values({ id, head, lines: lines.length }).execute();
    await sql`INSERT INTO draft_lines (draft, number, content)
      SELECT ${id}, number, content FROM unnest(${lines}::text[]) WITH ORDINALITY AS line (content, number)`.execute(
      db,
    );
    await runSteps(db, notifyInstances('draft'));
    return true;
  },
  /**
   * Appends a line and notifies all instances. Returns false, and does nothing, if the draft is not at the
   * position `after`.
   */
  async appendToDraft(db, { line, after: { id, lines } }) {
    const { numUpdatedRows } = await db
      .updateTable('drafts')
      .set({ lines: lines + 1 })
      .where('id', '=', id)
      .where('lines', '=', lines)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await db
      .insertInto('draft_lines')
      .values({ draft: id, number: lines + 1, content: line })
      .execute();
    await runSteps(db, notifyInstances('draft'));
    return true;
  },
  /** Stores a copy of the draft. Returns the number of the copy; 0 if there is no draft. */
  async copyDraft(db, { now }) {
    const { rows } = await sql<{ number: number }>`INSERT INTO draft_copies (copied_at, content)
      SELECT ${now}::bigint, concat_ws(E'\n', head, (
        SELECT string_agg(content, E'\n' ORDER BY number) FROM draft_lines WHERE draft = id)) FROM drafts
      RETURNING number`.execute(db);
    return rows[0]?.number ?? 0;
  },
};

/** The draft as it is selected: the head is null if only further lines are. */
interface DraftRow extends Omit<DraftExcerpt, 'head'> {
  readonly head: string | null;
}

/** A position that is in no draft. */
const noPosition: DraftPosition = { id: '', lines: 0 };
