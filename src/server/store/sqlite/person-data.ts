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
import type { AuditLog } from './audit.ts';
import { type EnquiryEraser, prepareExternalCopies } from './erase.ts';

type PersonCalls = Pick<
  SyncCalls,
  'personData' | 'personEnquiries' | 'personAnswers' | 'erasePerson' | 'knownEnquiries'
>;

export function preparePersonData(
  db: DatabaseSync,
  { erasing, audit }: { readonly erasing: EnquiryEraser; readonly audit: Pick<AuditLog, 'addAuditEntry'> },
): PersonCalls {
  const find = prepareFindPerson(db);
  const answers = prepareAnswersByAddress(db);
  const worded = db.prepare(
    'SELECT count(content) AS count FROM mails WHERE enquiry IN (SELECT value FROM json_each(?))',
  );
  const photos = db.prepare(
    `SELECT count(DISTINCT path) AS count FROM enquiry_photos
     WHERE enquiry IN (SELECT value FROM json_each(?1)) AND path IN (SELECT path FROM photos) AND NOT EXISTS (
       SELECT 1 FROM enquiry_photos AS other
       WHERE other.path = enquiry_photos.path AND other.enquiry NOT IN (SELECT value FROM json_each(?1))
     )`,
  );
  const countExternalCopies = prepareExternalCopies(db);
  const notes = prepareFindComments(db);
  const known = db.prepare('SELECT id FROM enquiries WHERE id IN (SELECT value FROM json_each(?))');
  return {
    personData: ({ email }) => {
      const { own, others } = find(email);
      const numbers = own.map(({ sequence }) => sequence);
      const sequences = JSON.stringify(numbers);
      const known = new Set(own.map(({ reference }) => reference));
      const mentionedInComments = notes(email).filter((reference) => !known.has(reference));
      return {
        enquiries: own.length,
        latest: own
          .slice(-maxListedEnquiries)
          .reverse()
          .map(({ sequence: _sequence, ...enquiry }) => enquiry),
        photos: Number(photos.get(sequences)?.count),
        mails: Number(worded.get(sequences)?.count),
        savedAnswers: answers.of(email).length,
        ...countExternalCopies(numbers),
        mentionedIn: [...new Set([...others, ...mentionedInComments])].slice(-maxListedEnquiries).reverse(),
      };
    },
    personEnquiries: ({ email, after, limit }) => find(email, { after, limit }).own,
    personAnswers: ({ email }) => answers.of(email).map(({ content }) => content),
    erasePerson: ({ email, limit, note }) => {
      const { own } = find(email, { after: 0, limit: limit + 1 });
      const some = own.slice(0, limit).map(({ sequence }) => sequence);
      const erased = { ...erasing.enquiries(some, note.at), savedAnswers: answers.forget(email) };
      audit.addAuditEntry({ ...note, details: { ...note.details, ...toErasureDetails(erased) } });
      return { ...erased, isAll: own.length <= limit };
    },
    knownEnquiries: (ids) => known.all(JSON.stringify(ids)).map(({ id }) => String(id)),
  };
}

/**
 * Returns a function that finds the enquiries of a person. The full-text index finds enquiries with the terms
 * of the address side by side (SQLite, "FTS5", section 3.2); each value of those is then compared.
 */
function prepareFindPerson(db: DatabaseSync) {
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

/** Returns the address as a phrase without syntax. A phrase without a word matches nothing. */
function toAddressPhrase(address: string): string {
  return `"${address.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

/**
 * Returns a function that finds the references of enquiries whose comments mention an address. Comments are
 * not in the full-text index.
 */
function prepareFindComments(db: DatabaseSync): (email: string) => readonly string[] {
  const select = db.prepare(
    `SELECT reference, enquiry_events.content FROM enquiry_events JOIN enquiries ON sequence = enquiry
     WHERE instr(lower(enquiry_events.content), lower(?)) > 0 ORDER BY sequence`,
  );
  return (email) => findCommentMentions(select.all(toJsonAddress(email)), normalizeAddress(email));
}

/** Prepares the saved answers that a person saved, or that contain their address. */
function prepareAnswersByAddress(db: DatabaseSync) {
  // SQLite ignores the case of ASCII letters only. Mail servers have ASCII names; an address with other
  // letters is found as it was saved.
  const select = db.prepare(
    'SELECT hash, content FROM saved_answers WHERE instr(lower(content), lower(?)) > 0',
  );
  const remove = db.prepare('DELETE FROM saved_answers WHERE hash = ?');
  const of = (email: string) => matchSavedAnswers(select.all(toJsonAddress(email)), normalizeAddress(email));
  return {
    of,
    forget: (email: string) => {
      const all = of(email);
      for (const { hash } of all) remove.run(hash);
      return all.length;
    },
  };
}
