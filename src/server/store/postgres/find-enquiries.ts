import { type RawBuilder, sql } from 'kysely';
import type { EnquiryFilter } from '../records/inbox-entry.ts';
import { type InboxEnquiryRow, lastReplyState, toInboxEnquiry } from '../records/stored-inbox.ts';
import type { CandidateQuery } from '../repositories/person-data.ts';
import { type Phrase, parseSearch } from '../repositories/search-terms.ts';
import { defineStatement } from '../repositories/statement.ts';
import type { PostgresCalls } from './calls.ts';
import { toPhraseQuery } from './search-vector.ts';

/** The columns that `toInboxEnquiry` reads. */
const inboxColumns = sql.raw(
  `sequence, id, reference, received_at, enquiries.content, handling, assignee, forwarded_to,
   state, recipient, refused_by, attempts, reason, ${lastReplyState} AS reply_state`,
);

export const postgresFindCalls: PostgresCalls<'findEnquiries' | 'countEnquiries'> = {
  /**
   * Returns at most `limit` enquiries that match a filter, the latest first; with `after`, those with higher
   * numbers, in the order of arrival. `before`: only those with lower numbers.
   */
  async findEnquiries(db, { filter, after, before, limit }) {
    const conditions = [
      ...buildConditions(filter),
      ...toOptionalCondition(after, (number) => sql`sequence > ${number}`),
      ...toOptionalCondition(before, (number) => sql`sequence < ${number}`),
    ];
    const order = sql.raw(after === undefined ? 'DESC' : 'ASC');
    // The inner query selects only numbers: nothing else is sorted, and no row is read that is not returned.
    const { rows } = await sql<InboxEnquiryRow>`
      SELECT ${inboxColumns} FROM (
        SELECT sequence AS number FROM enquiries WHERE ${joinConditions(conditions)} ORDER BY sequence ${order} LIMIT ${limit}
      ) AS found JOIN enquiries ON sequence = number JOIN mails ON mails.enquiry = number
      ORDER BY number ${order}`.execute(db);
    return rows.map(toInboxEnquiry);
  },
  /** Counts the enquiries that match a filter, up to `most`. */
  async countEnquiries(db, { filter, most }) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM (SELECT FROM enquiries WHERE ${joinConditions(buildConditions(filter))} LIMIT ${most}) AS found`.execute(
      db,
    );
    return rows[0]?.count ?? 0;
  },
};

type Condition = RawBuilder<unknown>;

/** Returns a list with the condition for a value; an empty list if the value is undefined. */
function toOptionalCondition<Value>(
  value: Value | undefined,
  buildCondition: (value: Value) => Condition,
): readonly Condition[] {
  return value === undefined ? [] : [buildCondition(value)];
}

/** Returns the condition that all of them are true; `true` for an empty list. */
function joinConditions(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `);
}

/** Returns the conditions of a filter on rows of `enquiries`; all must be true. Empty for an empty filter. */
function buildConditions(filter: EnquiryFilter): readonly Condition[] {
  const { search, type, office, site, campaign, handling, mail, assignee, from, until, within = {} } = filter;
  return [
    ...toOptionalCondition(search, (words) => sql`words @@ ${toTsQuery(words)}::tsquery`),
    ...toOptionalCondition(type, (id) => sql`type = ${id}`),
    ...toOptionalCondition(office, (id) => sql`office = ${id}`),
    ...toOptionalCondition(site, (domain) => sql`site = ${domain}`),
    ...toOptionalCondition(campaign, (name) => sql`campaign = ${name}`),
    ...toOptionalCondition(handling, (state) => sql`handling = ${state}`),
    // The index contains only rows that are not `new`. PostgreSQL uses it because of this condition.
    ...(handling !== undefined && handling !== 'new' ? [sql`handling <> 'new'`] : []),
    ...toOptionalCondition(mail, buildMailCondition),
    ...toOptionalCondition(assignee, (id) => sql`assignee = ${id}`),
    ...toOptionalCondition(filter.references, (some) => sql`reference = ANY (${[...some]}::text[])`),
    ...toOptionalCondition(
      filter.unansweredSince,
      (at) => sql`handling <> 'answered' AND received_at < ${at}`,
    ),
    ...toOptionalCondition(from, (at) => sql`received_at >= ${at}`),
    ...toOptionalCondition(until, (at) => sql`received_at < ${at}`),
    ...toOptionalCondition(within.types, (types) => sql`type = ANY (${[...types]}::text[])`),
    ...toOptionalCondition(within.sites, (sites) => sql`site = ANY (${[...sites]}::text[])`),
  ];
}

/**
 * Returns the condition that the mail has one of these states. If they include `sent`, it excludes the mails
 * in the other states, because only unsent mails are in a small index.
 */
function buildMailCondition(states: NonNullable<EnquiryFilter['mail']>): Condition {
  /** Returns the condition that the mail is not sent and its state satisfies `isAmong`. */
  const isOfUnsentMail = (isAmong: Condition) =>
    sql`sequence IN (SELECT enquiry FROM mails WHERE state <> 'sent' AND ${isAmong})`;
  const wanted = sql`${[...states]}::text[]`;
  return states.includes('sent')
    ? sql`NOT EXISTS (SELECT FROM mails WHERE enquiry = sequence AND state <> 'sent' AND state <> ALL (${wanted}))`
    : isOfUnsentMail(sql`state = ANY (${wanted})`);
}

/**
 * Returns a search as a `tsquery`: for each part, one of its alternatives must match with all phrases. Parts
 * without a word are ignored. Empty for a search without a word, which finds nothing.
 */
function toTsQuery(search: string): string {
  return parseSearch(search)
    .flatMap(({ alternatives }) => {
      const queries = alternatives.map(toPhrasesQuery).filter((query) => query !== '');
      return queries.length === 0 ? [] : [`(${queries.join(' | ')})`];
    })
    .join(' & ');
}

/** Returns a `tsquery` that all phrases must match; empty if none of them has a word. */
function toPhrasesQuery(phrases: readonly Phrase[]): string {
  const queries = phrases
    .map(({ text, goesOn }) => toPhraseQuery(text, goesOn))
    .filter((query) => query !== '');
  return queries.map((query) => `(${query})`).join(' & ');
}

/**
 * Finds enquiries that contain the parts of an address in sequence, by the index of the words; undefined if
 * the address has no words.
 */
export function selectCandidatesByTsquery({ address, ...range }: CandidateQuery) {
  const phrase = toPhraseQuery(address);
  return phrase === '' ? undefined : selectByPhrase({ phrase, ...range });
}

const selectByPhrase = defineStatement(
  (
    { db },
    { phrase, after, limit }: { readonly phrase: string; readonly after: number; readonly limit: number },
  ) =>
    db
      .selectFrom('enquiries')
      .innerJoin('mails', 'mails.enquiry', 'sequence')
      .select(['sequence', 'id', 'reference', 'received_at', 'enquiries.content', 'state'])
      .where(sql<boolean>`words @@ ${phrase}::tsquery`)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit),
);
