import { sql } from 'kysely';
import type { AttachedPhoto, PhotoEntry, PhotoFault, PhotoState } from '../photo-entry.ts';
import type { PostgresCalls } from './calls.ts';
import type { Database } from './connect.ts';
import { isUnclaimed } from './sender.ts';
import { unforcedCommit } from './transaction.ts';

/** The columns of a photo that `toPhotoEntry` reads, and the time when it is to be re-encoded. */
const columns = [
  'path',
  'name',
  'type',
  'max_bytes',
  'issued_at',
  'state',
  'stored_at',
  'bytes',
  'makes',
  'fault',
  'make_at',
] as const;

export const postgresPhotoCalls: PostgresCalls<
  | 'issuePhoto'
  | 'findPhotos'
  | 'photoPreviews'
  | 'recordPhotoStored'
  | 'adoptPhotos'
  | 'recordPhotoFault'
  | 'quarantine'
  | 'requeuePhoto'
  | 'photoFigures'
  | 'recordPhotoReencoded'
  | 'unclaimedPhotos'
  | 'forgetPhotos'
> = {
  /**
   * Stores a new photo whose bytes have not arrived yet. Does not wait for the disk. Rejects if the path
   * exists.
   */
  async issuePhoto(db, { path, name, type, maxBytes, issuedAt }) {
    await sql`WITH ${unforcedCommit} INSERT INTO photos (path, name, type, max_bytes, issued_at)
      SELECT ${path}, ${name}, ${type}, ${maxBytes}::bigint, ${issuedAt}::bigint FROM unforced`.execute(db);
  },
  /** Returns those of the paths that are stored, in any order. */
  async findPhotos(db, paths) {
    return (await selectPhotos(db).where(hasPathIn(paths)).execute()).map(toPhotoEntry);
  },
  /** Returns the previews of those photos that are re-encoded and have one. */
  async photoPreviews(db, paths) {
    const rows = await db
      .selectFrom('photos')
      .select(['path', 'preview'])
      .where('state', '=', 'ready')
      .where(hasPathIn(paths))
      .execute();
    return rows.flatMap(({ path, preview }) => (preview ? [{ path, preview: copyBytes(preview) }] : []));
  },
  /**
   * Records that the bytes have arrived. Returns false, and does nothing, if they had arrived before or the
   * path is unknown. Does not wait for the disk.
   */
  recordPhotoStored: (db, { path, bytes, storedAt }) =>
    hasChangedRows(
      sql`WITH ${unforcedCommit} UPDATE photos SET state = 'stored', stored_at = ${storedAt}::bigint, bytes = ${bytes}::bigint
      FROM unforced WHERE path = ${path} AND state = 'issued'`.execute(db),
    ),
  /**
   * Schedules photos of enquiries that a server of an older version has not scheduled, due at `now`, except
   * those of suspected enquiries. Returns their number.
   */
  async adoptPhotos(db, { now }) {
    const { numAffectedRows = 0n } = await sql`UPDATE photos SET make_at = ${now}
      WHERE state = 'stored' AND make_at IS NULL AND fault IS NULL AND is_claimed AND path IN (
        SELECT path FROM enquiry_photos JOIN mails USING (enquiry) WHERE mails.state <> 'suspected')`.execute(
      db,
    );
    return Number(numAffectedRows);
  },
  /**
   * Puts a photo in quarantine and ends its claim. It is tried again at `makeAt`, or waits for a person if
   * that is null. Does nothing unless the photo is in the state `stored`.
   */
  async recordPhotoFault(db, { path, fault, makeAt }) {
    await sql`UPDATE photos SET fault = ${fault}, make_at = ${makeAt}, makes = makes + 1, maker = NULL
      WHERE path = ${path} AND state = 'stored'`.execute(db);
  },
  /**
   * Returns the photos with a fault and the references of their enquiries, in the order of arrival, also
   * those that will be tried again (`makeAt`).
   */
  async quarantine(db) {
    const rows = await selectPhotos(db)
      .select(
        sql<readonly string[]>`ARRAY(SELECT reference FROM enquiry_photos JOIN enquiries ON sequence = enquiry
          WHERE enquiry_photos.path = photos.path ORDER BY sequence)`.as('named_by'),
      )
      .where(isStored)
      .where('fault', 'is not', null)
      .orderBy('stored_at')
      .orderBy('number')
      .execute();
    return rows.map((row) => ({
      ...toPhotoEntry(row),
      references: row.named_by,
      ...(row.make_at !== null && { makeAt: row.make_at }),
    }));
  },
  /**
   * Schedules a photo in quarantine to be re-encoded now, or to be used unchanged if `isReleased`. Returns
   * false if it is not in quarantine.
   */
  requeuePhoto: (db, { path, now, isReleased }) =>
    hasChangedRows(
      sql`UPDATE photos SET make_at = ${now}, fault = CASE WHEN ${isReleased}::boolean THEN 'released' ELSE fault END
      WHERE path = ${path} AND state = 'stored' AND fault IS NOT NULL`.execute(db),
    ),
  /**
   * Counts the photos that are due to be re-encoded, with the time since which the oldest one is, and those
   * in quarantine.
   */
  async photoFigures(db, { now }) {
    const { rows } = await sql<{ toMake: number; since: number | null; quarantined: number }>`
      SELECT count(*) FILTER (WHERE make_at <= ${now}) AS "toMake", min(make_at) FILTER (WHERE make_at <= ${now}) AS since,
        count(fault) AS quarantined
      FROM photos WHERE state = 'stored'`.execute(db);
    const { toMake = 0, since = null, quarantined = 0 } = rows[0] ?? {};
    return { toMake, quarantined, ...(since !== null && { oldestToMakeSince: since }) };
  },
  /**
   * Records that a photo was re-encoded, with its preview, or withheld, and removes its fault. Returns false,
   * and does nothing, if that was recorded before, or it was deleted.
   */
  recordPhotoReencoded: (db, photo) => {
    const preview = photo.state === 'ready' && photo.preview ? Buffer.from(photo.preview) : null;
    return hasChangedRows(
      sql`UPDATE photos SET state = ${photo.state}, preview = ${preview}, fault = NULL
      WHERE path = ${photo.path} AND state = 'stored'`.execute(db),
    );
  },
  /**
   * Returns at most `limit` paths that were issued before a time and that no enquiry contains, the oldest
   * first.
   */
  async unclaimedPhotos(db, { issuedBefore, limit }) {
    const rows = await db
      .selectFrom('photos')
      .select('path')
      .where(sql<boolean>`NOT is_claimed`)
      .where('issued_at', '<', issuedBefore)
      .orderBy('issued_at')
      .limit(limit)
      .execute();
    return rows.map(({ path }) => path);
  },
  /** Deletes those of the paths that no enquiry contains. */
  async forgetPhotos(db, paths) {
    await db.deleteFrom('photos').where(sql<boolean>`NOT is_claimed`).where(hasPathIn(paths)).execute();
  },
};

