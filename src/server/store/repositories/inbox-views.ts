import { createShape } from '../../platform/validate-shape.ts';
import type { SavedInboxView, SavedInboxViews } from '../records/inbox-views-entry.ts';
import { readJsonColumn } from '../records/stored-json.ts';
import { lockGroup } from './coordination.ts';
import { defineStatement, execute, fetchFirst, type Repository, type Steps } from './statement.ts';

/** The calls about the saved views of the inbox. */
export const inboxViewsRepository: Repository<'inboxViews' | 'setInboxViews'> = {
  inboxViews: fetchViews,
  /** Replaces the views of a person if nobody has changed them since. Returns the views after that. */
  *setInboxViews({ person, seen, views }) {
    yield* lockGroup('people');
    const before = yield* fetchViews(person);
    if (before.revision !== seen) return { kind: 'changed', ...before };
    const revision = seen + 1;
    yield* execute(upsert({ person, revision, content: JSON.stringify(views) }));
    return { kind: 'done', revision, views };
  },
};

/** Removes the views of a person. Call it within the transaction that removes the account. */
export function* removeInboxViews(person: string): Steps<void> {
  yield* execute(remove({ person }));
}

/** Returns the views of a person, none before the first change. Damaged ones count as none. */
function* fetchViews(person: string): Steps<SavedInboxViews> {
  const row = yield* fetchFirst(select({ person }));
  return { revision: row?.revision ?? 0, views: row ? (readJsonColumn(storedViews, row.content) ?? []) : [] };
}

const text = { type: 'string' };
const storedViews = createShape<readonly SavedInboxView[]>({
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'name', 'query', 'isCounted'],
    properties: { id: text, name: text, query: text, isCounted: { type: 'boolean' } },
  },
});

const select = defineStatement(({ db }, { person }: { readonly person: string }) =>
  db.selectFrom('inbox_views').select(['revision', 'content']).where('person', '=', person),
);

const upsert = defineStatement(
  ({ db }, row: { readonly person: string; readonly revision: number; readonly content: string }) =>
    db
      .insertInto('inbox_views')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('person').doUpdateSet({ revision: row.revision, content: row.content }),
      ),
);

const remove = defineStatement(({ db }, { person }: { readonly person: string }) =>
  db.deleteFrom('inbox_views').where('person', '=', person),
);
