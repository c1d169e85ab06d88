import { type Insertable, sql } from 'kysely';
import { toReview } from '../records/stored-review.ts';
import { lockGroup, notifyInstances } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The requests to publish the draft. At most one is open. */
export const reviewsRepository: Repository<
  'requestReview' | 'latestReview' | 'reviewsOfVersions' | 'closeReview'
> = {
  /** Stores a request, which withdraws an open one, and returns it. */
  *requestReview({ draft, version, at, by, message, authors }) {
    yield* lockGroup('review');
    yield* execute(withdrawOpen());
    const content = JSON.stringify({ by, message, authors });
    yield* execute(insert({ draft, version, at, state: 'open', content }));
    yield* notifyInstances('review');
    const row = yield* fetchFirst(selectLatest());
    if (row === undefined) throw new Error('Cannot read the request that was just stored');
    return toReview(row);
  },
  /** Returns the latest request, whatever its state; undefined if there was none. */
  *latestReview() {
    const row = yield* fetchFirst(selectLatest());
    return row && toReview(row);
  },
  /** Returns the requests that led to versions. */
  *reviewsOfVersions(numbers) {
    if (numbers.length === 0) return [];
    return (yield* fetchAll(selectByVersions({ numbers }))).map(toReview);
  },
  /** Closes an open request and returns it. Does nothing, and returns undefined, if it is not open. */
  *closeReview({ number, state, closing, publishedAs }) {
    yield* lockGroup('review');
    const open = yield* fetchFirst(selectOpen({ number }));
    if (open === undefined) return undefined;
    const { by, message, authors } = toReview(open);
    const content = JSON.stringify({ by, message, authors, closing });
    yield* execute(close({ number, state, content, publishedAs: publishedAs ?? null }));
    yield* notifyInstances('review');
    return { ...toReview({ ...open, state, content }), ...(publishedAs !== undefined && { publishedAs }) };
  },
};

const columns = ['number', 'draft', 'version', 'at', 'state', 'published_as', 'content'] as const;

const insert = defineStatement(({ db }, row: Insertable<SharedTables['reviews']>) =>
  db.insertInto('reviews').values(row),
);

const withdrawOpen = defineStatement(({ db }) =>
  db.updateTable('reviews').set({ state: 'withdrawn' }).where('state', '=', 'open'),
);

const selectLatest = defineStatement(({ db }) =>
  db.selectFrom('reviews').select(columns).orderBy('number', 'desc').limit(sql.lit(1)),
);

const selectOpen = defineStatement(({ db }, { number }: { readonly number: number }) =>
  db.selectFrom('reviews').select(columns).where('number', '=', number).where('state', '=', 'open'),
);

const selectByVersions = defineStatement(
  ({ db, isInList }, { numbers }: { readonly numbers: readonly number[] }) =>
    db
      .selectFrom('reviews')
      .select(columns)
      .where(isInList('published_as', numbers, 'bigint')),
);

interface ClosedRow {
  readonly number: number;
  readonly state: string;
  readonly content: string;
  readonly publishedAs: number | null;
}

const close = defineStatement(({ db }, { number, state, content, publishedAs }: ClosedRow) =>
  db.updateTable('reviews').set({ state, content, published_as: publishedAs }).where('number', '=', number),
);
