import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DeskEnquiry, EnquiryEvent, HandlingChange, MailTry } from '../desk-entry.ts';
import type { SyncCalls } from '../store.ts';
import { readContent } from '../stored-enquiry.ts';
import type { NoteEvent } from './enquiry-events.ts';
import { deskColumns, prepareFinding, toDeskEnquiry } from './find-enquiries.ts';
import { type Mails, readMailContent } from './mails.ts';
import type { Receipts } from './receipts.ts';

type DeskCalls = Pick<
  SyncCalls,
  | 'findEnquiries'
  | 'countEnquiries'
  | 'deskPulse'
  | 'deskChange'
  | 'deskFile'
  | 'handleEnquiry'
  | 'noteOnEnquiry'
  | 'forwardEnquiry'
>;

/** Prepares the calls of the desk; what writes is to be called within a transaction. */
export function prepareDesk(
  db: DatabaseSync,
  {
    mails,
    receipts,
    note,
  }: {
    readonly mails: Pick<Mails, 'forward'>;
    readonly receipts: Pick<Receipts, 'of'>;
    readonly note: NoteEvent;
  },
): DeskCalls {
  const select = db.prepare(
    `SELECT ${deskColumns}, due_at, mails.content AS mail FROM enquiries JOIN mails ON enquiry = sequence WHERE id = ?1 OR reference = ?1`,
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
  const find = (id: string) => {
    const row = select.get(id);
    return row && toDeskEnquiry(row);
  };
  return {
    ...prepareFinding(db),
    deskPulse: () => {
      const { enquiry, event, try: last, erasure } = pulse.get() ?? {};
      return {
        ...{ enquiry: Number(enquiry ?? 0), event: Number(event ?? 0) },
        ...{ try: Number(last ?? 0), erasure: Number(erasure ?? 0) },
      };
    },
    deskChange: ({ since, within: { types, sites } }) => {
      const limits = [types, sites].map((limit) => (limit ? JSON.stringify(limit) : null));
      const latest = change.get(since.enquiry, since.event, since.try, ...limits)?.latest;
      return typeof latest === 'number' ? latest : undefined;
    },
    deskFile: (id) => {
      const row = select.get(id);
      if (!row) return undefined;
      const { notes, formHash } = readContent(row.content);
      const enquiry = toDeskEnquiry(row);
      const receipt = receipts.of(enquiry.sequence);
      return {
        ...{ enquiry, notes, formHash },
        ...(receipt && { receipt }),
        ...(row.mail !== null && { content: readMailContent(row.mail) }),
        tries: tries.all(enquiry.sequence).map(toTry),
        ...(row.state === 'waiting' && typeof row.due_at === 'number' && { dueAt: row.due_at }),
        events: events.all(enquiry.sequence).map(toEvent),
      };
    },
    handleEnquiry: prepareHandling(db, { find, note }),
    noteOnEnquiry: ({ id, by, now, text }) => {
      const enquiry = find(id);
      if (enquiry) note(enquiry.sequence, { at: now, by, kind: 'noted', text });
      return enquiry !== undefined;
    },
    forwardEnquiry: (request) => {
      const enquiry = find(request.id);
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

function prepareHandling(
  db: DatabaseSync,
  { find, note }: { readonly find: (id: string) => DeskEnquiry | undefined; readonly note: NoteEvent },
): DeskCalls['handleEnquiry'] {
  const update = db.prepare('UPDATE enquiries SET handling = ?, assignee = ? WHERE sequence = ?');
  return (change) => {
    const enquiry = find(change.id);
    if (!enquiry) return { kind: 'unknown' };
    if (isOutdated(enquiry, change)) return { kind: 'changed', enquiry };
    const { now: at, by } = change;
    const { handling = enquiry.handling, assignee } = change;
    const to = assignee === undefined ? enquiry.assignee : assignee?.id;
    if (handling !== enquiry.handling)
      note(enquiry.sequence, { at, by, kind: 'handled', from: enquiry.handling, to: handling });
    if (to !== enquiry.assignee)
      note(enquiry.sequence, { at, by, kind: 'assigned', ...(assignee && { to: assignee }) });
    update.run(handling, to ?? null, enquiry.sequence);
    return { kind: 'done', enquiry: find(change.id) ?? enquiry };
  };
}

function isOutdated(enquiry: DeskEnquiry, { seen }: HandlingChange): boolean {
  return seen !== undefined && (seen.handling !== enquiry.handling || seen.assignee !== enquiry.assignee);
}

function toTry({ at, recipient, outcome, reason }: Record<string, SQLOutputValue>): MailTry {
  return {
    at: Number(at),
    to: String(recipient),
    // The table's CHECK lets no other text in.
    outcome: outcome as MailTry['outcome'],
    ...(typeof reason === 'string' && { reason }),
  };
}

function toEvent({ number, content }: Record<string, SQLOutputValue>): EnquiryEvent {
  // Only `NoteEvent` writes this column.
  return { number: Number(number), ...JSON.parse(String(content)) };
}
