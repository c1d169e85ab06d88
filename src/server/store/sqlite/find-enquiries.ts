import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { MailState } from '../records/enquiry-record.ts';
import type { EnquiryFilter } from '../records/inbox-entry.ts';
import { lastReplyState, toInboxEnquiry } from '../records/stored-inbox.ts';
import type { CandidateRow } from '../repositories/address-match.ts';
import type { CandidateQuery } from '../repositories/person-data.ts';
import { type Phrase, parseSearch } from '../repositories/search-terms.ts';
import { defineStatement } from '../repositories/statement.ts';
import type { SyncCalls } from '../store.ts';
import { recordColumns } from './enquiries.ts';

/** The columns that `toInboxEnquiry` reads. */
const inboxEnquiryColumns = `${recordColumns}, handling, assignee, forwarded_to, ${lastReplyState} AS reply_state`;

/** Returns the calls that find and count enquiries. Their statements are prepared at first use and cached. */
export function prepareFindEnquiries(db: DatabaseSync): Pick<SyncCalls, 'findEnquiries' | 'countEnquiries'> {
  const prepareOnce = createStatementCache(db);
  /** Counts the enquiries that match a filter, and stops at `most`. */
  const countMatches = (filter: EnquiryFilter, most: number): number => {
    const source = chooseSource(filter, 'any');
    const conditions = buildConditions(filter, source);
    const sql = `SELECT count(*) AS count FROM (SELECT 1 ${buildFromClause(source, conditions)} LIMIT ?)`;
    return Number(prepareOnce(sql).get(...conditions.map(({ value }) => value), most)?.count);
  };
  return {
    /**
     * Returns at most `limit` enquiries that match a filter, between the numbers `after` and `before`, each
     * excluded: the latest first, or with `after` in the order of arrival. Empty if none match.
     */
    findEnquiries: ({ filter, after, before, limit }) => {
      const source = chooseSource(filter, after === undefined ? 'latest' : 'first');
      const { sequence } = source;
      const conditions = [
        ...buildConditions(filter, source),
        ...(after === undefined ? [] : [toCondition(`${sequence} > ?`, after)]),
        ...(before === undefined ? [] : [toCondition(`${sequence} < ?`, before)]),
      ];
      const order = after === undefined ? 'DESC' : 'ASC';
      // The inner query selects only numbers: nothing else is sorted, and no row is read that is not
      // returned.
      const numbers = `SELECT ${sequence} AS number ${buildFromClause(source, conditions)} ORDER BY ${sequence} ${order} LIMIT ?`;
      return prepareOnce(
        `SELECT ${inboxEnquiryColumns} FROM (${numbers}) CROSS JOIN enquiries ON sequence = number
         CROSS JOIN mails ON mails.enquiry = number ORDER BY number ${order}`,
      )
        .all(...conditions.map(({ value }) => value), limit)
        .map(toInboxEnquiry);
    },
    /** Returns the number of enquiries that match a filter, or `most` if there are more. */
    countEnquiries: ({ filter, most }) => {
      const { mail, within = {}, ...rest } = filter;
      const hasOtherFilters = isAnyDefined(...Object.values(rest), within.types, within.sites);
      if (!mail?.includes('sent') || hasOtherFilters) return countMatches(filter, most);
      // Faster: counts the mails in the other states and subtracts them.
      const others = countMatches({ mail: mailStates.filter((state) => !mail.includes(state)) }, uncounted);
      return Math.min(most, countMatches({}, most + others) - others);
    },
  };
}

/**
 * Returns a function that prepares the statement of an SQL text once and returns the same one each time. Each
 * combination of conditions is one statement; there are few.
 */
function createStatementCache(db: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
}

/** A limit that is larger than any count, so that everything is counted. */
const uncounted = Number.MAX_SAFE_INTEGER;

const mailStates: readonly MailState[] = ['waiting', 'sent', 'failed', 'no-recipient', 'suspected'];

