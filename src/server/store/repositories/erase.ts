import { sql } from 'kysely';
import type { ExternalCopies } from '../../../api/privacy.ts';
import { toExternalCopies } from '../records/external-copies.ts';
import { type Erased, type ErasedFile, mailInFlightMs } from '../records/privacy-entry.ts';
import { toReplyId } from '../records/reply-entry.ts';
import { queueErasedFiles } from './erased-files.ts';
import { selectReplyFiles } from './replies.ts';
import { defineStatement, execute, fetchAll, type Steps } from './statement.ts';

/** The numbers of enquiries. */
type Sequences = readonly number[];

/**
 * Erases complete enquiries, by their numbers. Each file that must be removed is added to `erased_files`; a
 * mail in flight may become a file later, so its file is searched for until `mailInFlightMs` after `now`.
 * Returns the numbers of erased enquiries, photos and mails with content, and the counts of
 * `countExternalCopies`. Call it within a transaction.
 */
export function* eraseEnquiries(sequences: Sequences, now: number): Steps<Omit<Erased, 'savedAnswers'>> {
  if (sequences.length === 0) return { enquiries: 0, photos: 0, mails: 0 };
  // Locks the mails in the same order as their sending does.
  const mails = yield* fetchAll(selectMails({ sequences }));
  const rows = yield* fetchAll(selectEnquiries({ sequences }));
  yield* queueErasedFiles(
    rows.map(({ id, waits }) => ({
      kind: 'mail',
      name: id,
      ...(waits === 1 && { until: now + mailInFlightMs }),
    })),
  );
  yield* queueReplyFiles(sequences, now);
  const photos = yield* erasePhotos(sequences);
  const taken = yield* countExternalCopies(sequences);
  yield* deleteEnquiries(sequences);
  const withContent = mails.filter(({ has_content }) => has_content === 1);
  return { enquiries: rows.length, photos, mails: withContent.length, ...taken };
}

/**
 * Adds the mails' files of all replies to these enquiries to `erased_files`; a reply in flight may become a file
 * until `mailInFlightMs` after `now`.
 */
function* queueReplyFiles(sequences: Sequences, now: number): Steps<void> {
  const replies = yield* fetchAll(selectReplyFiles({ sequences }));
  const files = replies.map(
    ({ id, number, waits }): ErasedFile => ({
      kind: 'mail',
      name: toReplyId(id, number),
      ...(waits === 1 && { until: now + mailInFlightMs }),
    }),
  );
  if (files.length > 0) yield* queueErasedFiles(files);
}

/**
 * Removes the photos from enquiries, which stay; erases those that no other enquiry contains, and adds their
 * files to `erased_files`. Returns the number of erased ones. Call it within a transaction.
 */
export function* erasePhotos(sequences: Sequences): Steps<number> {
  if (sequences.length === 0) return 0;
  const paths = yield* unlinkPhotos(sequences);
  yield* execute(lockPhotos({ paths }));
  const gone = yield* fetchAll(deletePhotos({ paths }));
  yield* queueErasedFiles(gone.map(({ path }): ErasedFile => ({ kind: 'photo', name: path })));
  return gone.length;
}

/** Removes the photos from enquiries, and returns the paths, each once. */
export function* unlinkPhotos(sequences: Sequences): Steps<readonly string[]> {
  const named = yield* fetchAll(deletePhotoLinks({ sequences }));
  return [...new Set(named.map(({ path }) => path))];
}

/**
 * Erases the content of sent mails of these enquiries and each try to send them; of the same enquiries also
 * the bodies of finished deliveries and every unsuccessful try to deliver. Adds the files of these
 * mails and of sent replies to `erased_files`. Enquiries without such a mail stay unchanged. Returns the number of mails. Call it within a
 * transaction.
 */
export function* eraseMails(sequences: Sequences): Steps<number> {
  if (sequences.length === 0) return 0;
  const rows = yield* fetchAll(selectSentMails({ sequences }));
  const wanted = rows.map(({ enquiry }) => enquiry);
  yield* queueErasedFiles(rows.map(({ id }): ErasedFile => ({ kind: 'mail', name: id })));
  const replies = yield* fetchAll(selectReplyFiles({ sequences: wanted }));
  const sent = replies.filter(({ waits }) => waits === 0);
  yield* queueErasedFiles(
    sent.map(({ id, number }): ErasedFile => ({ kind: 'mail', name: toReplyId(id, number) })),
  );
  yield* execute(deleteMailTries({ sequences: wanted }));
  yield* execute(eraseDeliveryBodies({ sequences: wanted }));
  yield* execute(deleteUnsuccessfulTries({ sequences: wanted }));
  return yield* execute(eraseMailContents({ sequences: wanted }));
}

/**
 * Counts, by destination, these enquiries that were delivered at least once. Returns an empty object if there
 * are none.
 */
export function* countExternalCopies(sequences: Sequences): Steps<Pick<Erased, 'elsewhere'>> {
  return toExternalCopies(yield* fetchAll(selectExternalCopies({ sequences })));
}

