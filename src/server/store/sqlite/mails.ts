import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DueMail, MailAttempt, MailContent } from '../mail-queue.ts';
import type { ResendOutcome } from '../store.ts';
import { prepareAttachedPhotos } from './photos.ts';

/** The mails-to-be-sent. `noteAttempt` and `resend` are to be called within a transaction. */
export interface Mails {
  due(request: { readonly now: number; readonly limit: number }): readonly DueMail[];
  nextDueAt(request: { readonly after: number }): number | undefined;
  noteAttempt(attempt: MailAttempt): void;
  resend(request: { readonly id: string; readonly now: number }): ResendOutcome;
}

/** A mail waits for its photos: what goes out is the same at every attempt. */
const arePhotosReencoded = `NOT EXISTS (
  SELECT 1 FROM enquiry_photos JOIN photos USING (path)
  WHERE enquiry_photos.enquiry = mails.enquiry AND photos.state = 'stored'
)`;

/** Prepares the statements of the table `mails`. */
export function prepareMails(db: DatabaseSync): Mails {
  const selectDue = db.prepare(
    `SELECT id, reference, received_at, recipient, mails.content, tries
     FROM mails JOIN enquiries ON sequence = enquiry
     WHERE state = 'waiting' AND due_at <= ? AND ${arePhotosReencoded} ORDER BY due_at, enquiry LIMIT ?`,
  );
  const attachedPhotos = prepareAttachedPhotos(db);
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
        .map((due) => (due.mail.content.photos ? { ...due, photos: attachedPhotos(due.enquiryId) } : due)),
    nextDueAt: ({ after }) => {
      const dueAt = selectNext.get(after)?.due_at;
      return typeof dueAt === 'number' ? dueAt : undefined;
    },
    noteAttempt: (attempt) => {
      const dueAt = attempt.state === 'waiting' ? attempt.dueAt : null;
      const reason = attempt.state === 'sent' ? null : attempt.reason;
      update.run(attempt.state, dueAt, reason, attempt.enquiryId);
    },
    resend: prepareResend(db),
  };
}

function prepareResend(db: DatabaseSync): Mails['resend'] {
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
