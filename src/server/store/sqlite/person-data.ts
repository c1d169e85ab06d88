import type { DatabaseSync } from 'node:sqlite';
import {
  findCommentMentions,
  matchEnquiry,
  matchSavedAnswers,
  maxListedEnquiries,
  normalizeAddress,
  toJsonAddress,
} from '../address-match.ts';
import { toErasureDetails } from '../external-copies.ts';
import type { PersonEnquiry } from '../privacy-entry.ts';
import type { SyncCalls } from '../store.ts';
import { type EnquiryEraser, prepareExternalCopies } from './erase.ts';

type PersonCalls = Pick<
  SyncCalls,
  'personData' | 'personEnquiries' | 'personAnswers' | 'erasePerson' | 'knownEnquiries'
>;

/**
 * Prepares the calls about all data of the person with a mail address, which is compared regardless of case.
 */
export function preparePersonData(
  db: DatabaseSync,
  { erasing, audit }: { readonly erasing: EnquiryEraser; readonly audit: Pick<SyncCalls, 'addAuditEntry'> },
): PersonCalls {
  const findEnquiries = prepareFindPersonEnquiries(db);
  const answers = prepareAnswersByAddress(db);
  const countMails = db.prepare(
    'SELECT count(content) AS count FROM mails WHERE enquiry IN (SELECT value FROM json_each(?))',
  );
  const countPhotos = db.prepare(
    `SELECT count(DISTINCT path) AS count FROM enquiry_photos
     WHERE enquiry IN (SELECT value FROM json_each(?1)) AND path IN (SELECT path FROM photos) AND NOT EXISTS (
       SELECT 1 FROM enquiry_photos AS other
       WHERE other.path = enquiry_photos.path AND other.enquiry NOT IN (SELECT value FROM json_each(?1))
     )`,
  );
  const countExternalCopies = prepareExternalCopies(db);
  const findMentionsInComments = prepareFindMentionsInComments(db);
  const known = db.prepare('SELECT id FROM enquiries WHERE id IN (SELECT value FROM json_each(?))');
  return {
    /**
     * Counts what is stored about a person, and lists their latest enquiries and the references that only
     * mention them, at most `maxListedEnquiries` of each, the latest first. Photos that enquiries of others
     * contain are not counted.
     */
    personData: ({ email }) => {
      const { own, others } = findEnquiries(email);
      const numbers = own.map(({ sequence }) => sequence);
      const sequences = JSON.stringify(numbers);
      const known = new Set(own.map(({ reference }) => reference));
      const mentionedInComments = findMentionsInComments(email).filter((reference) => !known.has(reference));
      return {
        enquiries: own.length,
        latest: own
          .slice(-maxListedEnquiries)
          .reverse()
          .map(({ sequence: _sequence, ...enquiry }) => enquiry),
        photos: Number(countPhotos.get(sequences)?.count),
        mails: Number(countMails.get(sequences)?.count),
        savedAnswers: answers.find(email).length,
        ...countExternalCopies(numbers),
        mentionedIn: [...new Set([...others, ...mentionedInComments])].slice(-maxListedEnquiries).reverse(),
      };
    },
    /**
     * Returns at most `limit` enquiries of a person with numbers above `after`, in the order of arrival;
     * empty if there are none.
     */
    personEnquiries: ({ email, after, limit }) => findEnquiries(email, { after, limit }).own,
    /**
     * Returns the saved answers that a person saved, or that contain their address, without the hash of the
     * link; empty if there are none.
     */
    personAnswers: ({ email }) => answers.find(email).map(({ content }) => content),
    /**
     * Erases at most `limit` enquiries of a person, the oldest first, and all their saved answers. Adds the
     * audit entry with the counts in its details, also if there was nothing. Returns the counts; `isAll` is
     * false if there are more enquiries.
     */
    erasePerson: ({ email, limit, note }) => {
      const { own } = findEnquiries(email, { after: 0, limit: limit + 1 });
      const some = own.slice(0, limit).map(({ sequence }) => sequence);
      const erased = { ...erasing.enquiries(some, note.at), savedAnswers: answers.remove(email) };
      audit.addAuditEntry({ ...note, details: { ...note.details, ...toErasureDetails(erased) } });
      return { ...erased, isAll: own.length <= limit };
    },
    /** Returns those of the ids that belong to enquiries. */
    knownEnquiries: (ids) => known.all(JSON.stringify(ids)).map(({ id }) => String(id)),
  };
}

/**
 * Returns a function that finds the enquiries of a person (`own`), at most `limit` with numbers above
 * `after`, and the references of enquiries that only mention the address (`others`), both in the order of
 * arrival. It stops at `limit`, so that `others` is complete only without it. The full-text index finds
 * enquiries that contain the parts of the address in sequence (SQLite, "FTS5", section 3.2); their values are
 * then compared.
 */
function prepareFindPersonEnquiries(db: DatabaseSync) {
  const select = db.prepare(
    `SELECT sequence, id, reference, received_at, enquiries.content, state
     FROM enquiry_words CROSS JOIN enquiries ON sequence = enquiry_words.rowid JOIN mails ON mails.enquiry = sequence
     WHERE enquiry_words MATCH ? AND enquiry_words.rowid > ? ORDER BY enquiry_words.rowid`,
  );
  return (email: string, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
    const address = normalizeAddress(email);
    const own: (PersonEnquiry & { readonly sequence: number })[] = [];
    const others: string[] = [];
    for (const row of select.iterate(toAddressPhrase(address), after)) {
      const found = matchEnquiry(row, address);
      if (found && 'own' in found) own.push(found.own);
      else if (found) others.push(found.other);
      if (own.length >= limit) break;
    }
    return { own, others };
  };
}

/**
 * Returns an address as one quoted phrase of FTS5, without any other syntax. A phrase without a word matches
 * nothing.
 */
function toAddressPhrase(address: string): string {
  return `"${address.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

/**
 * Returns a function that finds the references of enquiries whose comments mention an address, in the order
 * of arrival, one for each comment. Comments are not in the full-text index.
 */
function prepareFindMentionsInComments(db: DatabaseSync): (email: string) => readonly string[] {
  const select = db.prepare(
    `SELECT reference, enquiry_events.content FROM enquiry_events JOIN enquiries ON sequence = enquiry
     WHERE instr(lower(enquiry_events.content), lower(?)) > 0 ORDER BY sequence`,
  );
  return (email) => findCommentMentions(select.all(toJsonAddress(email)), normalizeAddress(email));
}

/**
 * Prepares the functions that find and delete the answers that a person saved, or that contain their address.
 */
function prepareAnswersByAddress(db: DatabaseSync) {
  // SQLite ignores the case of ASCII letters only. Mail servers have ASCII names; an address with other
  // letters is found as it was saved.
  const select = db.prepare(
    'SELECT hash, content FROM saved_answers WHERE instr(lower(content), lower(?)) > 0',
  );
  const deleteRow = db.prepare('DELETE FROM saved_answers WHERE hash = ?');
  /** Returns hash and content of the saved answers; empty if there are none. */
  const find = (email: string) =>
    matchSavedAnswers(select.all(toJsonAddress(email)), normalizeAddress(email));
  return {
    find,
    /** Deletes the saved answers that `find` returns. Returns their number. */
    remove: (email: string) => {
      const all = find(email);
      for (const { hash } of all) deleteRow.run(hash);
      return all.length;
    },
  };
}
