import { sql } from 'kysely';
import { toErasureDetails } from '../records/external-copies.ts';
import type { PersonEnquiry } from '../records/privacy-entry.ts';
import {
  type CandidateRow,
  findCommentMentions,
  matchEnquiry,
  matchSavedAnswers,
  maxListedEnquiries,
  normalizeAddress,
  toJsonAddress,
} from './address-match.ts';
import { auditRepository } from './audit.ts';
import { countExternalCopies, eraseEnquiries, recordErasure } from './erase.ts';
import {
  defineStatement,
  execute,
  fetchAll,
  fetchFirst,
  type Repository,
  type Statement,
  type Steps,
} from './statement.ts';

/** Enquiries with numbers above `after`, at most `limit`, whose text may contain an address. */
export interface CandidateQuery {
  /** As `normalizeAddress` returns it. */
  readonly address: string;
  readonly after: number;
  readonly limit: number;
}

/**
 * Returns the calls about all data of the person with a mail address, which is compared regardless of case.
 * @param selectCandidates Returns the statement that finds enquiries by the database's full-text index, in the
 * order of arrival; undefined if the address has no words to search for.
 */
export function createPersonDataRepository(
  selectCandidates: (query: CandidateQuery) => Statement<CandidateRow> | undefined,
): Repository<'personData' | 'personEnquiries' | 'personAnswers' | 'erasePerson' | 'knownEnquiries'> {
  /**
   * Finds the enquiries of a person (`own`) with numbers above `after`, and the references of enquiries that
   * only mention the address (`others`), both in the order of arrival. Stops after `limit` own ones, so that
   * `others` is complete only without it.
   */
  function* findEnquiries(email: string, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
    const address = normalizeAddress(email);
    const own: (PersonEnquiry & { readonly sequence: number })[] = [];
    const others: string[] = [];
    for (let from: number | undefined = after; from !== undefined; ) {
      const statement = selectCandidates({ address, after: from, limit: batchSize });
      const rows: readonly CandidateRow[] = statement ? yield* fetchAll(statement) : [];
      for (const row of rows) {
        const found = own.length < limit ? matchEnquiry(row, address) : undefined;
        if (found && 'own' in found) own.push(found.own);
        else if (found) others.push(found.other);
      }
      from = rows.length < batchSize || own.length >= limit ? undefined : Number(rows.at(-1)?.sequence);
    }
    return { own, others };
  }

  return {
    /**
     * Counts what is stored about a person, and lists their latest enquiries and the references that only
     * mention them, at most `maxListedEnquiries` of each, the latest first. Photos that enquiries of others
     * contain are not counted.
     */
    *personData({ email }) {
      const { own, others } = yield* findEnquiries(email);
      const sequences = own.map(({ sequence }) => sequence);
      const known = new Set(own.map(({ reference }) => reference));
      const mentioned = yield* findMentionsInComments(email);
      const mentionedInComments = mentioned.filter((reference) => !known.has(reference));
      return {
        enquiries: own.length,
        latest: own
          .slice(-maxListedEnquiries)
          .reverse()
          .map(({ sequence: _sequence, ...enquiry }) => enquiry),
        photos: (yield* fetchFirst(countPhotos({ sequences })))?.count ?? 0,
        mails: (yield* fetchFirst(countMails({ sequences })))?.count ?? 0,
        savedAnswers: (yield* findAnswers(email)).length,
        ...(yield* countExternalCopies(sequences)),
        mentionedIn: [...new Set([...others, ...mentionedInComments])].slice(-maxListedEnquiries).reverse(),
      };
    },
    /**
     * Returns at most `limit` enquiries of a person with numbers above `after`, in the order of arrival;
     * empty if there are no more.
     */
    *personEnquiries({ email, after, limit }) {
      return (yield* findEnquiries(email, { after, limit })).own;
    },
    /**
     * Returns the saved answers that a person saved, or that contain their address, without the hash of the
     * link; empty if there are none.
     */
    *personAnswers({ email }) {
      return (yield* findAnswers(email)).map(({ content }) => content);
    },
    /**
     * Erases at most `limit` enquiries of a person, the earliest first, and all their saved answers, and adds
     * the audit entry with the counts, even if nothing was found. Returns the counts; `isAll` is false if
     * there are more enquiries.
     */
    *erasePerson({ email, limit, note }) {
      const { own } = yield* findEnquiries(email, { after: 0, limit: limit + 1 });
      const some = own.slice(0, limit).map(({ sequence }) => sequence);
      const enquiries = yield* eraseEnquiries(some, note.at);
      const hashes = (yield* findAnswers(email)).map(({ hash }) => hash);
      const erased = { ...enquiries, savedAnswers: yield* execute(deleteAnswers({ hashes })) };
      if (erased.enquiries + erased.savedAnswers > 0) yield* recordErasure({ isAsked: true });
      const details = { ...note.details, ...toErasureDetails(erased) };
      yield* auditRepository.addAuditEntry({ ...note, details });
      return { ...erased, isAll: own.length <= limit };
    },
    /** Returns those of the ids that belong to enquiries. */
    *knownEnquiries(ids) {
      return (yield* fetchAll(selectKnown({ ids }))).map(({ id }) => id);
    },
  };
}

