import type { DatabaseSync } from 'node:sqlite';
import { toExternalCopies } from '../external-copies.ts';
import { type Erased, type ErasedFile, mailInFlightMs } from '../privacy-entry.ts';

/** Erases enquiries, or some of their data. Every function must run within a transaction. */
export interface EnquiryEraser {
  /**
   * Erases enquiries, by their numbers, with everything that belongs to them, and queues their mail files for
   * removal. A mail in flight may become a file later, so the file of a waiting mail is searched for until
   * `mailInFlightMs` after `now`. Returns the numbers of what was erased, and the destinations that have a
   * copy.
   */
  readonly enquiries: (sequences: readonly number[], now: number) => Omit<Erased, 'savedAnswers'>;
  /**
   * Removes the photos from enquiries, which stay, and erases those photos that no other enquiry contains.
   * Returns the number of erased photos.
   */
  readonly photos: (sequences: readonly number[]) => number;
  /**
   * Erases the content of those mails of the enquiries that were sent, the tries to send them, the bodies of
   * finished deliveries and their unsuccessful tries. Mails in other states stay, with their deliveries.
   * Returns the number of mails.
   */
  readonly mails: (sequences: readonly number[]) => number;
}

/** Returns the SQL condition that a column is in the JSON list `?1`. */
const isListed = (column: string) => `${column} IN (SELECT value FROM json_each(?1))`;

/**
 * Prepares the statements of the eraser. Its functions add each file that must be removed to the table
 * `erased_files` in the same transaction, and remove no file themselves.
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
 * once. Its result is empty if there are none.
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
 * Returns a function that removes the photos from enquiries, a JSON list of their numbers, deletes those
 * photos that no enquiry contains any more, and passes them to `queueErasedFile`. It returns the number of
 * deleted photos.
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

/** Returns a function that adds a file to the table `erased_files`, unless it is there already. */
function prepareQueueErasedFile(db: DatabaseSync): (file: ErasedFile) => void {
  const insert = db.prepare('INSERT OR IGNORE INTO erased_files (kind, name, until) VALUES (?, ?, ?)');
  return ({ kind, name, until }) => void insert.run(kind, name, until ?? null);
}
