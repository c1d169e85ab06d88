import { sql } from 'kysely';
import {
  addressInJson,
  answersOf,
  mostTold,
  notedBeside,
  ownOrMention,
  sameAddress,
} from '../address-match.ts';
import type { PersonEnquiry } from '../privacy-entry.ts';
import { erasedNoted } from '../taken-elsewhere.ts';
import { auditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { eraseEnquiries, takenElsewhere } from './erase.ts';
import { noteErasure } from './tidying.ts';
import { phraseOf } from './words.ts';

export const personCalls: PostgresCalls<
  'personData' | 'personEnquiries' | 'personAnswers' | 'erasePerson' | 'knownEnquiries'
> = {
  async personData(db, { email }) {
    const { own, others } = await find(db, email);
    const sequences = own.map(({ sequence }) => sequence);
    const known = new Set(own.map(({ reference }) => reference));
    const noted = (await notesThatMention(db, email)).filter((reference) => !known.has(reference));
    return {
      enquiries: own.length,
      latest: own
        .slice(-mostTold)
        .reverse()
        .map(({ sequence: _sequence, ...enquiry }) => enquiry),
      ...(await countsOf(db, sequences)),
      savedAnswers: (await savedAnswersOf(db, email)).length,
      ...(await takenElsewhere(db, sequences)),
      mentionedIn: [...new Set([...others, ...noted])].slice(-mostTold).reverse(),
    };
  },
  async personEnquiries(db, { email, after, limit }) {
    return (await find(db, email, { after, limit })).own;
  },
  async personAnswers(db, { email }) {
    return (await savedAnswersOf(db, email)).map(({ content }) => content);
  },
  async erasePerson(db, { email, limit, note }) {
    const { own } = await find(db, email, { after: 0, limit: limit + 1 });
    const erased = {
      ...(await eraseEnquiries(
        db,
        own.slice(0, limit).map(({ sequence }) => sequence),
        note.at,
      )),
      savedAnswers: await forgetAnswers(db, email),
    };
    if (erased.enquiries + erased.savedAnswers > 0) await noteErasure(db, { isAsked: true });
    await auditCalls.noteAction(db, { ...note, details: { ...note.details, ...erasedNoted(erased) } });
    return { ...erased, isAll: own.length <= limit };
  },
  async knownEnquiries(db, ids) {
    const { rows } = await sql<{
      id: string;
    }>`SELECT id FROM enquiries WHERE id = ANY (${[...ids]}::text[])`.execute(db);
    return rows.map(({ id }) => id);
  },
};

const batch = 200;

/**
 * Finds the enquiries of a person. The full-text index finds enquiries with the terms of the address side by
 * side; each value of those is then compared.
 */
async function find(db: Database, email: string, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
  const address = sameAddress(email);
  const own: (PersonEnquiry & { readonly sequence: number })[] = [];
  const others: string[] = [];
  const phrase = phraseOf(address);
  for (let from: number | undefined = phrase === '' ? undefined : after; from !== undefined; ) {
    const rows = await candidates(db, { phrase, after: from });
    for (const row of rows) {
      const found = own.length < limit ? ownOrMention(row, address) : undefined;
      if (found && 'own' in found) own.push(found.own);
      else if (found) others.push(found.other);
    }
    from = rows.length < batch || own.length >= limit ? undefined : rows.at(-1)?.sequence;
  }
  return { own, others };
}

async function candidates(
  db: Database,
  { phrase, after }: { readonly phrase: string; readonly after: number },
) {
  return db
    .selectFrom('enquiries')
    .innerJoin('mails', 'mails.enquiry', 'sequence')
    .select(['sequence', 'id', 'reference', 'received_at', 'enquiries.content', 'state'])
    .where(sql<boolean>`words @@ ${phrase}::tsquery`)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .limit(batch)
    .execute();
}

/** Counts the photos that only these enquiries contain, and their mails whose content is still stored. */
async function countsOf(db: Database, sequences: readonly number[]) {
  const { rows } = await sql<{ photos: number; mails: number }>`
    WITH own AS (SELECT unnest(${[...sequences]}::bigint[]) AS enquiry)
    SELECT
      (SELECT count(DISTINCT path) FROM enquiry_photos JOIN own USING (enquiry) WHERE NOT EXISTS (
        SELECT FROM enquiry_photos AS other
        WHERE other.path = enquiry_photos.path AND other.enquiry NOT IN (SELECT enquiry FROM own))) AS photos,
      (SELECT count(content) FROM mails JOIN own USING (enquiry)) AS mails`.execute(db);
  return rows[0] ?? { photos: 0, mails: 0 };
}

/**
 * Returns the references of enquiries whose comments mention an address. Comments are not in the full-text
 * index.
 */
async function notesThatMention(db: Database, email: string): Promise<readonly string[]> {
  const { rows } = await sql<{ reference: string; content: string }>`
    SELECT reference, enquiry_events.content FROM enquiry_events JOIN enquiries ON sequence = enquiry
    WHERE ${has(sql`enquiry_events.content`, email)} ORDER BY sequence`.execute(db);
  return notedBeside(rows, sameAddress(email));
}

/** Returns the saved answers that a person saved, or that contain their address. */
async function savedAnswersOf(db: Database, email: string) {
  const { rows } = await sql<{ hash: string; content: string }>`
    SELECT hash, content FROM saved_answers WHERE ${has(sql`content`, email)}`.execute(db);
  return answersOf(rows, sameAddress(email));
}

async function forgetAnswers(db: Database, email: string): Promise<number> {
  const hashes = (await savedAnswersOf(db, email)).map(({ hash }) => hash);
  const { numAffectedRows = 0n } =
    await sql`DELETE FROM saved_answers WHERE hash = ANY (${hashes}::text[])`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Returns a condition that ignores the case of ASCII letters only, in whatever locale the database has. An
 * address with other letters is found as it was written.
 */
function has(content: ReturnType<typeof sql>, email: string) {
  return sql`strpos(lower(${content} COLLATE "C"), lower(${addressInJson(email)} COLLATE "C")) > 0`;
}