/** The number of enquiries that are selected at once. */
const batchSize = 200;

const selectKnown = defineStatement(({ db, isInList }, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('enquiries')
    .select('id')
    .where(isInList('id', ids, 'text')),
);

/** Counts the photos that only these enquiries contain. */
const countPhotos = defineStatement(
  ({ isInList }, { sequences }: { readonly sequences: readonly number[] }) => sql<{ readonly count: number }>`
    SELECT count(DISTINCT path) AS count FROM enquiry_photos
    WHERE ${isInList('enquiry', sequences, 'bigint')} AND path IN (SELECT path FROM photos) AND NOT EXISTS (
      SELECT 1 FROM enquiry_photos AS other
      WHERE other.path = enquiry_photos.path AND NOT (${isInList('other.enquiry', sequences, 'bigint')}))`,
);

/** Counts the mails of these enquiries whose content is still stored. */
const countMails = defineStatement(
  ({ isInList }, { sequences }: { readonly sequences: readonly number[] }) => sql<{ readonly count: number }>`
    SELECT count(content) AS count FROM mails WHERE ${isInList('enquiry', sequences, 'bigint')}`,
);

/** Selects the events that contain an address, as `toJsonAddress` returns it. */
const selectMentioningEvents = defineStatement(
  ({ db, containsAsciiFolded }, { address }: { readonly address: string }) =>
    db
      .selectFrom('enquiry_events')
      .innerJoin('enquiries', 'sequence', 'enquiry')
      .select(['reference', 'enquiry_events.content'])
      .where(containsAsciiFolded('enquiry_events.content', address))
      .orderBy('sequence'),
);

/** Selects the replies whose words contain an address, as `toJsonAddress` returns it. */
const selectMentioningReplies = defineStatement(
  ({ db, containsAsciiFolded }, { address }: { readonly address: string }) =>
    db
      .selectFrom('replies')
      .innerJoin('enquiries', 'sequence', 'enquiry')
      .select('reference')
      .where(containsAsciiFolded('replies.content', address))
      .orderBy('sequence'),
);

/** Selects the saved answers that contain an address, as `toJsonAddress` returns it. */
const selectMentioningAnswers = defineStatement(
  ({ db, containsAsciiFolded }, { address }: { readonly address: string }) =>
    db.selectFrom('saved_answers').select(['hash', 'content']).where(containsAsciiFolded('content', address)),
);

const deleteAnswers = defineStatement(
  ({ db, isInList }, { hashes }: { readonly hashes: readonly string[] }) =>
    db.deleteFrom('saved_answers').where(isInList('hash', hashes, 'text')),
);

/**
 * Returns the references of enquiries whose comments or replies mention an address, once for each such comment
 * and reply. They are not in the full-text index.
 */
function* findMentionsInComments(email: string): Steps<readonly string[]> {
  const address = toJsonAddress(email);
  const comments = yield* fetchAll(selectMentioningEvents({ address }));
  const replies = yield* fetchAll(selectMentioningReplies({ address }));
  return [
    ...findCommentMentions(comments, normalizeAddress(email)),
    ...replies.map(({ reference }) => reference),
  ];
}

/**
 * Returns the saved answers that a person saved, or that contain their address, with their hashes. The
 * databases ignore the case of ASCII letters only: mail servers have ASCII names, and an address with other
 * letters is found as it was saved.
 */
function* findAnswers(email: string): Steps<ReturnType<typeof matchSavedAnswers>> {
  const rows = yield* fetchAll(selectMentioningAnswers({ address: toJsonAddress(email) }));
  return matchSavedAnswers(rows, normalizeAddress(email));
}
