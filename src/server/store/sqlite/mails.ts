import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { MailContent } from '../../mail/port.ts';
import { prepareClaimed } from '../../photos/records/sqlite-photos.ts';
import type { DueMail, MailSettlement, ResendOutcome } from '../port.ts';

/** The mails-to-be-sent. `settle` and `resend` are to be called within a transaction. */
export interface Mails {
  due(request: { readonly now: number; readonly limit: number }): readonly DueMail[];
  nextDueAt(request: { readonly after: number }): number | undefined;
  settle(settlement: MailSettlement): void;
  resend(request: { readonly id: string; readonly now: number }): ResendOutcome;
}

/** A mail waits for its photos: what goes out is the same at every attempt. */
const arePhotosSettled = `NOT EXISTS (
  SELECT 1 FROM enquiry_photos JOIN photos USING (path)
  WHERE enquiry_photos.enquiry = mails.enquiry AND photos.state = 'stored'
)`;

/** Prepares the statements of the table `mails`. */
export function prepareMails(db: DatabaseSync): Mails {
  const selectDue = db.prepare(
    `SELECT id, reference, received_at, recipient, mails.content, tries
     FROM mails JOIN enquiries ON sequence = enquiry
     WHERE state = 'waiting' AND due_at <= ? AND ${arePhotosSettled} ORDER BY due_at, enquiry LIMIT ?`,
  );
  const claimed = prepareClaimed(db);
  const selectNext = db.prepare(
    `SELECT min(due_at) AS due_at FROM mails WHERE state = 'waiting' AND due_at > ?`,
  );
  const update = db.prepare(
    `UPDATE mails SET state = ?, due_at = ?, reason = ?, attempts = attempts + 1, tries = tries + 1
     WHERE enquiry = (SELECT sequence FROM enquiries WHERE id = ?)`,
  );
  return {
    due: ({ now, limit }) =>
      selectDue
        .all(now, limit)
        .map(toDueMail)
        .map((due) => (due.mail.content.photos ? { ...due, photos: claimed(due.enquiryId) } : due)),
    nextDueAt: ({ after }) => {
      const dueAt = selectNext.get(after)?.due_at;
      return typeof dueAt === 'number' ? dueAt : undefined;
    },
    settle: (settlement) => {
      const dueAt = settlement.state === 'waiting' ? settlement.dueAt : null;
      const reason = settlement.state === 'sent' ? null : settlement.reason;
      update.run(settlement.state, dueAt, reason, settlement.enquiryId);
    },
    resend: resendWith(db),
  };
}

function resendWith(db: DatabaseSync): Mails['resend'] {
  const select = db.prepare(
    'SELECT enquiry, id, reference, recipient FROM enquiries JOIN mails ON enquiry = sequence WHERE id = ?1 OR reference = ?1',
  );
  const queue = db.prepare(`UPDATE mails SET state = 'waiting', due_at = ?, tries = 0 WHERE enquiry = ?`);
  return ({ id, now }) => {
    const row = select.get(id);
    if (!row) return { kind: 'unknown' };
    if (row.recipient === null) return { kind: 'no-recipient' };
    queue.run(now, row.enquiry ?? null);
    return {
      kind: 'queued',
      id: String(row.id),
      reference: String(row.reference),
      to: String(row.recipient),
    };
  };
}

function toDueMail(row: Record<string, SQLOutputValue>): DueMail {
  return {
    enquiryId: String(row.id),
    reference: String(row.reference),
    receivedAt: Number(row.received_at),
    mail: { to: String(row.recipient), content: readContent(row.content) },
    tries: Number(row.tries),
  };
}

/** Only `accept` writes this column, and it writes a `MailContent`. */
function readContent(text: SQLOutputValue | undefined): MailContent {
  return JSON.parse(String(text)) as MailContent;
}
