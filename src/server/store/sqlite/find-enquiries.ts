import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { DeskEnquiry, EnquiryFilter } from '../desk-entry.ts';
import type { MailState, SyncCalls } from '../store.ts';
import { recordColumns, toRecord } from './enquiries.ts';

/** What `toDeskEnquiry` reads. */
export const deskColumns = `${recordColumns}, handling, assignee, forwarded_to`;

/** Prepares what finds enquiries by what stands in them, and counts them. */
export function prepareFinding(db: DatabaseSync): Pick<SyncCalls, 'findEnquiries' | 'countEnquiries'> {
  const prepared = preparedOnce(db);
  return {
    findEnquiries: ({ filter, after, before, limit }) => {
      const { sequence, ...source } = sourceOf(filter, after === undefined ? 'latest' : 'first');
      const conditions = [
        ...conditionsOf(filter, source),
        ...(after === undefined ? [] : [condition(`${sequence} > ?`, after)]),
        ...(before === undefined ? [] : [condition(`${sequence} < ?`, before)]),
      ];
      const order = after === undefined ? 'DESC' : 'ASC';
      // Their numbers first: nothing else is sorted, and nothing else read of those that are not given.
      const numbers = `SELECT ${sequence} AS number ${selection(source, conditions)} ORDER BY ${sequence} ${order} LIMIT ?`;
      return prepared(
        `SELECT ${deskColumns} FROM (${numbers}) CROSS JOIN enquiries ON sequence = number
         CROSS JOIN mails ON mails.enquiry = number ORDER BY number ${order}`,
      )
        .all(...conditions.map(({ value }) => value), limit)
        .map(toDeskEnquiry);
    },
    countEnquiries: ({ filter, most }) => {
      const source = sourceOf(filter, 'any');
      const conditions = conditionsOf(filter, source);
      return Number(
        prepared(`SELECT count(*) AS count FROM (SELECT 1 ${selection(source, conditions)} LIMIT ?)`).get(
          ...conditions.map(({ value }) => value),
          most,
        )?.count,
      );
    },
  };
}

/** Each combination of conditions is one statement, and there are few. */
function preparedOnce(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
}

/** Every state that a mail can have. */
const mailStates: readonly MailState[] = ['waiting', 'sent', 'failed', 'no-recipient', 'suspected'];

interface Condition {
  readonly sql: string;
  readonly value: SQLInputValue;
}

function condition(sql: string, value: SQLInputValue): Condition {
  return { sql, value };
}

/** Where numbers of enquiries are read from, and which of its columns has them. */
interface Source {
  readonly from: string;
  readonly sequence: string;
  /** Whether the mails are read themselves, so that their state is asked of these rows. */
  readonly isOfMails?: boolean;
}

/** Every enquiry with all that one is found by, in the order of their arrival, without the enquiries themselves. */
const everyEnquiry = 'enquiries INDEXED BY enquiries_by_sequence';

/**
 * What leads to the enquiries of a filter by the shortest way: words, else what has to be equal, by one index or another, else a state that
 * few mails have, else a time that begins and ends. What is none of it is looked for among all, which takes some milliseconds of
 * 100,000, once for all pages that are asked for in the order of arrival.
 */
function sourceOf(filter: EnquiryFilter, wanted: 'latest' | 'first' | 'any'): Source {
  const { search, type, office, site, handling, assignee, mail, from, until } = filter;
  if (search !== undefined) {
    const sequence = 'enquiry_words.rowid';
    return { from: `enquiry_words CROSS JOIN ${everyEnquiry} ON sequence = ${sequence}`, sequence };
  }
  const isEqual = [type, office, site, handling, assignee].some((value) => value !== undefined);
  if (isEqual) return { from: 'enquiries', sequence: 'sequence' };
  if (mail && !mail.includes('sent')) {
    const unsent = 'mails INDEXED BY mails_unsent';
    const sequence = 'mails.enquiry';
    return {
      from: `${unsent} CROSS JOIN ${everyEnquiry} ON sequence = ${sequence}`,
      sequence,
      isOfMails: true,
    };
  }
  const isShort = from !== undefined && until !== undefined && wanted !== 'first';
  return { from: isShort ? 'enquiries INDEXED BY enquiries_by_time' : everyEnquiry, sequence: 'sequence' };
}

function conditionsOf(filter: EnquiryFilter, source: Omit<Source, 'sequence'>): readonly Condition[] {
  const { search, type, office, site, handling, mail, assignee, from, until, within = {} } = filter;
  const given = <Value extends SQLInputValue>(sql: string, value: Value | undefined) =>
    value === undefined ? [] : [condition(sql, value)];
  const list = (values: readonly string[] | undefined) => values && JSON.stringify(values);
  return [
    ...given('enquiry_words MATCH ?', search === undefined ? undefined : toMatch(search)),
    ...given('type = ?', type),
    ...given('office = ?', office),
    ...given('site = ?', site),
    ...given('handling = ?', handling),
    ...mailConditions(mail, source),
    ...given('assignee = ?', assignee),
    ...given('received_at >= ?', from),
    ...given('received_at < ?', until),
    // The sign: they lead nowhere, since what they lead to would have to be sorted.
    ...given('+type IN (SELECT value FROM json_each(?))', list(within.types)),
    ...given('+site IN (SELECT value FROM json_each(?))', list(within.sites)),
  ];
}

/** Of most mails nothing is looked at: the index of those that are not sent says what the others are not. */
function mailConditions(
  mail: EnquiryFilter['mail'],
  { isOfMails }: Pick<Source, 'isOfMails'>,
): readonly Condition[] {
  if (!mail) return [];
  const isNot = mail.includes('sent');
  const states = isNot ? mailStates.filter((state) => !mail.includes(state)) : mail;
  // One alone leads to them in their order.
  const isOne = states.length === 1;
  const isAmong = isOne ? '= ?' : 'IN (SELECT value FROM json_each(?))';
  const isOfStates = `mails.state <> 'sent' AND mails.state ${isAmong}`;
  const sql = isOfMails
    ? isOfStates
    : `${isNot ? 'NOT ' : ''}EXISTS (SELECT 1 FROM mails INDEXED BY mails_unsent WHERE ${isOfStates} AND mails.enquiry = sequence)`;
  return [condition(sql, isOne ? (states[0] ?? null) : JSON.stringify(states))];
}

function selection({ from }: Pick<Source, 'from'>, conditions: readonly Condition[]): string {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return `FROM ${from} ${where}`;
}

/** Words as a full-text query that has no syntax: each a phrase that may go on, all of them to be found (SQLite, "FTS5", section 3). */
function toMatch(search: string): string {
  const phrases = search
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => `"${word.replaceAll('"', '""').replaceAll('\0', '')}"*`);
  // An empty phrase stands nowhere.
  return phrases.join(' ') || '""';
}

/** An enquiry as a row has it. */
export function toDeskEnquiry(row: Record<string, SQLOutputValue>): DeskEnquiry {
  const { sequence, handling, assignee, forwarded_to: forwardedTo } = row;
  return {
    ...toRecord(row),
    sequence: Number(sequence),
    // The table's CHECK lets no other text in.
    handling: handling as DeskEnquiry['handling'],
    ...(typeof assignee === 'string' && { assignee }),
    ...(typeof forwardedTo === 'string' && { forwardedTo }),
  };
}