/** A condition in SQL with one parameter, and its value. */
interface Condition {
  readonly sql: string;
  readonly value: SQLInputValue;
}

function toCondition(sql: string, value: SQLInputValue): Condition {
  return { sql, value };
}

/** A source of the numbers of enquiries: the content of a `FROM` clause. */
interface Source {
  readonly from: string;
  /** The column with the number. */
  readonly sequence: string;
  /** True if it is the table `mails`, whose own column has the state. */
  readonly isOfMails?: boolean;
}

/**
 * A covering index with all filtered columns of every enquiry, in the order of arrival. The rows of the table
 * are not read.
 */
const coveringIndex = 'enquiries INDEXED BY enquiries_by_sequence';

/**
 * Chooses the most selective source of a filter: words; otherwise a column that must be equal, by its index;
 * otherwise a state that few mails have; otherwise a limited time range. All other filters scan the covering
 * index, which takes a few milliseconds for 100,000 enquiries, once for all pages in the order of arrival.
 * @param wanted The order of the results: the latest first, the first to arrive first, or any for a count.
 * For `first`, a time range scans the covering index.
 */
function chooseSource(filter: EnquiryFilter, wanted: 'latest' | 'first' | 'any'): Source {
  const { search, type, office, site, campaign, handling, assignee, mail, from, until, within = {} } = filter;
  const { references, unansweredSince } = filter;
  const isEqual = isAnyDefined(references, type, office, site, campaign, handling, assignee);
  const hasColumnFilters = isEqual || isAnyDefined(from, until, unansweredSince, within.types, within.sites);
  /**
   * Joins the covering index to a table of numbers if the filter has conditions on its columns; otherwise
   * returns the table.
   */
  const joinFilteredColumns = (numbers: string, sequence: string) =>
    hasColumnFilters ? `${numbers} CROSS JOIN ${coveringIndex} ON sequence = ${sequence}` : numbers;
  if (search !== undefined) {
    const sequence = 'enquiry_words.rowid';
    return { from: joinFilteredColumns('enquiry_words', sequence), sequence };
  }
  if (isEqual) return { from: 'enquiries', sequence: 'enquiries.sequence' };
  if (mail && !mail.includes('sent')) {
    const sequence = 'mails.enquiry';
    return {
      from: joinFilteredColumns('mails INDEXED BY mails_unsent', sequence),
      sequence,
      isOfMails: true,
    };
  }
  const isShort = isAnyDefined(from) && isAnyDefined(until) && wanted !== 'first';
  return {
    from: isShort ? 'enquiries INDEXED BY enquiries_by_time' : coveringIndex,
    sequence: 'enquiries.sequence',
  };
}

/** Returns true if one of the values is not undefined. */
function isAnyDefined(...values: readonly unknown[]): boolean {
  return values.some((value) => value !== undefined);
}

/**
 * Returns the conditions of a filter with their values, in the order of the statement's parameters; empty if
 * the filter has no properties.
 */
function buildConditions(filter: EnquiryFilter, source: Source): readonly Condition[] {
  const { search, type, office, site, campaign, handling, mail, assignee, from, until, within = {} } = filter;
  /** Returns the condition in a list; an empty list if the value is undefined. */
  const toOptionalCondition = <Value extends SQLInputValue>(sql: string, value: Value | undefined) =>
    value === undefined ? [] : [toCondition(sql, value)];
  /** Returns a list as JSON; undefined if it is absent. */
  const toJsonList = (values: readonly string[] | undefined) => values && JSON.stringify(values);
  return [
    ...toOptionalCondition('enquiry_words MATCH ?', search === undefined ? undefined : toMatchQuery(search)),
    ...toOptionalCondition('type = ?', type),
    ...toOptionalCondition('office = ?', office),
    ...toOptionalCondition('site = ?', site),
    ...toOptionalCondition('campaign = ?', campaign),
    ...toOptionalCondition('handling = ?', handling),
    ...buildMailConditions(mail, source),
    ...toOptionalCondition('assignee = ?', assignee),
    ...toOptionalCondition('reference IN (SELECT value FROM json_each(?))', toJsonList(filter.references)),
    ...toOptionalCondition("handling <> 'answered' AND received_at < ?", filter.unansweredSince),
    ...toOptionalCondition('received_at >= ?', from),
    ...toOptionalCondition('received_at < ?', until),
    // The sign `+` stops SQLite from using their indexes, whose results would have to be sorted.
    ...toOptionalCondition('+type IN (SELECT value FROM json_each(?))', toJsonList(within.types)),
    ...toOptionalCondition('+site IN (SELECT value FROM json_each(?))', toJsonList(within.sites)),
  ];
}

