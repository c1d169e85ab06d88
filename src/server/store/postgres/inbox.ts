import { sql } from 'kysely';
import type { InboxEnquiry } from '../inbox-entry.ts';
import { readEnquiryContent } from '../stored-enquiry.ts';
import {
  applyHandlingChange,
  type InboxEnquiryRow,
  toEnquiryEvent,
  toInboxEnquiry,
  toMailTry,
  toReceiptRecord,
} from '../stored-inbox.ts';
import { readMailContent } from '../stored-mail.ts';
import type { PostgresCalls } from './calls.ts';
import { hasIdOrReference } from './columns.ts';
import type { Database } from './connect.ts';
import { recordEnquiryEvent } from './enquiry-events.ts';
import { postgresInboxColumns } from './find-enquiries.ts';
import { lockMail, queueMailAgain } from './mails.ts';

/**
 * The calls of the inbox. The pulse contains the highest committed numbers. A lower number that is committed
 * later is reported with the next change.
 */
export const postgresInboxCalls: PostgresCalls<
  | 'inboxPulse'
  | 'findInboxChange'
  | 'enquiryDetails'
  | 'handleEnquiry'
  | 'commentOnEnquiry'
  | 'forwardEnquiry'
> = {
  /** Returns the numbers of the latest enquiry, event, mail try and erasure in the audit log; 0 for none. */
  async inboxPulse(db) {
    const { rows } = await sql<Record<'enquiry' | 'event' | 'try' | 'erasure', number>>`
      SELECT coalesce((SELECT max(sequence) FROM enquiries), 0) AS enquiry,
        coalesce((SELECT max(number) FROM enquiry_events), 0) AS event,
        coalesce((SELECT max(number) FROM mail_tries), 0) AS try,
        greatest(${selectLastNumber('erased')}, ${selectLastNumber('enquiry-erased')}, ${selectLastNumber('suspected-erased')},
          ${selectLastNumber('retention-applied')}, 0) AS erasure`.execute(db);
    return rows[0] ?? { enquiry: 0, event: 0, try: 0, erasure: 0 };
  },
  /**
   * Returns the number of the latest enquiry within a scope that has changed since a pulse; undefined if
   * there is none.
   */
  async findInboxChange(db, { since, within: { types, sites } }) {
    const { rows } = await sql<{ latest: number | null }>`
      SELECT max(sequence) AS latest FROM enquiries WHERE sequence IN (
        SELECT sequence FROM enquiries WHERE sequence > ${since.enquiry}
        UNION ALL SELECT enquiry FROM enquiry_events WHERE number > ${since.event}
        UNION ALL SELECT enquiry FROM mail_tries WHERE number > ${since.try}
      ) AND ${types ? sql`type = ANY (${[...types]}::text[])` : sql`true`}
        AND ${sites ? sql`site = ANY (${[...sites]}::text[])` : sql`true`}`.execute(db);
    return rows[0]?.latest ?? undefined;
  },
  /**
   * Returns everything that is stored about an enquiry, by its id or reference; undefined if there is none.
   * Tries and events come in their order.
   */
  async enquiryDetails(db, id) {
    const row = await findDetailsRow(db, id);
    if (!row) return undefined;
    const { notes, formHash } = readEnquiryContent(row.content);
    const content = readMailContent(row.mail);
    const enquiry = toInboxEnquiry(row);
    /** Selects the rows of this enquiry in a table, unsorted. */
    const selectOfEnquiry = <Table extends 'receipts' | 'mail_tries' | 'enquiry_events'>(table: Table) =>
      sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)} WHERE enquiry = ${enquiry.sequence}`;
    const { rows: receipts } = await selectOfEnquiry('receipts').execute(db);
    const { rows: tries } = await sql<
      Record<string, unknown>
    >`${selectOfEnquiry('mail_tries')} ORDER BY number`.execute(db);
    const { rows: events } = await sql<
      Record<string, unknown>
    >`${selectOfEnquiry('enquiry_events')} ORDER BY number`.execute(db);
    const [receipt] = receipts.map(toReceiptRecord);
    return {
      enquiry,
      notes,
      formHash,
      ...(receipt && { receipt }),
      ...(content && { content }),
      tries: tries.map(toMailTry),
      ...(row.state === 'waiting' && row.due_at !== null && { dueAt: row.due_at }),
      events: events.map(toEnquiryEvent),
    };
  },
  /**
   * Changes the handling state or the assignee of an enquiry, and records an event for each change. Returns
   * `changed`, and does nothing, if they differ from those that the person saw; `unknown` without an enquiry.
   */
  async handleEnquiry(db, change) {
    await sql`SELECT FROM enquiries WHERE ${hasIdOrReference(change.id)} FOR UPDATE`.execute(db);
    const enquiry = await findEnquiry(db, change.id);
    if (!enquiry) return { kind: 'unknown' };
    const outcome = applyHandlingChange(enquiry, change);
    if (!outcome) return { kind: 'changed', enquiry };
    const { handling, assignee, events } = outcome;
    for (const event of events)
      await recordEnquiryEvent(db, enquiry.sequence, { at: change.now, by: change.by, ...event });
    await db
      .updateTable('enquiries')
      .set({ handling, assignee })
      .where('sequence', '=', enquiry.sequence)
      .execute();
    return { kind: 'done', enquiry: (await findEnquiry(db, change.id)) ?? enquiry };
  },
  /** Records a comment among the events of an enquiry. Returns false if the enquiry is unknown. */
  async commentOnEnquiry(db, { id, by, now, text }) {
    // Locked, so that nobody erases the enquiry before the comment is stored.
    const { rows } = await sql<{ sequence: number }>`
      SELECT sequence FROM enquiries WHERE ${hasIdOrReference(id)} FOR KEY SHARE`.execute(db);
    const [row] = rows;
    if (row) await recordEnquiryEvent(db, row.sequence, { at: now, by, kind: 'noted', text });
    return row !== undefined;
  },
  /**
   * Queues the mail of an enquiry to another office's address with the new notice at the top, sets the
   * office, and records an event. Returns the outcome of `queueMailAgain`; unless it is `queued`, nothing is
   * changed.
   */
  async forwardEnquiry(db, request) {
    const row = await lockMail(db, request.id);
    const enquiry = await findEnquiry(db, request.id);
    const outcome = await queueMailAgain(db, row, request);
    if (!row || !enquiry || outcome.kind !== 'queued') return outcome;
    const { office, notice, by, now: at } = request;
    await db
      .updateTable('enquiries')
      .set({ forwarded_to: String(office) })
      .where('sequence', '=', row.enquiry)
      .execute();
    const worded = readMailContent(row.content);
    if (worded) {
      const { notice: _before, ...content } = worded;
      await db
        .updateTable('mails')
        .set({ content: JSON.stringify({ ...content, ...(notice && { notice }) }) })
        .where('enquiry', '=', row.enquiry)
        .execute();
    }
    const from = enquiry.forwardedTo ?? enquiry.office;
    await recordEnquiryEvent(db, row.enquiry, { at, by, kind: 'forwarded', office, from, to: outcome.to });
    return outcome;
  },
};

/**
 * Selects the number of the last audit entry of an action; NULL if there is none. Uses the index of actions.
 */
function selectLastNumber(action: 'erased' | 'enquiry-erased' | 'suspected-erased' | 'retention-applied') {
  return sql`(SELECT max(number) FROM audit WHERE action = ${sql.lit(action)})`;
}

/** The row of an enquiry with the due time and the JSON content of its mail. */
type DetailsRow = InboxEnquiryRow & { readonly due_at: number | null; readonly mail: string | null };

/** Returns the row of an enquiry by its id or reference; undefined if there is none. */
async function findDetailsRow(db: Database, id: string): Promise<DetailsRow | undefined> {
  const { rows } = await sql<DetailsRow>`SELECT ${postgresInboxColumns}, due_at, mails.content AS mail
    FROM enquiries JOIN mails ON mails.enquiry = sequence WHERE ${hasIdOrReference(id)}`.execute(db);
  return rows[0];
}

/** Returns an enquiry by its id or reference; undefined if there is none. */
async function findEnquiry(db: Database, id: string): Promise<InboxEnquiry | undefined> {
  const row = await findDetailsRow(db, id);
  return row && toInboxEnquiry(row);
}
