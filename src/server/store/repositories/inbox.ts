import { sql } from 'kysely';
import type { CampaignCount, CampaignQuery, InboxEnquiry, InboxPulse } from '../records/inbox-entry.ts';
import { readEnquiryContent } from '../records/stored-enquiry.ts';
import {
  applyHandlingChange,
  lastReplyState,
  toEnquiryEvent,
  toInboxEnquiry,
  toMailTry,
  toReceiptRecord,
} from '../records/stored-inbox.ts';
import { readMailContent } from '../records/stored-mail.ts';
import { hasIdOrReference } from './columns.ts';
import { fetchEnquiryEvents, recordEnquiryEvent } from './enquiry-events.ts';
import { lockMail, queueMailAgain } from './mail-queueing.ts';
import { addNotificationEvent } from './notifications.ts';
import { fetchReplies } from './replies.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository, type Steps } from './statement.ts';

/**
 * The calls of the inbox, but for finding and counting, which depend on the database's full-text index. The
 * pulse contains the highest committed numbers. A lower number that is committed later is reported with the
 * next change.
 */
export const inboxRepository: Repository<
  | 'countCampaigns'
  | 'inboxPulse'
  | 'findInboxChange'
  | 'enquiryDetails'
  | 'handleEnquiry'
  | 'commentOnEnquiry'
  | 'forwardEnquiry'
> = {
  /** Counts the enquiries of each campaign, without suspected ones. */
  *countCampaigns(query) {
    const rows = yield* fetchAll(selectCampaigns(query));
    return rows.map(({ name, count }) => ({ name, count: Number(count) }));
  },
  /**
   * Returns the numbers of the latest enquiry, event, mail try and erasure in the audit log, and the time of
   * the latest change of a reply; 0 for none. PostgreSQL may show a lower number later, which a list then has
   * when it is read next: waiting for all older transactions would stop the inbox during a long one.
   */
  *inboxPulse() {
    const { enquiry, event, try: last, erasure, reply } = (yield* fetchFirst(selectPulse())) ?? {};
    return {
      enquiry: enquiry ?? 0,
      event: event ?? 0,
      try: last ?? 0,
      erasure: erasure ?? 0,
      reply: reply ?? 0,
    };
  },
  /**
   * Returns the number of the latest enquiry within a scope that has changed since a pulse; undefined if
   * there is none.
   */
  *findInboxChange({ since, within }) {
    const { enquiry, event, try: last, reply } = since;
    const row = yield* fetchFirst(selectChange({ enquiry, event, last, reply, ...within }));
    return row?.latest ?? undefined;
  },
  /**
   * Returns everything that is stored about an enquiry, by its id or reference; undefined if there is none.
   * Tries and events come in their order.
   */
  *enquiryDetails(id) {
    const row = yield* fetchFirst(selectDetails({ id }));
    if (!row) return undefined;
    const { notes, formHash, isCounted } = readEnquiryContent(row.content);
    const content = readMailContent(row.mail);
    const { sequence } = row;
    const receipt = yield* fetchFirst(selectReceipt({ sequence }));
    return {
      enquiry: toInboxEnquiry(row),
      notes,
      formHash,
      ...(isCounted && { isCounted }),
      ...(receipt && { receipt: toReceiptRecord(receipt) }),
      replies: yield* fetchReplies(sequence),
      ...(content && { content }),
      tries: (yield* fetchAll(selectTries({ sequence }))).map(toMailTry),
      ...(row.state === 'waiting' && row.due_at !== null && { dueAt: row.due_at }),
      events: (yield* fetchEnquiryEvents(sequence)).map(toEnquiryEvent),
    };
  },
  /**
   * Changes the handling state or the assignee of an enquiry, and records an event for each change. Returns
   * `changed`, and does nothing, if they differ from those that the person saw; `unknown` without an enquiry.
   */
  *handleEnquiry(change) {
    const enquiry = yield* lockEnquiry(change.id);
    if (!enquiry) return { kind: 'unknown' };
    const outcome = applyHandlingChange(enquiry, change);
    if (!outcome) return { kind: 'changed', enquiry };
    const { handling, assignee, events } = outcome;
    const { sequence } = enquiry;
    for (const event of events)
      yield* recordEnquiryEvent(sequence, { at: change.now, by: change.by, ...event });
    if (assignee !== null && assignee !== (enquiry.assignee ?? null))
      yield* addNotificationEvent({
        enquiry: sequence,
        kind: 'assigned',
        at: change.now,
        by: change.by?.id,
      });
    yield* execute(setHandling({ sequence, handling, assignee }));
    return { kind: 'done', enquiry: (yield* findEnquiry(change.id)) ?? enquiry };
  },
  /** Records a comment among the events of an enquiry. Returns false if the enquiry is unknown. */
  *commentOnEnquiry({ id, by, now, text }) {
    const row = yield* fetchFirst(selectWithoutErasure({ id }));
    if (row) yield* recordEnquiryEvent(row.sequence, { at: now, by, kind: 'noted', text });
    return row !== undefined;
  },
  /**
   * Queues the mail of an enquiry to another office's address with the new notice at the top, sets the
   * office, and records an event. Returns the outcome of `queueMailAgain`; unless it is `queued`, nothing is
   * changed.
   */
  *forwardEnquiry(request) {
    const row = yield* lockMail(request.id);
    const enquiry = yield* findEnquiry(request.id);
    const outcome = yield* queueMailAgain(row, request);
    if (!row || !enquiry || outcome.kind !== 'queued') return outcome;
    const { sequence } = enquiry;
    const { office, notice, by, now: at } = request;
    yield* execute(setOffice({ sequence, office: String(office) }));
    const { notice: _before, ...unnoticed } = readMailContent(row.content) ?? {};
    const content = JSON.stringify({ ...unnoticed, ...(notice && { notice }) });
    yield* execute(setMailContent({ sequence, content }));
    const from = enquiry.forwardedTo ?? enquiry.office;
    yield* recordEnquiryEvent(sequence, { at, by, kind: 'forwarded', office, from, to: outcome.to });
    yield* addNotificationEvent({ enquiry: sequence, kind: 'forwarded', at, by: by?.id });
    return outcome;
  },
};