/**
 * Claims at most `limit` photos that are due to be re-encoded, and returns them, ordered by when they became
 * due. Photos that another live maker has claimed are left out. A claim ends when a result or a fault is
 * recorded, or when the maker is no longer alive.
 * @param maker The id of the sender that re-encodes them.
 */
export async function claimPhotosToMake(
  db: Database,
  maker: string,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly PhotoEntry[]> {
  const { rows } = await sql<
    Row & { readonly make_at: number; readonly number: number }
  >`UPDATE photos SET maker = ${maker}
    WHERE number IN (
      SELECT number FROM photos WHERE state = 'stored' AND make_at <= ${now} AND ${isUnclaimed(maker, 'maker')}
      ORDER BY make_at, number LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING number, ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db);
  return rows
    .toSorted((one, other) => one.make_at - other.make_at || one.number - other.number)
    .map(toPhotoEntry);
}

/**
 * Returns the photos of an enquiry, by the enquiry's number, in the order of the enquiry; empty if it has
 * none.
 */
export async function loadAttachedPhotos(db: Database, enquiry: number): Promise<readonly AttachedPhoto[]> {
  const rows = await db
    .selectFrom('enquiry_photos')
    .innerJoin('photos', 'photos.path', 'enquiry_photos.path')
    .select(['photos.path', 'name', 'state', 'fault', 'preview'])
    .where('enquiry', '=', enquiry)
    .orderBy('position')
    .execute();
  return rows.map(({ path, name, state, fault, preview }) => ({
    path,
    name,
    state: state as PhotoState,
    ...(fault !== null && { fault: fault as PhotoFault }),
    ...(preview && { preview: copyBytes(preview) }),
  }));
}

/** Selects all photos with `columns`. */
const selectPhotos = (db: Database) => db.selectFrom('photos').select(columns);

/** Written like the condition of the partial index, so that PostgreSQL uses it. */
const isStored = sql<boolean>`state = 'stored'`;

/**
 * Returns the condition that a photo has one of these paths. The list is passed as one array, so that one
 * statement serves any number.
 */
const hasPathIn = (paths: readonly string[]) => sql<boolean>`path = ANY (${[...paths]}::text[])`;

/** Returns true if a statement has changed at least one row. */
async function hasChangedRows(result: Promise<{ readonly numAffectedRows?: bigint }>): Promise<boolean> {
  return ((await result).numAffectedRows ?? 0n) > 0n;
}

/** Copies the bytes of a column: a buffer from `pg` is a view of everything that was received with it. */
function copyBytes(column: Buffer): Uint8Array {
  return Uint8Array.from(column);
}

/** The columns of a photo that `toPhotoEntry` reads. */
interface Row {
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly max_bytes: number;
  readonly issued_at: number;
  readonly state: string;
  readonly stored_at: number | null;
  readonly bytes: number | null;
  readonly makes: number;
  readonly fault: string | null;
}

/** Converts a row; columns that are NULL are left out. */
function toPhotoEntry(row: Row): PhotoEntry {
  const { path, name, type, max_bytes, issued_at, state, stored_at, bytes, makes, fault } = row;
  return {
    path,
    name,
    type,
    maxBytes: max_bytes,
    issuedAt: issued_at,
    makes,
    // The table's CHECK lets no other text in, and only `recordPhotoFault` and `requeuePhoto` write a fault.
    state: state as PhotoState,
    ...(fault !== null && { fault: fault as PhotoFault }),
    ...(stored_at !== null && { storedAt: stored_at }),
    ...(bytes !== null && { bytes }),
  };
}
