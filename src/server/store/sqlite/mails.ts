import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DueMail, DueRequest, MailAttempt } from '../records/mail-queue.ts';
import { readMailContent } from '../records/stored-mail.ts';
import { loadAttachedPhotos } from '../repositories/photos.ts';
import type { RunSteps } from './run-steps.ts';

/** The queue of mails. Functions that change it must run within a transaction. */
export interface Mails {
  /**
   * Returns at most `limit` mails to send now, those that have been due longest first, with their photos: at
   * most `perRecipient` for each address, and none of `except`. Does not claim them. Mails whose photos are
   * still to be re-encoded are left out until they were queued for `photosWaitMs`.
   */
  due(request: DueRequest): readonly DueMail[];
  /** Returns the due time of the next mail that is due later than `after`; undefined if there is none. */
  nextDueAt(request: { readonly after: number }): number | undefined;
  /**
   * Records one try and the new state of the mail. If the mail was queued again or to another address
   * meanwhile, only the try is recorded. Returns false, and records nothing, if the enquiry was erased
   * meanwhile.
   */
  recordAttempt(attempt: MailAttempt): boolean;
}

/**
 * A condition that is true of a mail that need not wait for photos: none of its enquiry is still to be
 * re-encoded, or it was queued at the time `?` or earlier. A server of an older version on the same data
 * folder does not set `queued_at`.
 */
const arePhotosReencoded = `(coalesce(mails.queued_at, received_at) <= ? OR NOT EXISTS (
  SELECT 1 FROM enquiry_photos JOIN photos USING (path)
  WHERE enquiry_photos.enquiry = mails.enquiry AND photos.state = 'stored' AND fault IS NULL
))`;

/** Prepares the statements that find due mails and record tries to send them. */
export function prepareMails(db: DatabaseSync, runSteps: RunSteps): Mails {
  const addresses = prepareAddresses(db);
  return {
    due: prepareDueMails(db, { addresses, runSteps }),
    nextDueAt: prepareNextDueAt(db, addresses),
    recordAttempt: prepareRecordAttempt(db),
  };
}

/**
 * A function that yields the address of every recipient with waiting mails, in ascending order. Each address
 * is found by one step in the index `mails_due`, so many mails for one address do not slow down the search
 * for others.
 */
type Addresses = () => Generator<string>;

/** Prepares the statement of `Addresses`, and returns the function. */
function prepareAddresses(db: DatabaseSync): Addresses {
  const select = db.prepare(
    `SELECT min(recipient) AS address FROM mails WHERE state = 'waiting' AND recipient > ?`,
  );
  /** Returns the next address after this one; null if there is none. */
  const findNextAddress = (address: string) => select.get(address)?.address;
  return function* () {
    for (let address = findNextAddress(''); typeof address === 'string'; address = findNextAddress(address))
      yield address;
  };
}

function prepareNextDueAt(db: DatabaseSync, addresses: Addresses): Mails['nextDueAt'] {
  const select = db.prepare(
    `SELECT min(due_at) AS due_at FROM mails WHERE state = 'waiting' AND recipient = ? AND due_at > ?`,
  );
  return ({ after }) => {
    let next: number | undefined;
    for (const address of addresses()) {
      const dueAt = select.get(address, after)?.due_at;
      if (typeof dueAt === 'number') next = Math.min(dueAt, next ?? dueAt);
    }
    return next;
  };
}

