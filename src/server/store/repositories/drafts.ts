import { sql } from 'kysely';
import type { DraftExcerpt, DraftPosition, NewDraft } from '../calls/draft-calls.ts';
import { lockGroup, notifyInstances } from './coordination.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/**
 * The studio's draft, to which all servers of the database append. Each change names the position that the
 * caller knows. The row of the draft is locked, so of two callers with the same position the first one
 * succeeds and the other one gets false.
 */
export const draftsRepository: Repository<
  'draftPoint' | 'draftSince' | 'beginDraft' | 'appendToDraft' | 'copyDraft'
> = {
  /** Returns the position of the draft; undefined if there is no draft. */
  *draftPoint() {
    return yield* fetchFirst(selectPosition());
  },
  /**
   * Returns the draft; undefined if there is none. If `since` is a position in the same draft, returns only
   * the lines after it, and no head.
   */
  *draftSince({ since = noPosition }) {
    const [first, ...others] = yield* fetchAll(selectSince(since));
    return first && toExcerpt(first, others);
  },
  /**
   * Replaces the draft at the position `after`, or begins one without `after`, and notifies all instances.
   * Returns false, and does nothing, if the draft is not at `after`, or if there is one and `after` is
   * absent.
   */
  *beginDraft({ draft: { id, head, lines }, after }) {
    yield* lockGroup('draft');
    if (after === undefined && (yield* fetchFirst(selectPosition())) !== undefined) return false;
    if (after !== undefined && (yield* execute(deleteDraft(after))) === 0) return false;
    yield* execute(insertDraft({ id, head, lines: lines.length }));
    yield* execute(insertLines({ id, lines }));
    yield* notifyInstances('draft');
    return true;
  },
  /**
   * Appends a line and notifies all instances. Returns false, and does nothing, if the draft is not at the
   * position `after`.
   */
  *appendToDraft({ line, after: { id, lines } }) {
    if ((yield* execute(advanceDraft({ id, lines, next: lines + 1 }))) === 0) return false;
    yield* execute(insertLine({ draft: id, number: lines + 1, content: line }));
    yield* notifyInstances('draft');
    return true;
  },
  /** Stores a copy of the draft. Returns the number of the copy; 0 if there is no draft. */
  *copyDraft({ now }) {
    return (yield* fetchFirst(insertCopy({ now })))?.number ?? 0;
  },
};

const selectPosition = defineStatement(({ db }) => db.selectFrom('drafts').select(['id', 'lines']));

/**
 * Selects the head, which is null if the position is in the draft, and then the lines after the position. One
 * statement, so that all are from the same moment. SQLite reads the tables of a CROSS JOIN in their order:
 * with JOIN it scans all lines.
 */
const selectSince = defineStatement((_dialect, { id, lines }: DraftPosition) => {
  const known = sql`CASE WHEN id = ${id} AND lines >= CAST(${lines} AS integer) THEN CAST(${lines} AS integer) ELSE 0 END`;
  return sql<DraftRow>`SELECT id, lines, 0 AS number, CASE WHEN ${known} = 0 THEN head END AS content FROM drafts
    UNION ALL
    SELECT id, lines, number, content FROM drafts CROSS JOIN draft_lines WHERE draft = id AND number > ${known}
    ORDER BY number`;
});

const deleteDraft = defineStatement(({ db }, { id, lines }: DraftPosition) =>
  db.deleteFrom('drafts').where('id', '=', id).where('lines', '=', lines),
);

const insertDraft = defineStatement(
  ({ db }, row: { readonly id: string; readonly head: string; readonly lines: number }) =>
    db.insertInto('drafts').values(row),
);

const insertLines = defineStatement(({ name }, { id, lines }: Pick<NewDraft, 'id' | 'lines'>) =>
  name === 'postgres'
    ? sql`INSERT INTO draft_lines (draft, number, content)
        SELECT ${id}, number, content FROM unnest(${lines}::text[]) WITH ORDINALITY AS line (content, number)`
    : sql`INSERT INTO draft_lines (draft, number, content) SELECT ${id}, key + 1, value FROM json_each(${lines})`,
);

const advanceDraft = defineStatement(
  ({ db }, { id, lines, next }: DraftPosition & { readonly next: number }) =>
    db.updateTable('drafts').set({ lines: next }).where('id', '=', id).where('lines', '=', lines),
);

const insertLine = defineStatement(
  ({ db }, row: { readonly draft: string; readonly number: number; readonly content: string }) =>
    db.insertInto('draft_lines').values(row),
);

const insertCopy = defineStatement(
  (_dialect, { now }: { readonly now: number }) => sql<{
    readonly number: number;
  }>`INSERT INTO draft_copies (copied_at, content)
    SELECT CAST(${now} AS bigint), concat_ws(CAST(${'\n'} AS text), head, (
      SELECT string_agg(content, CAST(${'\n'} AS text) ORDER BY number) FROM draft_lines WHERE draft = id)) FROM drafts
    RETURNING number`,
);

/** The head with the number 0, or a line of the draft; with each the draft's position. */
interface DraftRow extends DraftPosition {
  readonly number: number;
  readonly content: string | null;
}

/** Returns the draft from the row of its head and those of its lines. */
function toExcerpt({ id, lines, content: head }: DraftRow, others: readonly DraftRow[]): DraftExcerpt {
  const further = others.map(({ content }) => String(content));
  return { id, lines, further, ...(head !== null && { head }) };
}

/** A position that is in no draft. */
const noPosition: DraftPosition = { id: '', lines: 0 };
