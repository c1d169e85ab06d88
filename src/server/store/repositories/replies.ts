import { sql } from 'kysely';
import type { EnquiryAction } from '../records/inbox-entry.ts';
import type { ReplyRecord } from '../records/reply-entry.ts';
import { toReplyRecord } from '../records/stored-reply.ts';
import { hasIdOrReference } from './columns.ts';
import { recordEnquiryEvent } from './enquiry-events.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository, type Steps } from './statement.ts';

/** The calls that store and read replies. Each database claims due ones in its own way. */
export const repliesRepository: Repository<'addReply' | 'findReplies'> = {
  /**
   * Stores a reply, queues its mail and sets the enquiry to answered, with an event if that is a change. Does
   * nothing, and returns the reason, if the reply is stored already or may not be stored.
   */
  *addReply({ id, key, now, to, words, mail, seen, limit }) {
    const enquiry = yield* fetchFirst(lockEnquiry({ id }));
    if (!enquiry) return { kind: 'unknown' };
    const { sequence, handling } = enquiry;
    const repeated = yield* fetchFirst(selectByKey({ key }));
    if (repeated) return { kind: repeated.enquiry === sequence ? 'repeated' : 'unknown' };
    const mailOf = yield* fetchFirst(selectMailState({ sequence }));
    if (mailOf?.state === 'suspected') return { kind: 'suspected' };
    const last = (yield* fetchFirst(selectLast({ sequence })))?.number ?? 0;
    const isAnsweredSince = handling === 'answered' && seen.state !== 'answered';
    if (last !== seen.reply || isAnsweredSince) return { kind: 'changed' };
    const person = words.by.id;
    const since = now - limit.windowMs;
    const { count } = (yield* fetchFirst(countOfPerson({ person, since }))) ?? { count: 0 };
    if (count >= limit.most) return { kind: 'too-many' };
    const content = JSON.stringify(words);
    const row = { enquiry: sequence, key, person, at: now, changed_at: now, due_at: now, recipient: to };
    yield* execute(insert({ ...row, content, mail: JSON.stringify(mail), state: 'waiting' }));
    if (handling !== 'answered') {
      yield* execute(setAnswered({ sequence }));
      const event = { kind: 'handled', from: handling, to: 'answered' } as EnquiryAction;
      yield* recordEnquiryEvent(sequence, { at: now, by: words.by, ...event });
    }
    return { kind: 'queued' };
  },
  /** Returns the replies to enquiries, by the enquiries' ids, each with the id, in their order. */
  *findReplies(ids) {
    const rows = ids.length === 0 ? [] : yield* fetchAll(selectByIds({ ids }));
    return rows.map((row) => ({ ...toReplyRecord(row), enquiryId: row.id }));
  },
};

/** Returns the replies to an enquiry, by its number, in their order. */
export function* fetchReplies(sequence: number): Steps<readonly ReplyRecord[]> {
  return (yield* fetchAll(select({ sequence }))).map(toReplyRecord);
}

/** Returns the numbers of the replies to these enquiries with the enquiries' ids and, as 1 or 0, whether they wait. */
export const selectReplyFiles = defineStatement(
  ({ db, isInList }, { sequences }: { readonly sequences: readonly number[] }) =>
    db
      .selectFrom('replies')
      .innerJoin('enquiries', 'sequence', 'enquiry')
      .select(['id', 'number', sql<number>`CASE state WHEN 'waiting' THEN 1 ELSE 0 END`.as('waits')])
      .where(isInList('enquiry', sequences, 'bigint'))
      .orderBy('number'),
);

/** Locks an enquiry until the transaction ends. */
const lockEnquiry = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.selectFrom('enquiries').select(['sequence', 'handling']).where(hasIdOrReference(id)).forUpdate(),
);

const selectByKey = defineStatement(({ db }, { key }: { readonly key: string }) =>
  db.selectFrom('replies').select('enquiry').where('key', '=', key),
);

interface SequenceValue {
  readonly sequence: number;
}

const selectMailState = defineStatement(({ db }, { sequence }: SequenceValue) =>
  db.selectFrom('mails').select('state').where('enquiry', '=', sequence),
);

const selectLast = defineStatement(({ db }, { sequence }: SequenceValue) =>
  db
    .selectFrom('replies')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('enquiry', '=', sequence),
);

const countOfPerson = defineStatement(
  (_dialect, { person, since }: { readonly person: string; readonly since: number }) =>
    sql<{
      readonly count: number;
    }>`SELECT count(*) AS count FROM replies WHERE person = ${person} AND at > ${since}`,
);

interface ReplyRow {
  readonly enquiry: number;
  readonly key: string;
  readonly person: string;
  readonly at: number;
  readonly changed_at: number;
  readonly due_at: number;
  readonly recipient: string;
  readonly content: string;
  readonly mail: string;
  readonly state: string;
}

const insert = defineStatement(({ db }, row: ReplyRow) => db.insertInto('replies').values(row));

const setAnswered = defineStatement(({ db }, { sequence }: SequenceValue) =>
  db.updateTable('enquiries').set({ handling: 'answered' }).where('sequence', '=', sequence),
);

const shownColumns = [
  'number',
  'at',
  'changed_at',
  'replies.content',
  'state',
  'recipient',
  'due_at',
  'attempts',
  'reason',
] as const;

const select = defineStatement(({ db }, { sequence }: SequenceValue) =>
  db.selectFrom('replies').select(shownColumns).where('enquiry', '=', sequence).orderBy('number'),
);

const selectByIds = defineStatement(({ db, isInList }, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('replies')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['id', ...shownColumns])
    .where(isInList('id', ids, 'text'))
    .orderBy('number'),
);
