import { type RawBuilder, sql } from 'kysely';
import type { EnquiryFilter } from '../desk-entry.ts';
import { type Phrase, searchParts } from '../search-words.ts';
import { type DeskRow, toDeskEnquiry } from '../stored-desk.ts';
import type { PostgresCalls } from './calls.ts';
import { phraseOf } from './words.ts';

/** The columns that `toInboxEnquiry` reads. */
export const deskColumns = sql.raw(
  `sequence, id, reference, received_at, enquiries.content, handling, assignee, forwarded_to,
   state, recipient, refused_by, attempts, reason`,
);

export const findingCalls: PostgresCalls<'findEnquiries' | 'countEnquiries'> = {
  async findEnquiries(db, { filter, after, before, limit }) {
    const conditions = [
      ...conditionsOf(filter),
      ...given(after, (number) => sql`sequence > ${number}`),
      ...given(before, (number) => sql`sequence < ${number}`),
    ];
    const order = sql.raw(after === undefined ? 'DESC' : 'ASC');
    // The inner query selects only numbers: nothing else is sorted, and no row is read that is not returned.
    const { rows } = await sql<DeskRow>`
      SELECT ${deskColumns} FROM (
        SELECT sequence AS number FROM enquiries WHERE ${all(conditions)} ORDER BY sequence ${order} LIMIT ${limit}
      ) AS found JOIN enquiries ON sequence = number JOIN mails ON mails.enquiry = number
      ORDER BY number ${order}`.execute(db);
    return rows.map(toDeskEnquiry);
  },
  async countEnquiries(db, { filter, most }) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM (SELECT FROM enquiries WHERE ${all(conditionsOf(filter))} LIMIT ${most}) AS found`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
};

type Condition = RawBuilder<unknown>;

function given<Value>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): readonly Condition[] {
  return value === undefined ? [] : [condition(value)];
}

function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `);
}

function conditionsOf(filter: EnquiryFilter): readonly Condition[] {
  const { search, type, office, site, handling, mail, assignee, from, until, within = {} } = filter;
  return [
    ...given(search, (words) => sql`words @@ ${toQuery(words)}::tsquery`),
    ...given(type, (id) => sql`type = ${id}`),
    ...given(office, (id) => sql`office = ${id}`),
    ...given(site, (domain) => sql`site = ${domain}`),
    ...given(handling, (state) => sql`handling = ${state}`),
    // The index contains only rows that are not `new`. PostgreSQL uses it because of this condition.
    ...(handling !== undefined && handling !== 'new' ? [sql`handling <> 'new'`] : []),
    ...given(mail, mailCondition),
    ...given(assignee, (id) => sql`assignee = ${id}`),
    ...given(from, (at) => sql`received_at >= ${at}`),
    ...given(until, (at) => sql`received_at < ${at}`),
    ...given(within.types, (types) => sql`type = ANY (${[...types]}::text[])`),
    ...given(within.sites, (sites) => sql`site = ANY (${[...sites]}::text[])`),
  ];
}

/**
 * Returns the condition about the state of the mail. For sent mails it excludes the unsent ones, because only
 * those are in a small index.
 */
function mailCondition(states: NonNullable<EnquiryFilter['mail']>): Condition {
  const unsent = (isAmong: Condition) =>
    sql`sequence IN (SELECT enquiry FROM mails WHERE state <> 'sent' AND ${isAmong})`;
  const wanted = sql`${[...states]}::text[]`;
  return states.includes('sent')
    ? sql`NOT EXISTS (SELECT FROM mails WHERE enquiry = sequence AND state <> 'sent' AND state <> ALL (${wanted}))`
    : unsent(sql`state = ANY (${wanted})`);
}

/**
 * Returns a search as a `tsquery`: for each part, one of its alternatives must match with all phrases. A
 * search without a word finds nothing.
 */
function toQuery(search: string): string {
  return searchParts(search)
    .flatMap(({ alternatives }) => {
      const queries = alternatives.map(toQueryOfAll).filter((query) => query !== '');
      return queries.length === 0 ? [] : [`(${queries.join(' | ')})`];
    })
    .join(' & ');
}

function toQueryOfAll(phrases: readonly Phrase[]): string {
  const queries = phrases.map(({ text, goesOn }) => phraseOf(text, goesOn)).filter((query) => query !== '');
  return queries.map((query) => `(${query})`).join(' & ');
}