/** Each number is found by one step in an index. */
const selectPulse = defineStatement(
  () => sql<{ readonly [Name in keyof InboxPulse]: number | null }>`
    SELECT (SELECT max(sequence) FROM enquiries) AS enquiry, (SELECT max(number) FROM enquiry_events) AS event,
      (SELECT max(number) FROM mail_tries) AS try, (SELECT max(number) FROM (
        SELECT max(number) AS number FROM audit WHERE action = 'erased'
        UNION ALL SELECT max(number) FROM audit WHERE action = 'enquiry-erased'
        UNION ALL SELECT max(number) FROM audit WHERE action = 'suspected-erased'
        UNION ALL SELECT max(number) FROM audit WHERE action = 'retention-applied') AS erasures) AS erasure,
      (SELECT max(changed_at) FROM replies) AS reply`,
);

/** The latest numbers that are known, and the types and sites of a scope; absent ones limit nothing. */
interface ChangeQuery {
  readonly enquiry: number;
  readonly event: number;
  readonly last: number;
  readonly reply: number;
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
}

/** The changed enquiries are few, so the indexes of type and site are not used for them (`|| ''`). */
const selectChange = defineStatement(
  ({ isInList }, { enquiry, event, last, reply, types, sites }: ChangeQuery) => sql<{
    readonly latest: number | null;
  }>`
    SELECT max(sequence) AS latest FROM enquiries WHERE sequence IN (
      SELECT sequence FROM enquiries WHERE sequence > ${enquiry}
      UNION ALL SELECT enquiry FROM enquiry_events WHERE number > ${event}
      UNION ALL SELECT enquiry FROM mail_tries WHERE number > ${last}
      UNION ALL SELECT enquiry FROM replies WHERE changed_at > ${reply}
    ) AND ${types ? isInList(sql<string>`(type || '')`, types, 'text') : sql`true`}
      AND ${sites ? isInList(sql<string>`(site || '')`, sites, 'text') : sql`true`}`,
);

