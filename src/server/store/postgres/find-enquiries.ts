import { type RawBuilder, sql } from 'kysely';
import type { EnquiryFilter } from '../desk-entry.ts';
import { type Phrase, searchParts } from '../search-words.ts';
import { type DeskRow, toDeskEnquiry } from '../stored-desk.ts';
import type { PostgresCalls } from './calls.ts';
import { phraseOf } from './words.ts';

/** What `toDeskEnquiry` reads of an enquiry and its mail. */
export const deskColumns = sql.raw(
  `sequence, id, reference, received_at, enquiries.content, handling, assignee, forwarded_to,
   state, recipient, refused_by, attempts, reason`,
);

/** What finds enquiries by what stands in them, and counts them. */
export const findingCalls: PostgresCalls<'findEnquiries' | 'countEnquiries'> = {
  async findEnquiries(db, { filter, after, before, limit }) {
    const conditions = [
      ...conditionsOf(filter),
      ...given(after, (number) => sql`sequence > ${number}`),
      ...given(before, (number) => sql`sequence < ${number}`),
    ];
    const order = sql.raw(after === undefined ? 'DESC' : 'ASC');
    // Their numbers first: nothing else is sorted, and nothing else read of those that are not given.
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
    // Its index holds those alone that somebody has taken up.
    ...(handling !== undefined && handling !== 'new' ? [sql`handling <> 'new'`] : []),
    ...given(mail, mailCondition),
    ...given(assignee, (id) => sql`assignee = ${id}`),
    ...given(from, (at) => sql`received_at >= ${at}`),
    ...given(until, (at) => sql`received_at < ${at}`),
    ...given(within.types, (types) => sql`type = ANY (${[...types]}::text[])`),
    ...given(within.sites, (sites) => sql`site = ANY (${[...sites]}::text[])`),
  ];
}

/** Of most mails nothing is looked at: the index of those that are not sent says what the others are not. */
function mailCondition(states: NonNullable<EnquiryFilter['mail']>): Condition {
  const unsent = (isAmong: Condition) =>
    sql`sequence IN (SELECT enquiry FROM mails WHERE state <> 'sent' AND ${isAmong})`;
  const wanted = sql`${[...states]}::text[]`;
  return states.includes('sent')
    ? sql`NOT EXISTS (SELECT FROM mails WHERE enquiry = sequence AND state <> 'sent' AND state <> ALL (${wanted}))`
    : unsent(sql`state = ANY (${wanted})`);
}

/** Words as a query: of each part one of its alternatives, all phrases of it to be found. One without any word finds none. */
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
