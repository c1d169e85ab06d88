import { type Insertable, sql } from 'kysely';
import { toComment } from '../records/stored-review.ts';
import { lockGroup, notifyInstances } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The comments on parts of the draft. */
export const commentsRepository: Repository<
  'comments' | 'addComment' | 'resolveThread' | 'deleteComment' | 'moveComments'
> = {
  /** Returns all comments, the oldest first. */
  *comments() {
    return (yield* fetchAll(selectAll())).map(toComment);
  },
  /**
   * Stores a comment. A reply gets the target of its thread, which it reopens. Returns the reason, and does
   * nothing, if its thread is unknown or there are too many comments.
   */
  *addComment({ id, thread, target, at, person, link, name, text, limits }) {
    yield* lockGroup('review');
    const first = thread === id ? undefined : yield* fetchFirst(selectById({ id: thread }));
    if (thread !== id && first?.thread !== thread) return 'no-thread';
    const { all = 0, own = 0 } = (yield* fetchFirst(count({ link: link ?? '' }))) ?? {};
    if (all >= limits.most || (link !== undefined && own >= limits.mostOfLink)) return 'too-many';
    const content = JSON.stringify({ name, text });
    const author = { person: person ?? null, link: link ?? null };
    yield* execute(insert({ id, thread, target: first?.target ?? target, at, ...author, content }));
    if (first) yield* execute(setResolved({ thread, resolvedAt: null }));
    yield* notifyInstances('review');
    return 'added';
  },
  /** Resolves a thread, or reopens it. Returns false if there is no such thread. */
  *resolveThread(request) {
    const isFound = (yield* execute(setResolved(request))) > 0;
    if (isFound) yield* notifyInstances('review');
    return isFound;
  },
  /**
   * Deletes a comment, and the first of a thread once its last reply is gone. The first one of a thread with
   * replies only loses its text. Returns false if there is no such comment.
   */
  *deleteComment(id) {
    yield* lockGroup('review');
    const comment = yield* fetchFirst(selectById({ id }));
    if (comment === undefined) return false;
    const { thread } = comment;
    const others = (yield* fetchAll(selectThread({ thread }))).filter((one) => one.id !== id).map(toComment);
    if (thread === id && others.length > 0)
      yield* execute(
        setContent({ id, content: JSON.stringify({ name: toComment(comment).name, text: '' }) }),
      );
    else yield* execute(remove({ id }));
    const [rest, ...further] = others;
    if (rest !== undefined && further.length === 0 && rest.id === thread && rest.text === '')
      yield* execute(remove({ id: rest.id }));
    yield* notifyInstances('review');
    return true;
  },
  /** Moves all threads from one target to another. Returns the number of comments. */
  *moveComments(request) {
    const moved = yield* execute(move(request));
    if (moved > 0) yield* notifyInstances('review');
    return moved;
  },
};

const columns = ['id', 'thread', 'target', 'at', 'person', 'link', 'content', 'resolved_at'] as const;

const selectAll = defineStatement(({ db }) =>
  db.selectFrom('comments').select(columns).orderBy('at').orderBy('id'),
);

const selectById = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.selectFrom('comments').select(columns).where('id', '=', id),
);

const selectThread = defineStatement(({ db }, { thread }: { readonly thread: string }) =>
  db.selectFrom('comments').select(columns).where('thread', '=', thread),
);

/** Counts all comments, and those of a link. */
const count = defineStatement(
  (_dialect, { link }: { readonly link: string }) => sql<{ readonly all: number; readonly own: number }>`
    SELECT count(*) AS "all", count(CASE WHEN link = ${link} THEN 1 END) AS own FROM comments`,
);

const insert = defineStatement(({ db }, row: Insertable<SharedTables['comments']>) =>
  db.insertInto('comments').values(row),
);

const setResolved = defineStatement(
  (_dialect, { thread, resolvedAt }: { readonly thread: string; readonly resolvedAt: number | null }) =>
    sql`UPDATE comments SET resolved_at = CAST(${resolvedAt} AS bigint) WHERE id = ${thread} AND thread = id`,
);

const setContent = defineStatement(
  ({ db }, { id, content }: { readonly id: string; readonly content: string }) =>
    db.updateTable('comments').set({ content }).where('id', '=', id),
);

const remove = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.deleteFrom('comments').where('id', '=', id),
);

const move = defineStatement(({ db }, { from, to }: { readonly from: string; readonly to: string }) =>
  db.updateTable('comments').set({ target: to }).where('target', '=', from),
);
