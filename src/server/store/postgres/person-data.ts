import { sql } from 'kysely';
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
import { postgresAuditCalls } from './audit.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { countExternalCopies, eraseEnquiries } from './erase.ts';
import { recordErasure } from './erasure-cleanup.ts';
import { toPhraseQuery } from './search-vector.ts';

export const postgresPersonCalls: PostgresCalls<
  'personData' | 'personEnquiries' | 'personAnswers' | 'erasePerson' | 'knownEnquiries'
> = {
  /**
   * Counts what is stored about the person with a mail address. Lists their enquiries, and the references of
   * other enquiries that mention the address, at most the latest `maxListedEnquiries` of each, in reverse
   * order.
   */
  async personData(db, { email }) {
    const { own, others } = await findPersonEnquiries(db, email);
    const sequences = own.map(({ sequence }) => sequence);
    const known = new Set(own.map(({ reference }) => reference));
    const mentionedInComments = (await findMentionsInComments(db, email)).filter(
      (reference) => !known.has(reference),
    );
    return {
      enquiries: own.length,
      latest: own
        .slice(-maxListedEnquiries)
        .reverse()
        .map(({ sequence: _sequence, ...enquiry }) => enquiry),
      ...(await countPersonData(db, sequences)),
      savedAnswers: (await findAnswersByAddress(db, email)).length,
      ...(await countExternalCopies(db, sequences)),
      mentionedIn: [...new Set([...others, ...mentionedInComments])].slice(-maxListedEnquiries).reverse(),
    };
  },
  /**
   * Returns at most `limit` enquiries of a person with numbers above `after`, in the order of arrival; empty
   * if there are no more.
   */
  async personEnquiries(db, { email, after, limit }) {
    return (await findPersonEnquiries(db, email, { after, limit })).own;
  },
  /** Returns the saved answers that a person saved, or that contain their address, without their hashes. */
  async personAnswers(db, { email }) {
    return (await findAnswersByAddress(db, email)).map(({ content }) => content);
  },
  /**
   * Erases at most `limit` enquiries of a person, the earliest first, and all their saved answers, and adds
   * the audit entry with the counts, even if nothing was found. Returns the counts; `isAll` is false if there
   * are more enquiries.
   */
  async erasePerson(db, { email, limit, note }) {
    const { own } = await findPersonEnquiries(db, email, { after: 0, limit: limit + 1 });
    const erased = {
      ...(await eraseEnquiries(
        db,
        own.slice(0, limit).map(({ sequence }) => sequence),
        note.at,
      )),
      savedAnswers: await deleteAnswersByAddress(db, email),
    };
    if (erased.enquiries + erased.savedAnswers > 0) await recordErasure(db, { isAsked: true });
    await postgresAuditCalls.addAuditEntry(db, {
      ...note,
      details: { ...note.details, ...toErasureDetails(erased) },
    });
    return { ...erased, isAll: own.length <= limit };
  },
  /** Returns those of the ids that belong to enquiries. */
  async knownEnquiries(db, ids) {
    const { rows } = await sql<{
      id: string;
    }>`SELECT id FROM enquiries WHERE id = ANY (${[...ids]}::text[])`.execute(db);
    return rows.map(({ id }) => id);
  },
};

/** The number of enquiries that are selected at once. */
const batchSize = 200;

/**
 * Finds the enquiries of a person (`own`) with numbers above `after`, and the references of enquiries that
 * only mention the address (`others`), both in the order of arrival. Stops after `limit` own ones. The
 * full-text index finds enquiries that contain the parts of the address in sequence; their values are then
 * compared.
 */
async function findPersonEnquiries(
  db: Database,
  email: string,
  { after = 0, limit = Number.POSITIVE_INFINITY } = {},
) {
  const address = normalizeAddress(email);
  const own: (PersonEnquiry & { readonly sequence: number })[] = [];
  const others: string[] = [];
  const phrase = toPhraseQuery(address);
  for (let from: number | undefined = phrase === '' ? undefined : after; from !== undefined; ) {
    const rows = await selectCandidates(db, { phrase, after: from });
    for (const row of rows) {
      const found = own.length < limit ? matchEnquiry(row, address) : undefined;
      if (found && 'own' in found) own.push(found.own);
      else if (found) others.push(found.other);
    }
    from = rows.length < batchSize || own.length >= limit ? undefined : rows.at(-1)?.sequence;
  }
  return { own, others };
}

/**
 * Selects at most `batchSize` enquiries that contain a phrase, a `tsquery`, with numbers above `after`, in
 * the order of arrival.
 */
async function selectCandidates(
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
    .limit(batchSize)
    .execute();
}

/** Counts the photos that only these enquiries contain, and their mails whose content is still stored. */
async function countPersonData(db: Database, sequences: readonly number[]) {
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
 * Returns the references of enquiries whose comments mention an address, in the order of arrival, once for
 * each such comment. Comments are not in the full-text index.
 */
async function findMentionsInComments(db: Database, email: string): Promise<readonly string[]> {
  const { rows } = await sql<{ reference: string; content: string }>`
    SELECT reference, enquiry_events.content FROM enquiry_events JOIN enquiries ON sequence = enquiry
    WHERE ${buildMentionCondition(sql`enquiry_events.content`, email)} ORDER BY sequence`.execute(db);
  return findCommentMentions(rows, normalizeAddress(email));
}

/** Returns the saved answers that a person saved, or that contain their address, with their hashes. */
async function findAnswersByAddress(db: Database, email: string) {
  const { rows } = await sql<{ hash: string; content: string }>`
    SELECT hash, content FROM saved_answers WHERE ${buildMentionCondition(sql`content`, email)}`.execute(db);
  return matchSavedAnswers(rows, normalizeAddress(email));
}

/** Deletes the saved answers that `findAnswersByAddress` finds. Returns their number. */
async function deleteAnswersByAddress(db: Database, email: string): Promise<number> {
  const hashes = (await findAnswersByAddress(db, email)).map(({ hash }) => hash);
  const { numAffectedRows = 0n } =
    await sql`DELETE FROM saved_answers WHERE hash = ANY (${hashes}::text[])`.execute(db);
  return Number(numAffectedRows);
}

/**
 * Returns the condition that a JSON text contains an address. It ignores the case of ASCII letters only,
 * whatever locale the database has. Other letters are found only in lower case.
 */
function buildMentionCondition(content: ReturnType<typeof sql>, email: string) {
  return sql`strpos(lower(${content} COLLATE "C"), lower(${toJsonAddress(email)} COLLATE "C")) > 0`;
}
