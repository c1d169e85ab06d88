import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { DeskEnquiry, EnquiryFilter } from '../desk-entry.ts';
import type { SyncCalls } from '../store.ts';
import { recordColumns, toRecord } from './enquiries.ts';

/** What `toDeskEnquiry` reads. */
export const deskColumns = `${recordColumns}, handling, assignee, forwarded_to`;

const found = 'enquiries JOIN mails ON mails.enquiry = sequence';

/** Prepares what finds enquiries by what stands in them, and counts them. */
export function prepareFinding(db: DatabaseSync): Pick<SyncCalls, 'findEnquiries' | 'countEnquiries'> {
  const prepared = preparedOnce(db);
  return {
    findEnquiries: ({ filter, after, before, limit }) => {
      const conditions = [
        ...conditionsOf(filter),
        ...(after === undefined ? [] : [condition('sequence > ?', after)]),
        ...(before === undefined ? [] : [condition('sequence < ?', before)]),
      ];
      const order = after === undefined ? 'DESC' : 'ASC';
      const { sql, values } = selection(conditions);
      return prepared(`SELECT ${deskColumns} ${sql} ORDER BY ${sequenceIn(filter)} ${order} LIMIT ?`)
        .all(...values, limit)
        .map(toDeskEnquiry);
    },
    countEnquiries: ({ filter, most }) => {
      const { sql, values } = selection(conditionsOf(filter));
      return Number(
        prepared(`SELECT count(*) AS count FROM (SELECT 1 ${sql} LIMIT ?)`).get(...values, most)?.count,
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

interface Condition {
  readonly sql: string;
  readonly value: SQLInputValue;
}

function condition(sql: string, value: SQLInputValue): Condition {
  return { sql, value };
}

/** The words' own numbers are in order already; those of the table would have to be sorted. */
function sequenceIn({ search }: EnquiryFilter): string {
  return search === undefined ? 'sequence' : 'enquiry_words.rowid';
}

function conditionsOf(filter: EnquiryFilter): readonly Condition[] {
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
    ...given('state IN (SELECT value FROM json_each(?))', list(mail)),
    ...given('assignee = ?', assignee),
    ...given('received_at >= ?', from),
    ...given('received_at < ?', until),
    ...given('type IN (SELECT value FROM json_each(?))', list(within.types)),
    ...given('site IN (SELECT value FROM json_each(?))', list(within.sites)),
  ];
}

function selection(conditions: readonly Condition[]): {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
} {
  const isSearch = conditions.some(({ sql }) => sql.startsWith('enquiry_words'));
  const from = isSearch ? `enquiry_words CROSS JOIN ${found} AND sequence = enquiry_words.rowid` : found;
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return { sql: `FROM ${from} ${where}`, values: conditions.map(({ value }) => value) };
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
