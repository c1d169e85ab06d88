import { sql } from 'kysely';
import type { ExternalCopies } from '../../../api/privacy.ts';
import { toExternalCopies } from '../external-copies.ts';
import { type Erased, type ErasedFile, mailInFlightMs } from '../privacy-entry.ts';
import type { Database } from './connect.ts';

type ErasedEnquiries = Omit<Erased, 'savedAnswers'>;

/**
 * Erases complete enquiries, by their numbers. Each file that must be removed is added to `erased_files`; a
 * mail in flight may become a file later, so its file is searched for until `mailInFlightMs` after `now`.
 * Returns the numbers of erased enquiries, photos and mails with content, and the counts of
 * `countExternalCopies`. Call it within a transaction.
 */
export async function eraseEnquiries(
  db: Database,
  sequences: readonly number[],
  now: number,
): Promise<ErasedEnquiries> {
  if (sequences.length === 0) return { enquiries: 0, photos: 0, mails: 0 };
  const wanted = [...sequences];
  // Locks the mails in the same order as their sending does.
  const { rows: mails } = await sql<{ content: string | null }>`
    SELECT content FROM mails WHERE enquiry = ANY (${wanted}::bigint[]) ORDER BY enquiry FOR UPDATE`.execute(
    db,
  );
  const { rows } = await sql<{ id: string; waits: boolean }>`
    SELECT id, EXISTS (SELECT FROM mails WHERE enquiry = sequence AND state = 'waiting')
      OR EXISTS (SELECT FROM receipts WHERE enquiry = sequence AND state = 'waiting') AS waits
    FROM enquiries WHERE sequence = ANY (${wanted}::bigint[]) ORDER BY sequence FOR UPDATE`.execute(db);
  await queueErasedFiles(
    db,
    rows.map(({ id, waits }) => ({ kind: 'mail', name: id, ...(waits && { until: now + mailInFlightMs }) })),
  );
  const photos = await erasePhotos(db, wanted);
  const taken = await countExternalCopies(db, wanted);
  await sql`DELETE FROM enquiries WHERE sequence = ANY (${wanted}::bigint[])`.execute(db);
  const worded = mails.filter(({ content }) => content !== null);
  return { enquiries: rows.length, photos, mails: worded.length, ...taken };
}

/**
 * Counts, by destination, these enquiries that were delivered at least once. Returns an empty object if there
 * are none.
 */
export async function countExternalCopies(
  db: Database,
  sequences: readonly number[],
): Promise<Pick<Erased, 'elsewhere'>> {
  const { rows } = await sql<ExternalCopies>`
    SELECT destination, count(*) AS count FROM deliveries
    WHERE enquiry = ANY (${[...sequences]}::bigint[]) AND (state = 'sent' OR EXISTS (
      SELECT FROM delivery_tries AS tried
      WHERE tried.enquiry = deliveries.enquiry AND tried.destination = deliveries.destination AND outcome = 'sent'))
    GROUP BY destination ORDER BY destination`.execute(db);
  return toExternalCopies(rows);
}

/**
 * Removes the photos from enquiries, by their numbers; erases those that no other enquiry contains, and adds
 * their files to `erased_files`. Returns the number of erased ones. Call it within a transaction.
 */
export async function erasePhotos(db: Database, sequences: readonly number[]): Promise<number> {
  if (sequences.length === 0) return 0;
  const { rows: named } = await sql<{ path: string }>`
    DELETE FROM enquiry_photos WHERE enquiry = ANY (${[...sequences]}::bigint[]) RETURNING path`.execute(db);
  const paths = [...new Set(named.map(({ path }) => path))];
  // Waits for transactions that are linking a photo, so that the next statement sees their links.
  await sql`SELECT FROM photos WHERE path = ANY (${paths}::text[]) ORDER BY path FOR UPDATE`.execute(db);
  const { rows: gone } = await sql<{ path: string }>`
    DELETE FROM photos WHERE path = ANY (${paths}::text[])
      AND NOT EXISTS (SELECT FROM enquiry_photos WHERE enquiry_photos.path = photos.path) RETURNING path`.execute(
    db,
  );
  await queueErasedFiles(
    db,
    gone.map(({ path }) => ({ kind: 'photo', name: path })),
  );
  return gone.length;
}

/**
 * Erases the content of sent mails of these enquiries and each try to send them; of the same enquiries also
 * the bodies of finished deliveries and every unsuccessful try to deliver. Adds the mails' files to
 * `erased_files`. Enquiries without such a mail stay unchanged. Returns the number of mails. Call it within a
 * transaction.
 */
export async function eraseMails(db: Database, sequences: readonly number[]): Promise<number> {
  if (sequences.length === 0) return 0;
  const { rows } = await sql<{ id: string; enquiry: number }>`
    SELECT id, enquiry FROM mails JOIN enquiries ON sequence = enquiry
    WHERE enquiry = ANY (${[...sequences]}::bigint[]) AND state = 'sent' AND mails.content IS NOT NULL
    ORDER BY enquiry FOR UPDATE OF mails`.execute(db);
  const wanted = rows.map(({ enquiry }) => enquiry);
  await queueErasedFiles(
    db,
    rows.map(({ id }) => ({ kind: 'mail', name: id })),
  );
  await sql`DELETE FROM mail_tries WHERE enquiry = ANY (${wanted}::bigint[])`.execute(db);
  await sql`UPDATE deliveries SET body = NULL
    WHERE enquiry = ANY (${wanted}::bigint[]) AND state IN ('sent', 'failed')`.execute(db);
  // Successful tries stay: as long as the enquiry exists, it must be known which destinations received it.
  await sql`DELETE FROM delivery_tries WHERE enquiry = ANY (${wanted}::bigint[]) AND outcome <> 'sent'`.execute(
    db,
  );
  await sql`UPDATE mails SET content = NULL WHERE enquiry = ANY (${wanted}::bigint[])`.execute(db);
  return wanted.length;
}

/** Adds files to `erased_files`, so that they are removed later. */
async function queueErasedFiles(db: Database, files: readonly ErasedFile[]): Promise<void> {
  const [kinds, names] = [files.map(({ kind }) => kind), files.map(({ name }) => name)];
  const untils = files.map(({ until }) => until ?? null);
  await sql`INSERT INTO erased_files (kind, name, until)
    SELECT * FROM unnest(${kinds}::text[], ${names}::text[], ${untils}::bigint[]) ON CONFLICT DO NOTHING`.execute(
    db,
  );
}
