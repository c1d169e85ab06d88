import type { DatabaseSync } from 'node:sqlite';
import type { InboxEnquiry } from '../inbox-entry.ts';
import type { SyncCalls } from '../store.ts';
import { readEnquiryContent } from '../stored-enquiry.ts';
import { applyHandlingChange, toEnquiryEvent, toInboxEnquiry, toMailTry } from '../stored-inbox.ts';
import { readMailContent } from '../stored-mail.ts';
import type { RecordEvent } from './enquiry-events.ts';
import { inboxEnquiryColumns, prepareFindEnquiries } from './find-enquiries.ts';
import type { Mails } from './mails.ts';
import type { Receipts } from './receipts.ts';

type InboxCalls = Pick<
  SyncCalls,
  | 'findEnquiries'
  | 'countEnquiries'
  | 'inboxPulse'
  | 'findInboxChange'
  | 'enquiryDetails'
  | 'handleEnquiry'
  | 'commentOnEnquiry'
  | 'forwardEnquiry'
>;

/**
 * Prepares the calls of the inbox. Calls that write must run within a transaction.
 * @param note Adds an event to the history of an enquiry.
 */
export function prepareInbox(
  db: DatabaseSync,
  {
    mails,
    receipts,
    note,
  }: {
    readonly mails: Pick<Mails, 'forward'>;
    readonly receipts: Pick<Receipts, 'find'>;
    readonly note: RecordEvent;
  },
): InboxCalls {
  const select = db.prepare(
    `SELECT ${inboxEnquiryColumns}, due_at, mails.content AS mail FROM enquiries JOIN mails ON enquiry = sequence WHERE id = ?1 OR reference = ?1`,
  );
  const pulse = db.prepare(
    `SELECT (SELECT max(sequence) FROM enquiries) AS enquiry, (SELECT max(number) FROM enquiry_events) AS event,
       (SELECT max(number) FROM mail_tries) AS try,
       (SELECT max(number) FROM audit WHERE action IN ('erased', 'enquiry-erased', 'suspected-erased', 'retention-applied')) AS erasure`,
  );
  const change = db.prepare(
    `SELECT max(sequence) AS latest FROM enquiries WHERE sequence IN (
       SELECT sequence FROM enquiries WHERE sequence > ?1
       UNION ALL SELECT enquiry FROM enquiry_events WHERE number > ?2
       UNION ALL SELECT enquiry FROM mail_tries WHERE number > ?3
     ) AND (?4 IS NULL OR +type IN (SELECT value FROM json_each(?4)))
       AND (?5 IS NULL OR +site IN (SELECT value FROM json_each(?5)))`,
  );
  const tries = db.prepare(
    'SELECT at, recipient, outcome, reason FROM mail_tries WHERE enquiry = ? ORDER BY number',
  );
  const events = db.prepare('SELECT number, content FROM enquiry_events WHERE enquiry = ? ORDER BY number');
  /** Returns an enquiry by its id or reference; undefined if it is unknown. */
  const findEnquiry = (id: string) => {
    const row = select.get(id);
    return row && toInboxEnquiry(row);
  };
  return {
    ...prepareFindEnquiries(db),
    /** Returns the numbers of the latest enquiry, event, mail try and erasure; 0 where there is none. */
    inboxPulse: () => {
      const { enquiry, event, try: last, erasure } = pulse.get() ?? {};
      return {
        enquiry: Number(enquiry ?? 0),
        event: Number(event ?? 0),
        try: Number(last ?? 0),
        erasure: Number(erasure ?? 0),
      };
    },
    /**
     * Returns the number of the latest enquiry within a scope that has changed since a pulse; undefined if
     * there is none.
     */
    findInboxChange: ({ since, within: { types, sites } }) => {
      const limits = [types, sites].map((limit) => (limit ? JSON.stringify(limit) : null));
      const latest = change.get(since.enquiry, since.event, since.try, ...limits)?.latest;
      return typeof latest === 'number' ? latest : undefined;
    },
    /**
     * Returns an enquiry with everything that is stored about it, by its id or reference; undefined if it is
     * unknown.
     */
    enquiryDetails: (id) => {
      const row = select.get(id);
      if (!row) return undefined;
      const { notes, formHash } = readEnquiryContent(row.content);
      const content = readMailContent(row.mail);
      const enquiry = toInboxEnquiry(row);
      const receipt = receipts.find(enquiry.sequence);
      return {
        enquiry,
        notes,
        formHash,
        ...(receipt && { receipt }),
        ...(content && { content }),
        tries: tries.all(enquiry.sequence).map(toMailTry),
        ...(row.state === 'waiting' && typeof row.due_at === 'number' && { dueAt: row.due_at }),
        events: events.all(enquiry.sequence).map(toEnquiryEvent),
      };
    },
    handleEnquiry: prepareHandleEnquiry(db, { findEnquiry, note }),
    /** Adds a person's comment to an enquiry. Returns false if the enquiry is unknown. */
    commentOnEnquiry: ({ id, by, now, text }) => {
      const enquiry = findEnquiry(id);
      if (enquiry) note(enquiry.sequence, { at: now, by, kind: 'noted', text });
      return enquiry !== undefined;
    },
    /**
     * Queues the mail of an enquiry to the address of another office, and returns the result of that. Records
     * it among the enquiry's events only if the mail was queued.
     */
    forwardEnquiry: (request) => {
      const enquiry = findEnquiry(request.id);
      const outcome = mails.forward(request);
      if (enquiry && outcome.kind === 'queued') {
        const { office, by, now } = request;
        const from = enquiry.forwardedTo ?? enquiry.office;
        note(enquiry.sequence, { at: now, by, kind: 'forwarded', office, from, to: outcome.to });
      }
      return outcome;
    },
  };
}

/**
 * Returns the call that changes the handling state or assignee of an enquiry and records events about it. The
 * call returns `done` with the changed enquiry; `unknown` if there is none with this id or reference; or
 * `changed` with the current enquiry, and does nothing, if somebody has changed them since they were seen.
 */
function prepareHandleEnquiry(
  db: DatabaseSync,
  {
    findEnquiry,
    note,
  }: { readonly findEnquiry: (id: string) => InboxEnquiry | undefined; readonly note: RecordEvent },
): InboxCalls['handleEnquiry'] {
  const update = db.prepare('UPDATE enquiries SET handling = ?, assignee = ? WHERE sequence = ?');
  return (change) => {
    const enquiry = findEnquiry(change.id);
    if (!enquiry) return { kind: 'unknown' };
    const outcome = applyHandlingChange(enquiry, change);
    if (!outcome) return { kind: 'changed', enquiry };
    const { now: at, by } = change;
    for (const event of outcome.events) note(enquiry.sequence, { at, by, ...event });
    update.run(outcome.handling, outcome.assignee, enquiry.sequence);
    return { kind: 'done', enquiry: findEnquiry(change.id) ?? enquiry };
  };
}