/** Deletes enquiries, by their numbers, with everything that belongs to them except their photos. */
export function* deleteEnquiries(sequences: Sequences): Steps<void> {
  for (const deleteRows of deleteOwnedRows) yield* execute(deleteRows({ sequences }));
  yield* execute(deleteEnquiryRows({ sequences }));
}

/**
 * Records that something was erased, so that PostgreSQL's pages are cleaned up. Call it within the
 * transaction of the erasure. Does nothing in SQLite, which overwrites what it deletes.
 * @param isAsked True if a person requested it, so that the cleanup is due at once; false if a retention rule
 * did, so that it is due after `tidyAfterMs`.
 */
export function* recordErasure({ isAsked }: { readonly isAsked: boolean }): Steps<void> {
  yield* execute(updateErasures({ isAsked }));
}

interface SequenceValues {
  readonly sequences: Sequences;
}

const selectMails = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .selectFrom('mails')
    .select(sql<number>`CASE WHEN content IS NULL THEN 0 ELSE 1 END`.as('has_content'))
    .where(isInList('enquiry', sequences, 'bigint'))
    .orderBy('enquiry')
    .forUpdate(),
);

const selectEnquiries = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .selectFrom('enquiries')
    .select([
      'id',
      sql<number>`CASE WHEN EXISTS (SELECT 1 FROM mails WHERE enquiry = sequence AND state = 'waiting')
        OR EXISTS (SELECT 1 FROM receipts WHERE enquiry = sequence AND state = 'waiting') THEN 1 ELSE 0 END`.as(
        'waits',
      ),
    ])
    .where(isInList('sequence', sequences, 'bigint'))
    .orderBy('sequence')
    .forUpdate(),
);

const deletePhotoLinks = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .deleteFrom('enquiry_photos')
    .where(isInList('enquiry', sequences, 'bigint'))
    .returning('path'),
);

/** Waits for transactions that are linking a photo, so that the next statement sees their links. */
const lockPhotos = defineStatement(({ name }, { paths }: { readonly paths: readonly string[] }) =>
  name === 'postgres'
    ? sql`SELECT FROM photos WHERE path = ANY (${paths}::text[]) ORDER BY path FOR UPDATE`
    : undefined,
);

const deletePhotos = defineStatement(({ db, isInList }, { paths }: { readonly paths: readonly string[] }) =>
  db
    .deleteFrom('photos')
    .where(isInList('path', paths, 'text'))
    .where(sql<boolean>`NOT EXISTS (SELECT 1 FROM enquiry_photos WHERE enquiry_photos.path = photos.path)`)
    .returning('path'),
);

const selectSentMails = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .selectFrom('mails')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['id', 'enquiry'])
    .where(isInList('enquiry', sequences, 'bigint'))
    .where('state', '=', 'sent')
    .where('mails.content', 'is not', null)
    .orderBy('enquiry')
    .forUpdate('mails'),
);

const deleteMailTries = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db.deleteFrom('mail_tries').where(isInList('enquiry', sequences, 'bigint')),
);

const eraseDeliveryBodies = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .updateTable('deliveries')
    .set({ body: null })
    .where(isInList('enquiry', sequences, 'bigint'))
    .where('state', 'in', ['sent', 'failed']),
);

/**
 * Successful tries stay: as long as the enquiry exists, it must be known which destinations received it.
 */
const deleteUnsuccessfulTries = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .deleteFrom('delivery_tries')
    .where(isInList('enquiry', sequences, 'bigint'))
    .where('outcome', '<>', 'sent'),
);

const eraseMailContents = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db
    .updateTable('mails')
    .set({ content: null })
    .where(isInList('enquiry', sequences, 'bigint')),
);

const selectExternalCopies = defineStatement(
  ({ isInList }, { sequences }: SequenceValues) => sql<ExternalCopies>`
    SELECT destination, count(*) AS count FROM deliveries
    WHERE ${isInList('enquiry', sequences, 'bigint')} AND (state = 'sent' OR EXISTS (
      SELECT 1 FROM delivery_tries AS tried
      WHERE tried.enquiry = deliveries.enquiry AND tried.destination = deliveries.destination AND outcome = 'sent'))
    GROUP BY destination ORDER BY destination`,
);

/** Deletes the rows of enquiries that PostgreSQL deletes by itself (`ON DELETE CASCADE`). */
const deleteOwnedRows = (['idempotency_keys', 'mails', 'receipts'] as const).map((table) =>
  defineStatement(({ name, db, isInList }, { sequences }: SequenceValues) =>
    name === 'sqlite' ? db.deleteFrom(table).where(isInList('enquiry', sequences, 'bigint')) : undefined,
  ),
);

const deleteEnquiryRows = defineStatement(({ db, isInList }, { sequences }: SequenceValues) =>
  db.deleteFrom('enquiries').where(isInList('sequence', sequences, 'bigint')),
);

const updateErasures = defineStatement(({ name }, { isAsked }: { readonly isAsked: boolean }) =>
  name === 'postgres'
    ? sql`UPDATE erasures SET made = made + 1, is_asked = is_asked OR ${isAsked}::boolean,
        since = coalesce(since, now())`
    : undefined,
);
