import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { EnquiryFilter } from '../desk-entry.ts';
import { type Phrase, searchParts } from '../search-words.ts';
import type { MailState, SyncCalls } from '../store.ts';
import { toDeskEnquiry } from '../stored-desk.ts';
import { recordColumns } from './enquiries.ts';

/** What `toDeskEnquiry` reads. */
export const deskColumns = `${recordColumns}, handling, assignee, forwarded_to`;

/** Prepares what finds enquiries by what stands in them, and counts them. */
export function prepareFinding(db: DatabaseSync): Pick<SyncCalls, 'findEnquiries' | 'countEnquiries'> {
  const prepared = preparedOnce(db);
  const count = (filter: EnquiryFilter, most: number): number => {
    const source = sourceOf(filter, 'any');
    const conditions = conditionsOf(filter, source);
    const sql = `SELECT count(*) AS count FROM (SELECT 1 ${selection(source, conditions)} LIMIT ?)`;
    return Number(prepared(sql).get(...conditions.map(({ value }) => value), most)?.count);
  };
  return {
    findEnquiries: ({ filter, after, before, limit }) => {
      const source = sourceOf(filter, after === undefined ? 'latest' : 'first');
      const { sequence } = source;
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
      const { mail, within = {}, ...rest } = filter;
      const isAnyElse = isAny(...Object.values(rest), within.types, within.sites);
      if (!mail?.includes('sent') || isAnyElse) return count(filter, most);
      // Of all mails it is sooner counted which there are besides.
      const others = count({ mail: mailStates.filter((state) => !mail.includes(state)) }, uncounted);
      return Math.min(most, count({}, most + others) - others);
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

/** More than there ever are. */
const uncounted = Number.MAX_SAFE_INTEGER;

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
  const { search, type, office, site, handling, assignee, mail, from, until, within = {} } = filter;
  const isEqual = isAny(type, office, site, handling, assignee);
  const hasFacts = isEqual || isAny(from, until, within.types, within.sites);
  const withFacts = (numbers: string, sequence: string) =>
    hasFacts ? `${numbers} CROSS JOIN ${everyEnquiry} ON sequence = ${sequence}` : numbers;
  if (search !== undefined) {
    const sequence = 'enquiry_words.rowid';
    return { from: withFacts('enquiry_words', sequence), sequence };
  }
  if (isEqual) return { from: 'enquiries', sequence: 'enquiries.sequence' };
  if (mail && !mail.includes('sent')) {
    const sequence = 'mails.enquiry';
    return { from: withFacts('mails INDEXED BY mails_unsent', sequence), sequence, isOfMails: true };
  }
  const isShort = isAny(from) && isAny(until) && wanted !== 'first';
  return {
    from: isShort ? 'enquiries INDEXED BY enquiries_by_time' : everyEnquiry,
    sequence: 'enquiries.sequence',
  };
}

function isAny(...values: readonly unknown[]): boolean {
  return values.some((value) => value !== undefined);
}

function conditionsOf(filter: EnquiryFilter, source: Source): readonly Condition[] {
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
function mailConditions(mail: EnquiryFilter['mail'], { isOfMails, sequence }: Source): readonly Condition[] {
  if (!mail) return [];
  const isNot = mail.includes('sent');
  const states = isNot ? mailStates.filter((state) => !mail.includes(state)) : mail;
  // One alone leads to them in their order.
  const isOne = states.length === 1;
  const isAmong = isOne ? '= ?' : 'IN (SELECT value FROM json_each(?))';
  const isOfStates = `mails.state <> 'sent' AND mails.state ${isAmong}`;
  const sql = isOfMails
    ? isOfStates
    : `${isNot ? 'NOT ' : ''}EXISTS (SELECT 1 FROM mails INDEXED BY mails_unsent WHERE ${isOfStates} AND mails.enquiry = ${sequence})`;
  return [condition(sql, isOne ? (states[0] ?? null) : JSON.stringify(states))];
}

function selection({ from }: Pick<Source, 'from'>, conditions: readonly Condition[]): string {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return `FROM ${from} ${where}`;
}

/**
 * Words as a full-text query that has no syntax: of each part one of its alternatives, all phrases of it to be found (SQLite, "FTS5",
 * section 3).
 */
function toMatch(search: string): string {
  const parts = searchParts(search).map(
    ({ alternatives }) =>
      `(${alternatives.map((phrases) => `(${phrases.map(quoted).join(' AND ')})`).join(' OR ')})`,
  );
  // An empty phrase stands nowhere.
  return parts.join(' AND ') || '""';
}

function quoted({ text, goesOn }: Phrase): string {
  return `"${text.replaceAll('"', '""').replaceAll('\0', '')}"${goesOn ? '*' : ''}`;
}
