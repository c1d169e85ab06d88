import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { EnquiryAction } from '../inbox-entry.ts';
import type { DueMail, DueRequest, MailAttempt } from '../mail-queue.ts';
import { loadAttachedPhotos } from '../repositories/photos.ts';
import type { MailFigures, QueueRequest, ResendOutcome, SyncCalls } from '../store.ts';
import { findLastRequeueNumber } from '../stored-inbox.ts';
import { readMailContent } from '../stored-mail.ts';
import { prepareReleaseDeliveries } from './deliveries.ts';
import type { RecordEvent } from './enquiry-events.ts';
import type { RunSteps } from './run-steps.ts';

/** The queue of mails. Functions that change it must run within a transaction. */
export interface Mails extends Pick<SyncCalls, 'resend' | 'release' | 'mailFigures'> {
  /**
   * Queues the mail of an enquiry again, to the address of another office, which is responsible for the
   * enquiry from then on, and replaces the notice in the mail. Records no event.
   */
  forward: SyncCalls['forwardEnquiry'];
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

/**
 * Prepares the statements of the queue of mails.
 * @param note Adds an event to the history of an enquiry.
 */
export function prepareMails(
  db: DatabaseSync,
  { note, runSteps }: { readonly note: RecordEvent; readonly runSteps: RunSteps },
): Mails {
  const addresses = prepareAddresses(db);
  return {
    due: prepareDueMails(db, { addresses, runSteps }),
    nextDueAt: prepareNextDueAt(db, addresses),
    recordAttempt: prepareRecordAttempt(db),
    ...prepareQueueing(db, note),
    mailFigures: prepareMailFigures(db),
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

/**
 * Prepares the calls that queue a mail again, release it or forward it.
 * @param note Adds an event to the history of an enquiry.
 */
function prepareQueueing(db: DatabaseSync, note: RecordEvent): Pick<Mails, 'resend' | 'release' | 'forward'> {
  const select = db.prepare(
    `SELECT enquiry, id, reference, recipient, fallback, state, reason, mails.content
     FROM enquiries JOIN mails ON enquiry = sequence WHERE id = ?1 OR reference = ?1`,
  );
  const setAddresses = db.prepare(
    'UPDATE mails SET recipient = ?, fallback = ?, refused_by = NULL WHERE enquiry = ?',
  );
  const queue = db.prepare(
    `UPDATE mails SET state = 'waiting', queued_at = ?1, due_at = ?1, tries = 0, reason = NULL WHERE enquiry = ?2`,
  );
  const events = db.prepare('SELECT number, content FROM enquiry_events WHERE enquiry = ?');
  // The photos of a suspected enquiry were not re-encoded before.
  const makePhotos = db.prepare(
    `UPDATE photos SET make_at = ? WHERE state = 'stored' AND make_at IS NULL AND fault IS NULL
       AND path IN (SELECT path FROM enquiry_photos WHERE enquiry = ?)`,
  );
  const forward = db.prepare('UPDATE enquiries SET forwarded_to = ? WHERE sequence = ?');
  const setNotice = db.prepare(
    `UPDATE mails SET content = iif(?1 IS NULL, json_remove(content, '$.notice'), json_set(content, '$.notice', json(?1)))
     WHERE enquiry = ?2`,
  );
  const releaseDeliveries = prepareReleaseDeliveries(db);
  const setNoRecipient = db.prepare(
    `UPDATE mails SET state = 'no-recipient', reason = NULL WHERE enquiry = ?`,
  );

  /**
   * Queues a mail, due at once and with a full number of tries, to its recipient or to the new `addresses`,
   * and schedules its photos to be re-encoded if they were not before. Returns `queued` with the address, or
   * `no-recipient`, without any change, if there is no address.
   */
  function queueMail(row: Record<string, SQLOutputValue>, { now, addresses }: QueueRequest) {
    const { enquiry = null, recipient = null } = row;
    const to = addresses ? addresses.to : recipient;
    if (to === null) return { kind: 'no-recipient' } as const;
    if (addresses) setAddresses.run(to, addresses.fallback, enquiry);
    queue.run(now, enquiry);
    makePhotos.run(now, enquiry);
    return { kind: 'queued', id: String(row.id), reference: String(row.reference), to: String(to) } as const;
  }

  /** Adds an action at the time of the request to the history of the enquiry of the row. */
  function recordQueueEvent(
    row: Record<string, SQLOutputValue> | undefined,
    { now, by }: QueueRequest,
    action: EnquiryAction,
  ): void {
    note(Number(row?.enquiry), { at: now, by, ...action });
  }

  /**
   * Queues a mail as `queueMail` does. Does nothing and returns the reason if the row is absent (`unknown`),
   * the mail is suspected, the last event that queued it is not `seen` (`changed`), or it has no readable
   * content (`not-worded`) or no address.
   */
  function queueMailAgain(
    row: Record<string, SQLOutputValue> | undefined,
    request: QueueRequest,
  ): ResendOutcome {
    if (!row) return { kind: 'unknown' };
    if (row.state === 'suspected') return { kind: 'suspected' };
    const { seen } = request;
    if (seen !== undefined && findLastRequeueNumber(events.all(row.enquiry ?? null)) !== seen)
      return { kind: 'changed' };
    return readMailContent(row.content) ? queueMail(row, request) : { kind: 'not-worded' };
  }

  return {
    /**
     * Queues the mail of an enquiry again, if `queueMailAgain` can. Records an event if it was queued.
     * Returns the outcome.
     */
    resend: (request) => {
      const row = select.get(request.id);
      const outcome = queueMailAgain(row, request);
      if (outcome.kind === 'queued') recordQueueEvent(row, request, { kind: 'resent', to: outcome.to });
      return outcome;
    },
    /**
     * Queues a mail again to the address of another office, if `queueMailAgain` can. If it was queued, sets
     * the office and the notice at the top of the mail, or removes the notice if none is given. Returns the
     * outcome.
     */
    forward: (request) => {
      const row = select.get(request.id);
      const outcome = queueMailAgain(row, request);
      if (outcome.kind === 'queued') {
        forward.run(String(request.office), row?.enquiry ?? null);
        setNotice.run(request.notice ? JSON.stringify(request.notice) : null, row?.enquiry ?? null);
      }
      return outcome;
    },
    /**
     * Queues the mail of a suspected enquiry and its deliveries, and records an event. Returns `no-recipient`
     * if the mail has no address: its state is then `no-recipient`, but the deliveries are queued. Returns
     * `not-suspected`, without any change, also if the reason is another one than `only`. Does not change the
     * receipt.
     */
    release: (request) => {
      const row = select.get(request.id);
      if (!row) return { kind: 'unknown' };
      const isOther = request.only !== undefined && row.reason !== request.only;
      if (row.state !== 'suspected' || isOther) return { kind: 'not-suspected' };
      const outcome = queueMail(row, request);
      releaseDeliveries(row.enquiry ?? null, request.now);
      if (outcome.kind === 'no-recipient') setNoRecipient.run(row.enquiry ?? null);
      if (outcome.kind === 'queued') recordQueueEvent(row, request, { kind: 'released', to: outcome.to });
      return outcome;
    },
  };
}

/**
 * Returns a function that counts the unsent mails by state, and finds the time at which the oldest waiting
 * one was queued.
 */
function prepareMailFigures(db: DatabaseSync): () => MailFigures {
  // The partial index contains only unsent mails. SQLite uses it only because of this condition.
  const counts = db.prepare(
    `SELECT state, count(*) AS count FROM mails WHERE state <> 'sent' GROUP BY state`,
  );
  const oldest = db.prepare(
    `SELECT min(queued_at) AS since FROM mails WHERE state <> 'sent' AND state = 'waiting'`,
  );
  return () => {
    const byState = new Map(counts.all().map(({ state, count }) => [state, Number(count)]));
    const since = oldest.get()?.since;
    return {
      waiting: byState.get('waiting') ?? 0,
      failed: byState.get('failed') ?? 0,
      noRecipient: byState.get('no-recipient') ?? 0,
      suspected: byState.get('suspected') ?? 0,
      ...(typeof since === 'number' ? { oldestWaitingSince: since } : {}),
    };
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
