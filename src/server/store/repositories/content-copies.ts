import { sql } from 'kysely';
import type { CopyDetails, CopyState } from '../calls/content-copy-calls.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The calls about the last good copies of lists of the content that come from addresses. */
export const contentCopiesRepository: Repository<
  | 'contentCopies'
  | 'contentCopyEntries'
  | 'claimContentCopy'
  | 'saveContentCopy'
  | 'requestContentCopy'
  | 'forgetContentCopies'
> = {
  /** Returns the states of all copies, without their entries. */
  *contentCopies() {
    return (yield* fetchAll(selectStates())).map(toState);
  },
  /** Returns the entries of a copy; undefined if there are none yet. */
  *contentCopyEntries(key) {
    const row = yield* fetchFirst(selectEntries({ key }));
    // Only `saveContentCopy` writes this column.
    return row?.entries == null ? undefined : (JSON.parse(row.entries) as readonly unknown[]);
  },
  /** Claims a source that is due, and adds it if it is unknown. */
  *claimContentCopy({ key, list, now, until }) {
    yield* execute(insertCopy({ key, list, dueAt: now }));
    if ((yield* execute(claimCopy({ key, now, until }))) === 0) return undefined;
    const row = yield* fetchFirst(selectState({ key }));
    return row && toState(row);
  },
  /** Replaces the details, and the entries if there are new ones. */
  *saveContentCopy({ key, dueAt, details, entries }) {
    yield* execute(updateCopy({ key, dueAt, details: JSON.stringify(details) }));
    if (entries !== undefined) yield* execute(updateEntries({ key, entries: JSON.stringify(entries) }));
  },
  /** Makes a source due at once; does nothing if it is unknown. */
  *requestContentCopy({ key, now, accepted }) {
    const row = yield* fetchFirst(selectState({ key }));
    if (row === undefined) return;
    const details = { ...toState(row).details, ...(accepted !== undefined && { accepted }) };
    yield* execute(updateCopy({ key, dueAt: now, details: JSON.stringify(details) }));
  },
  /** Deletes copies of sources that are not used any more. */
  *forgetContentCopies({ dueBefore, except }) {
    for (const { key, due_at: dueAt } of yield* fetchAll(selectStates()))
      if (dueAt < dueBefore && !except.includes(key)) yield* execute(deleteCopy({ key }));
  },
};

const stateColumns = ['key', 'list', 'revision', 'due_at', 'details'] as const;

const selectStates = defineStatement(({ db }) =>
  db.selectFrom('content_copies').select(stateColumns).orderBy('key'),
);

const selectState = defineStatement(({ db }, { key }: { readonly key: string }) =>
  db.selectFrom('content_copies').select(stateColumns).where('key', '=', key),
);

const selectEntries = defineStatement(({ db }, { key }: { readonly key: string }) =>
  db.selectFrom('content_copies').select('entries').where('key', '=', key),
);

const insertCopy = defineStatement(
  ({ db }, { key, list, dueAt }: { readonly key: string; readonly list: string; readonly dueAt: number }) =>
    db
      .insertInto('content_copies')
      .values({ key, list, revision: 0, due_at: dueAt, details: sql`'{}'` })
      .onConflict((conflict) => conflict.doNothing()),
);

const claimCopy = defineStatement(
  ({ db }, { key, now, until }: { readonly key: string; readonly now: number; readonly until: number }) =>
    db.updateTable('content_copies').set({ due_at: until }).where('key', '=', key).where('due_at', '<=', now),
);

const updateCopy = defineStatement(
  (
    { db },
    { key, dueAt, details }: { readonly key: string; readonly dueAt: number; readonly details: string },
  ) => db.updateTable('content_copies').set({ due_at: dueAt, details }).where('key', '=', key),
);

const updateEntries = defineStatement(
  ({ db }, { key, entries }: { readonly key: string; readonly entries: string }) =>
    db.updateTable('content_copies').set({ entries, revision: sql`revision + 1` }).where('key', '=', key),
);

const deleteCopy = defineStatement(({ db }, { key }: { readonly key: string }) =>
  db.deleteFrom('content_copies').where('key', '=', key),
);

interface StateRow {
  readonly key: string;
  readonly list: string;
  readonly revision: number;
  readonly due_at: number;
  readonly details: string;
}

function toState({ key, list, revision, due_at: dueAt, details }: StateRow): CopyState {
  // Only this module writes the column.
  return { key, list, revision, dueAt, details: JSON.parse(details) as CopyDetails };
}