const selectDetails = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db
    .selectFrom('enquiries')
    .innerJoin('mails', 'mails.enquiry', 'sequence')
    .select(['sequence', 'id', 'reference', 'received_at', 'enquiries.content', 'handling', 'assignee'])
    .select(['forwarded_to', 'state', 'recipient', 'refused_by', 'attempts', 'reason', 'due_at'])
    .select('mails.content as mail')
    .select(sql.raw<string | null>(lastReplyState).as('reply_state'))
    .where(hasIdOrReference(id)),
);

/** Locks an enquiry until the transaction ends. */
const lock = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.selectFrom('enquiries').select('sequence').where(hasIdOrReference(id)).forUpdate(),
);

/** Locks an enquiry so that nobody erases it before the transaction ends. */
const selectWithoutErasure = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db.selectFrom('enquiries').select('sequence').where(hasIdOrReference(id)).forKeyShare(),
);

const selectReceipt = defineStatement(({ db }, { sequence }: { readonly sequence: number }) =>
  db
    .selectFrom('receipts')
    .select(['state', 'recipient', 'attempts', 'tried_at', 'due_at', 'reason'])
    .where('enquiry', '=', sequence),
);

const selectTries = defineStatement(({ db }, { sequence }: { readonly sequence: number }) =>
  db
    .selectFrom('mail_tries')
    .select(['at', 'recipient', 'outcome', 'reason'])
    .where('enquiry', '=', sequence)
    .orderBy('number'),
);

const setHandling = defineStatement(
  (
    { db },
    {
      sequence,
      handling,
      assignee,
    }: { readonly sequence: number; readonly handling: string; readonly assignee: string | null },
  ) => db.updateTable('enquiries').set({ handling, assignee }).where('sequence', '=', sequence),
);

const setOffice = defineStatement(
  ({ db }, { sequence, office }: { readonly sequence: number; readonly office: string }) =>
    db.updateTable('enquiries').set({ forwarded_to: office }).where('sequence', '=', sequence),
);

const setMailContent = defineStatement(
  ({ db }, { sequence, content }: { readonly sequence: number; readonly content: string }) =>
    db.updateTable('mails').set({ content }).where('enquiry', '=', sequence),
);

/** Returns an enquiry by its id or reference; undefined if there is none. */
function* findEnquiry(id: string): Steps<InboxEnquiry | undefined> {
  const row = yield* fetchFirst(selectDetails({ id }));
  return row && toInboxEnquiry(row);
}

/** Returns an enquiry as `findEnquiry` does, and locks it until the transaction ends. */
function* lockEnquiry(id: string): Steps<InboxEnquiry | undefined> {
  yield* execute(lock({ id }));
  return yield* findEnquiry(id);
}

const selectCampaigns = defineStatement(
  ({ isInList }, { from, until, types, sites, limit }: CampaignQuery) => sql<CampaignCount>`
    SELECT campaign AS name, count(*) AS count FROM enquiries
    WHERE campaign IS NOT NULL
      AND ${from === undefined ? sql`true` : sql`received_at >= ${from}`}
      AND ${until === undefined ? sql`true` : sql`received_at < ${until}`}
      AND ${types ? isInList('type', types, 'text') : sql`true`}
      AND ${sites ? isInList('site', sites, 'text') : sql`true`}
      AND NOT EXISTS (SELECT 1 FROM mails WHERE enquiry = sequence AND state <> 'sent' AND state = 'suspected')
    GROUP BY campaign ORDER BY count DESC, campaign LIMIT ${limit}`,
);
