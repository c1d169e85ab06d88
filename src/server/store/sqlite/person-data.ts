import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Json } from '#engine';
import type { PersonEnquiry } from '../privacy-entry.ts';
import type { MailState, SavedAnswers, SyncCalls } from '../store.ts';
import { readContent } from '../stored-enquiry.ts';
import type { AuditLog } from './audit.ts';
import type { Erasing } from './erase.ts';

type PersonCalls = Pick<
  SyncCalls,
  'personData' | 'personEnquiries' | 'personAnswers' | 'erasePerson' | 'knownEnquiries'
>;

/** As many are told of; the rest is counted. */
const mostTold = 200;

/** Prepares what finds everything of a person by their mail address, and erases it. */
export function preparePersonData(
  db: DatabaseSync,
  { erasing, audit }: { readonly erasing: Erasing; readonly audit: Pick<AuditLog, 'noteAction'> },
): PersonCalls {
  const find = prepareFindingPerson(db);
  const answers = prepareAnswersOf(db);
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
  const notes = prepareNotesThatMention(db);
  const known = db.prepare('SELECT id FROM enquiries WHERE id IN (SELECT value FROM json_each(?))');
  return {
    personData: ({ email }) => {
      const { own, others } = find(email);
      const sequences = JSON.stringify(own.map(({ sequence }) => sequence));
      const known = new Set(own.map(({ reference }) => reference));
      const noted = notes(email).filter((reference) => !known.has(reference));
      return {
        enquiries: own.length,
        latest: own.slice(-mostTold).reverse().map(told),
        photos: Number(photos.get(sequences)?.count),
        mails: Number(worded.get(sequences)?.count),
        savedAnswers: answers.of(email).length,
        mentionedIn: [...new Set([...others, ...noted])].slice(-mostTold).reverse(),
      };
    },
    personEnquiries: ({ email, after, limit }) => find(email, { after, limit }).own,
    personAnswers: ({ email }) => answers.of(email).map(({ content }) => content),
    erasePerson: ({ email, limit, note }) => {
      const { own } = find(email, { after: 0, limit: limit + 1 });
      const some = own.slice(0, limit).map(({ sequence }) => sequence);
      const erased = { ...erasing.enquiries(some), savedAnswers: answers.forget(email) };
      audit.noteAction({ ...note, details: { ...note.details, ...erased } });
      return { ...erased, isAll: own.length <= limit };
    },
    knownEnquiries: (ids) => known.all(JSON.stringify(ids)).map(({ id }) => String(id)),
  };
}

type Found = PersonEnquiry & { readonly sequence: number };

function told({ sequence: _sequence, ...enquiry }: Found): PersonEnquiry {
  return enquiry;
}

/**
 * The words of an address stand beside each other in whatever has it (SQLite, "FTS5", section 3.2): of what has them so, each value is
 * looked at.
 */
function prepareFindingPerson(db: DatabaseSync) {
  const select = db.prepare(
    `SELECT sequence, id, reference, received_at, enquiries.content, state
     FROM enquiry_words CROSS JOIN enquiries ON sequence = enquiry_words.rowid JOIN mails ON mails.enquiry = sequence
     WHERE enquiry_words MATCH ? AND enquiry_words.rowid > ? ORDER BY enquiry_words.rowid`,
  );
  return (email: string, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
    const address = sameAddress(email);
    const own: Found[] = [];
    const others: string[] = [];
    for (const row of select.iterate(phraseOf(address), after)) {
      const { visitor, values, photos, enquiryType, domain } = readContent(row.content);
      const isTheirs = names(visitor?.email ?? '', address) || names(values, address);
      if (isTheirs)
        own.push({ ...rowOf(row), type: String(enquiryType), site: domain, photos: photos.length });
      else if (mentions(String(row.content), address)) others.push(String(row.reference));
      if (own.length >= limit) break;
    }
    return { own, others };
  };
}

function rowOf({ sequence, id, reference, received_at, state }: Record<string, SQLOutputValue>) {
  return {
    ...{ sequence: Number(sequence), id: String(id), reference: String(reference) },
    ...{ receivedAt: Number(received_at), mail: state as MailState },
  };
}

/** A phrase without syntax; one without a word stands nowhere. */
function phraseOf(address: string): string {
  return `"${address.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

/** An address as it tells people apart: by all but its case. */
function sameAddress(email: string): string {
  return email.trim().toLowerCase();
}

/** Whether an address is a whole value, at whatever depth. */
function names(value: Json, address: string): boolean {
  if (typeof value === 'string') return sameAddress(value) === address;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one) => names(one, address));
}

/** Whether an address stands within a text, and not as a part of a longer one. */
function mentions(text: string, address: string): boolean {
  const folded = text.toLowerCase();
  for (let at = folded.indexOf(address); at >= 0; at = folded.indexOf(address, at + 1)) {
    const [before = '', after = ''] = [folded[at - 1], folded[at + address.length]];
    if (!/[\w.+-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** References of enquiries beside which somebody of the house has noted an address; what is noted is found by no words. */
function prepareNotesThatMention(db: DatabaseSync): (email: string) => readonly string[] {
  const select = db.prepare(
    `SELECT reference, enquiry_events.content FROM enquiry_events JOIN enquiries ON sequence = enquiry
     WHERE instr(lower(enquiry_events.content), lower(?)) > 0 ORDER BY sequence`,
  );
  return (email) => {
    const address = sameAddress(email);
    return select
      .all(JSON.stringify(address).slice(1, -1))
      .filter(({ content }) => mentions(String(JSON.parse(String(content)).text ?? ''), address))
      .map(({ reference }) => String(reference));
  };
}

/** Answers of forms that are not finished: those that a person saved, or that name their address. */
function prepareAnswersOf(db: DatabaseSync) {
  // SQLite folds the case of ASCII alone, as does whoever names mail servers; an address of other letters is found as it was saved.
  const select = db.prepare(
    'SELECT hash, content FROM saved_answers WHERE instr(lower(content), lower(?)) > 0',
  );
  const remove = db.prepare('DELETE FROM saved_answers WHERE hash = ?');
  function of(email: string) {
    const address = sameAddress(email);
    return select.all(JSON.stringify(address).slice(1, -1)).flatMap(({ hash, content }) => {
      // Only `saveAnswers` writes this column.
      const { hash: _word, ...answers } = JSON.parse(String(content)) as SavedAnswers;
      const isTheirs = names(answers.email, address) || names(answers.values, address);
      return isTheirs ? [{ hash: String(hash), content: answers }] : [];
    });
  }
  return {
    of,
    forget: (email: string) => {
      const all = of(email);
      for (const { hash } of all) remove.run(hash);
      return all.length;
    },
  };
}