/**
 * Returns the one condition that the mail has one of these states; empty if `mail` is absent. If they include
 * `sent`, it excludes the other states instead, because only unsent mails are in a small index.
 */
function buildMailConditions(
  mail: EnquiryFilter['mail'],
  { isOfMails, sequence }: Source,
): readonly Condition[] {
  if (!mail) return [];
  const isNot = mail.includes('sent');
  const states = isNot ? mailStates.filter((state) => !mail.includes(state)) : mail;
  // With a single state, `=` makes SQLite read the index in the order of the numbers.
  const isOne = states.length === 1;
  const isAmong = isOne ? '= ?' : 'IN (SELECT value FROM json_each(?))';
  const isOfStates = `mails.state <> 'sent' AND mails.state ${isAmong}`;
  const sql = isOfMails
    ? isOfStates
    : `${isNot ? 'NOT ' : ''}EXISTS (SELECT 1 FROM mails INDEXED BY mails_unsent WHERE ${isOfStates} AND mails.enquiry = ${sequence})`;
  return [toCondition(sql, isOne ? (states[0] ?? null) : JSON.stringify(states))];
}

/** Returns `FROM` with the source and, if there are conditions, `WHERE` with all of them. */
function buildFromClause({ from }: Pick<Source, 'from'>, conditions: readonly Condition[]): string {
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  return `FROM ${from} ${where}`;
}

/**
 * Converts a search to a full-text query without any syntax from the user: for each part, one of its
 * alternatives must match with all phrases (SQLite, "FTS5", section 3). It matches nothing if the search has
 * no word.
 */
function toMatchQuery(search: string): string {
  const parts = parseSearch(search).map(
    ({ alternatives }) =>
      `(${alternatives.map((phrases) => `(${phrases.map(quotePhrase).join(' AND ')})`).join(' OR ')})`,
  );
  // An empty phrase matches nothing.
  return parts.join(' AND ') || '""';
}

/** Returns a phrase as a quoted string of FTS5, with `*` after it if its last word may be a prefix. */
function quotePhrase({ text, goesOn }: Phrase): string {
  return `"${text.replaceAll('"', '""').replaceAll('\0', '')}"${goesOn ? '*' : ''}`;
}

/** Finds enquiries that contain the parts of an address in sequence (SQLite, "FTS5", section 3.2). */
export function selectCandidatesByFts({ address, ...range }: CandidateQuery) {
  return selectByPhrase({ phrase: toAddressPhrase(address), ...range });
}

const selectByPhrase = defineStatement(
  (
    _dialect,
    { phrase, after, limit }: { readonly phrase: string; readonly after: number; readonly limit: number },
  ) => sql<CandidateRow>`
    SELECT sequence, id, reference, received_at, enquiries.content, state
    FROM enquiry_words CROSS JOIN enquiries ON sequence = enquiry_words.rowid JOIN mails ON mails.enquiry = sequence
    WHERE enquiry_words MATCH ${phrase} AND enquiry_words.rowid > ${after}
    ORDER BY enquiry_words.rowid LIMIT ${limit}`,
);

/**
 * Returns an address as one quoted phrase of FTS5, without any other syntax. A phrase without a word matches
 * nothing.
 */
function toAddressPhrase(address: string): string {
  return `"${address.replaceAll('"', '""').replaceAll('\0', '')}"`;
}