function prepareDueMails(
  db: DatabaseSync,
  { addresses, runSteps }: { readonly addresses: Addresses; readonly runSteps: RunSteps },
): Mails['due'] {
  const selectFirst = db.prepare(
    `SELECT enquiry, id, due_at FROM mails JOIN enquiries ON sequence = enquiry
     WHERE state = 'waiting' AND recipient = ? AND due_at <= ? AND ${arePhotosReencoded}
     ORDER BY due_at, enquiry`,
  );
  const select = db.prepare(
    `SELECT id, reference, received_at, recipient, fallback, refused_by, mails.content, tries, queued_at
     FROM mails JOIN enquiries ON sequence = enquiry WHERE enquiry = ?`,
  );
  return ({
    now,
    limit,
    perRecipient = limit,
    photosWaitMs = Number.POSITIVE_INFINITY,
    except: { recipients, enquiryIds } = { recipients: [], enquiryIds: [] },
  }) => {
    const queuedBefore = Math.max(0, now - photosWaitMs);
    const most = Math.min(perRecipient, limit);
    /**
     * Returns number and due time of the mails to one address that have been due longest: at most `most`,
     * without those of `enquiryIds`.
     */
    function findFirstDue(address: string) {
      const first: { readonly enquiry: number; readonly dueAt: number }[] = [];
      for (const { id, enquiry, due_at: dueAt } of selectFirst.iterate(address, now, queuedBefore)) {
        if (first.length === most) break;
        if (!enquiryIds.includes(String(id))) first.push({ enquiry: Number(enquiry), dueAt: Number(dueAt) });
      }
      return first;
    }
    return [...addresses()]
      .filter((address) => !recipients.includes(address))
      .flatMap(findFirstDue)
      .sort((one, other) => one.dueAt - other.dueAt || one.enquiry - other.enquiry)
      .slice(0, limit)
      .flatMap(({ enquiry }) => select.all(enquiry))
      .map(toDueMail)
      .map((due) =>
        due.content?.photos ? { ...due, photos: runSteps(loadAttachedPhotos(due.enquiryId)) } : due,
      );
  };
}

function prepareRecordAttempt(db: DatabaseSync): Mails['recordAttempt'] {
  const ofEnquiry = 'enquiry = (SELECT sequence FROM enquiries WHERE id = ?)';
  const update = db.prepare(
    `UPDATE mails SET state = ?, due_at = ?, reason = ?, attempts = attempts + 1, tries = tries + 1 WHERE ${ofEnquiry}`,
  );
  const redirect = db.prepare(
    `UPDATE mails SET refused_by = recipient, recipient = fallback, fallback = NULL, due_at = ?, reason = ?,
       attempts = attempts + 1, tries = 0
     WHERE ${ofEnquiry}`,
  );
  const select = db.prepare(`SELECT enquiry, recipient, queued_at FROM mails WHERE ${ofEnquiry}`);
  const insertTry = db.prepare(
    'INSERT INTO mail_tries (enquiry, at, recipient, outcome, reason) VALUES (?, ?, ?, ?, ?)',
  );
  return (attempt) => {
    const { enquiry = null, recipient = null, queued_at: queuedAt } = select.get(attempt.enquiryId) ?? {};
    if (enquiry === null) return false;
    const { at, state, of } = attempt;
    insertTry.run(enquiry, at, of?.to ?? recipient, state, 'reason' in attempt ? attempt.reason : null);
    if (of && (of.to !== recipient || (of.queuedAt ?? null) !== queuedAt)) return true;
    if (attempt.state === 'redirected') {
      return redirect.run(attempt.dueAt, attempt.reason, attempt.enquiryId).changes > 0;
    }
    const dueAt = attempt.state === 'waiting' ? attempt.dueAt : null;
    const reason = attempt.state === 'sent' ? null : attempt.reason;
    return update.run(attempt.state, dueAt, reason, attempt.enquiryId).changes > 0;
  };
}

/** Converts a row to a due mail without photos. `content` is absent if it is damaged. */
function toDueMail(row: Record<string, SQLOutputValue>): DueMail {
  const { id, reference, received_at, recipient, fallback, refused_by, tries, queued_at } = row;
  const content = readMailContent(row.content);
  return {
    enquiryId: String(id),
    reference: String(reference),
    receivedAt: Number(received_at),
    to: String(recipient),
    fallback: typeof fallback === 'string' ? fallback : null,
    refusedBy: typeof refused_by === 'string' ? refused_by : null,
    ...(content && { content }),
    tries: Number(tries),
    ...(typeof queued_at === 'number' && { queuedAt: queued_at }),
  };
}
