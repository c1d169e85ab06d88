import type { DatabaseSync } from 'node:sqlite';
import { toExternalCopies } from '../external-copies.ts';
import { type Erased, type ErasedFile, mailInFlightMs } from '../privacy-entry.ts';

/** Erases enquiries, or some of their data. Every function must run within a transaction. */
export interface EnquiryEraser {
  /**
   * Erases complete enquiries, by their numbers. A mail in flight may become a file later, so its file is
   * searched for until `mailInFlightMs` after `now`.
   */
  readonly enquiries: (sequences: readonly number[], now: number) => Omit<Erased, 'savedAnswers'>;
  /**
   * Erases the photos of enquiries that stay, except photos that other enquiries contain. Returns their
   * number.
   */
  readonly photos: (sequences: readonly number[]) => number;
  /**
   * Erases the content of sent mails, each try to send them, and the bodies of finished deliveries. Returns
   * the number of mails.
   */
  readonly mails: (sequences: readonly number[]) => number;
}

/** Returns the condition that a column is in the JSON list `?1`. */
const isListed = (column: string) => `${column} IN (SELECT value FROM json_each(?1))`;

/**
 * Prepares the eraser. Each file that must be removed is added to the table `erased_files` in the same
 * transaction.
 */
export function prepareEraser(db: DatabaseSync): EnquiryEraser {
  const selectIds = db.prepare(
    `SELECT id, EXISTS (SELECT 1 FROM mails WHERE enquiry = sequence AND state = 'waiting')
       OR EXISTS (SELECT 1 FROM receipts WHERE enquiry = sequence AND state = 'waiting') AS waits
     FROM enquiries WHERE ${isListed('sequence')}`,
  );
  const countContents = db.prepare(`SELECT count(content) AS count FROM mails WHERE ${isListed('enquiry')}`);
  const selectSent = db.prepare(
    `SELECT id, enquiry FROM mails JOIN enquiries ON sequence = enquiry
     WHERE ${isListed('enquiry')} AND state = 'sent' AND mails.content IS NOT NULL`,
  );
  const eraseContents = db.prepare(`UPDATE mails SET content = NULL WHERE ${isListed('enquiry')}`);
  const eraseDeliveryBodies = db.prepare(
    `UPDATE deliveries SET body = NULL WHERE ${isListed('enquiry')} AND state IN ('sent', 'failed')`,
  );
  // Successful tries stay: as long as the enquiry exists, it must be known which destinations received it.
  const deleteDeliveryTries = db.prepare(
    `DELETE FROM delivery_tries WHERE ${isListed('enquiry')} AND outcome <> 'sent'`,
  );
  const countExternalCopies = prepareExternalCopies(db);
  const deleteMailTries = db.prepare(`DELETE FROM mail_tries WHERE ${isListed('enquiry')}`);
  const parts = ['idempotency_keys', 'mails', 'mail_tries', 'receipts', 'enquiry_events'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE ${isListed('enquiry')}`),
  );
  const forget = db.prepare(`DELETE FROM enquiries WHERE ${isListed('sequence')}`);
  const queueErasedFile = prepareQueueErasedFile(db);
  const photos = prepareErasePhotos(db, queueErasedFile);
  return {
    enquiries: (sequences, now) => {
      const wanted = JSON.stringify(sequences);
      const mails = Number(countContents.get(wanted)?.count);
      for (const { id, waits } of selectIds.all(wanted))
        queueErasedFile({
          kind: 'mail',
          name: String(id),
          ...(waits === 1 && { until: now + mailInFlightMs }),
        });
      const gone = photos(wanted);
      const taken = countExternalCopies(sequences);
      for (const part of parts) part.run(wanted);
      return { enquiries: Number(forget.run(wanted).changes), photos: gone, mails, ...taken };
    },
    photos: (sequences) => photos(JSON.stringify(sequences)),
    mails: (sequences) => {
      const rows = selectSent.all(JSON.stringify(sequences));
      const wanted = JSON.stringify(rows.map(({ enquiry }) => enquiry));
      for (const { id } of rows) queueErasedFile({ kind: 'mail', name: String(id) });
      deleteMailTries.run(wanted);
      eraseDeliveryBodies.run(wanted);
      deleteDeliveryTries.run(wanted);
      return Number(eraseContents.run(wanted).changes);
    },
  };
}

/**
 * Returns a function that counts, by destination, those of the enquiries that were delivered there at least
 * once.
 */
export function prepareExternalCopies(
  db: DatabaseSync,
): (sequences: readonly number[]) => Pick<Erased, 'elsewhere'> {
  const select = db.prepare(
    `SELECT destination, count(*) AS count FROM deliveries
     WHERE ${isListed('enquiry')} AND (state = 'sent' OR EXISTS (
       SELECT 1 FROM delivery_tries AS tried
       WHERE tried.enquiry = deliveries.enquiry AND tried.destination = deliveries.destination AND outcome = 'sent'))
     GROUP BY destination ORDER BY destination`,
  );
  return (sequences) =>
    toExternalCopies(
      select
        .all(JSON.stringify(sequences))
        .map(({ destination, count }) => ({ destination: String(destination), count: Number(count) })),
    );
}

/**
 * Returns a function that removes the photos from enquiries, a JSON list of their numbers, and deletes the
 * photos that no enquiry contains any more. It returns the number of deleted photos.
 */
function prepareErasePhotos(
  db: DatabaseSync,
  queueErasedFile: (file: ErasedFile) => void,
): (wanted: string) => number {
  const named = db.prepare(`SELECT DISTINCT path FROM enquiry_photos WHERE ${isListed('enquiry')}`);
  const unname = db.prepare(`DELETE FROM enquiry_photos WHERE ${isListed('enquiry')}`);
  const forget = db.prepare(
    'DELETE FROM photos WHERE path = ?1 AND NOT EXISTS (SELECT 1 FROM enquiry_photos WHERE path = ?1)',
  );
  return (wanted) => {
    const paths = named.all(wanted).map(({ path }) => String(path));
    unname.run(wanted);
    const gone = paths.filter((path) => forget.run(path).changes > 0);
    for (const name of gone) queueErasedFile({ kind: 'photo', name });
    return gone.length;
  };
}

function prepareQueueErasedFile(db: DatabaseSync): (file: ErasedFile) => void {
  const insert = db.prepare('INSERT OR IGNORE INTO erased_files (kind, name, until) VALUES (?, ?, ?)');
  return ({ kind, name, until }) => void insert.run(kind, name, until ?? null);
}
