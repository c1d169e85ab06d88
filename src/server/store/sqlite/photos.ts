import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { AttachedPhoto, PhotoEntry, PhotoFault, PhotoState, QuarantinedPhoto } from '../photo-entry.ts';
import type { SyncCalls } from '../store.ts';

export type PhotoCalls = Pick<
  SyncCalls,
  | 'issuePhoto'
  | 'findPhotos'
  | 'photoPreviews'
  | 'recordPhotoStored'
  | 'photosToMake'
  | 'adoptPhotos'
  | 'recordPhotoFault'
  | 'quarantine'
  | 'requeuePhoto'
  | 'photoFigures'
  | 'recordPhotoReencoded'
  | 'unclaimedPhotos'
  | 'forgetPhotos'
>;

/** The columns that `toPhotoEntry` reads, and `make_at`. */
const columns = 'path, name, type, max_bytes, issued_at, state, stored_at, bytes, makes, fault, make_at';

/**
 * A condition that is true of the paths in a list, which is passed as one JSON text, so that one statement
 * serves any number.
 */
const inPaths = 'path IN (SELECT value FROM json_each(?))';

/** Prepares the statements of the table `photos`. Returns the calls that use them. */
export function preparePhotos(db: DatabaseSync): PhotoCalls {
  const insert = db.prepare(
    'INSERT INTO photos (path, name, type, max_bytes, issued_at) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db.prepare(`SELECT ${columns} FROM photos WHERE ${inPaths}`);
  const previews = db.prepare(
    `SELECT path, preview FROM photos WHERE state = 'ready' AND preview IS NOT NULL AND ${inPaths}`,
  );
  const store = db.prepare(
    `UPDATE photos SET state = 'stored', stored_at = ?, bytes = ? WHERE path = ? AND state = 'issued'`,
  );
  const reencode = db.prepare(
    `UPDATE photos SET state = ?, preview = ?, fault = NULL WHERE path = ? AND state = 'stored'`,
  );
  const unclaimed = db.prepare(
    'SELECT path FROM photos WHERE is_claimed = 0 AND issued_at < ? ORDER BY issued_at LIMIT ?',
  );
  const forget = db.prepare(`DELETE FROM photos WHERE is_claimed = 0 AND ${inPaths}`);
  return {
    /** Inserts a photo in the state `issued`. Throws if the path exists. */
    issuePhoto: ({ path, name, type, maxBytes, issuedAt }) => {
      insert.run(path, name, type, maxBytes, issuedAt);
    },
    /**
     * Returns the previews of those photos that are re-encoded (`ready`) and have one. Other paths are left
     * out.
     */
    photoPreviews: (paths) =>
      previews
        .all(JSON.stringify(paths))
        .flatMap(({ path, preview }) =>
          preview instanceof Uint8Array ? [{ path: String(path), preview }] : [],
        ),
    /** Returns the photos with these paths. Unknown paths are left out. */
    findPhotos: (paths) => select.all(JSON.stringify(paths)).map(toPhotoEntry),
    /**
     * Records that the bytes of a photo have arrived, and how many. Returns false, and changes nothing, if
     * they had arrived before or the path is unknown.
     */
    recordPhotoStored: ({ path, bytes, storedAt }) => store.run(storedAt, bytes, path).changes > 0,
    /**
     * Stores the result of re-encoding a stored photo, `ready` with its preview or `withheld`, and removes
     * its fault. Returns false, and changes nothing, if a result was stored before or the photo was deleted.
     */
    recordPhotoReencoded: (photo) => {
      const preview = photo.state === 'ready' ? photo.preview : null;
      return reencode.run(photo.state, preview, photo.path).changes > 0;
    },
    /**
     * Returns at most `limit` paths that were issued before a time and that no enquiry contains, the oldest
     * first.
     */
    unclaimedPhotos: ({ issuedBefore, limit }) =>
      unclaimed.all(issuedBefore, limit).map(({ path }) => String(path)),
    /** Deletes the rows of those of the paths that no enquiry contains. Removes no files. */
    forgetPhotos: (paths) => {
      forget.run(JSON.stringify(paths));
    },
    ...prepareReencoding(db),
  };
}

/** Prepares the calls about photos that are to be re-encoded or are in quarantine. */
function prepareReencoding(db: DatabaseSync) {
  const toMake = db.prepare(
    `SELECT ${columns} FROM photos WHERE state = 'stored' AND make_at <= ? ORDER BY make_at, number LIMIT ?`,
  );
  const adopt = db.prepare(
    `UPDATE photos SET make_at = ?
     WHERE state = 'stored' AND make_at IS NULL AND fault IS NULL AND is_claimed = 1 AND path IN (
       SELECT path FROM enquiry_photos JOIN mails USING (enquiry) WHERE mails.state <> 'suspected'
     )`,
  );
  const setFault = db.prepare(
    `UPDATE photos SET fault = ?, make_at = ?, makes = makes + 1 WHERE path = ? AND state = 'stored'`,
  );
  const quarantined = db.prepare(
    `SELECT ${columns}, (
       SELECT json_group_array(reference) FROM enquiry_photos JOIN enquiries ON sequence = enquiry
       WHERE enquiry_photos.path = photos.path
     ) AS named_by FROM photos WHERE state = 'stored' AND fault IS NOT NULL ORDER BY stored_at, number`,
  );
  const requeue = db.prepare(
    `UPDATE photos SET make_at = ?, fault = iif(?, 'released', fault)
     WHERE path = ? AND state = 'stored' AND fault IS NOT NULL`,
  );
  const figures = db.prepare(
    `SELECT count(*) FILTER (WHERE make_at <= ?1) AS to_make, min(make_at) FILTER (WHERE make_at <= ?1) AS since,
       count(fault) AS quarantined
     FROM photos WHERE state = 'stored'`,
  );
  return {
    /**
     * Returns at most `limit` stored photos that are due to be re-encoded, those that have been due longest
     * first. Does not claim them.
     */
    photosToMake: ({ now, limit }) => toMake.all(now, limit).map(toPhotoEntry),
    /**
     * Schedules the stored photos of enquiries that are not suspected, if a server of an older version has
     * not scheduled them, to be re-encoded at `now`. Returns their number.
     */
    adoptPhotos: ({ now }) => Number(adopt.run(now).changes),
    /**
     * Puts a stored photo in quarantine, with the reason for which it could not be re-encoded, and counts the
     * failed try. It is tried again at `makeAt`, or waits for a person if that is null.
     */
    recordPhotoFault: ({ path, fault, makeAt }) => {
      setFault.run(fault, makeAt, path);
    },
    /**
     * Returns the stored photos with a fault in the order of arrival, also those that will be tried again
     * (`makeAt`).
     */
    quarantine: () => quarantined.all().map(toQuarantinedPhoto),
    /**
     * Schedules a photo in quarantine to be re-encoded at `now`, or to be used unchanged if `isReleased`.
     * Returns false, and changes nothing, if it is not in quarantine.
     */
    requeuePhoto: ({ path, now, isReleased }) => requeue.run(now, isReleased ? 1 : 0, path).changes > 0,
    /**
     * Counts the photos that are due to be re-encoded, and those in quarantine. `oldestToMakeSince` is absent
     * if none is due.
     */
    photoFigures: ({ now }) => {
      const { to_make, since, quarantined } = figures.get(now) ?? {};
      const oldest = typeof since === 'number' ? { oldestToMakeSince: since } : {};
      return { toMake: Number(to_make), quarantined: Number(quarantined), ...oldest };
    },
  } satisfies Partial<PhotoCalls>;
}

/**
 * Converts a row with `named_by`, a JSON list of references, to a photo with the references of the enquiries
 * that contain it.
 */
function toQuarantinedPhoto(row: Record<string, SQLOutputValue>): QuarantinedPhoto {
  const { make_at, named_by } = row;
  return {
    ...toPhotoEntry(row),
    // SQLite built this array from a text column.
    references: JSON.parse(String(named_by)) as string[],
    ...(make_at === null ? {} : { makeAt: Number(make_at) }),
  };
}

/**
 * Returns a function that links photos to a new enquiry, in the order of the paths, and schedules those
 * without a fault to be re-encoded unless they are scheduled. Unknown paths are left out. It must run within
 * the transaction of the enquiry.
 */
export function preparePhotoClaim(db: DatabaseSync): (claim: {
  readonly enquiry: number | bigint;
  readonly paths: readonly string[];
  /**
   * The time from which they are re-encoded; null if the enquiry is suspected, so that it has to be released
   * first.
   */
  readonly makeAt: number | null;
}) => void {
  const mark = db.prepare(
    `UPDATE photos SET is_claimed = 1, make_at = iif(fault IS NULL, coalesce(make_at, ?), make_at) WHERE ${inPaths}`,
  );
  const link = db.prepare(
    `INSERT INTO enquiry_photos (enquiry, position, path)
     SELECT ?, key, value FROM json_each(?) WHERE value IN (SELECT path FROM photos)`,
  );
  return ({ enquiry, paths, makeAt }) => {
    if (paths.length === 0) return;
    mark.run(makeAt, JSON.stringify(paths));
    link.run(enquiry, JSON.stringify(paths));
  };
}

/**
 * Returns a function that reads the photos of an enquiry by its id, not its reference, in the order of the
 * enquiry; empty if there are none.
 */
export function prepareAttachedPhotos(db: DatabaseSync): (enquiryId: string) => readonly AttachedPhoto[] {
  const select = db.prepare(
    `SELECT photos.path, name, photos.state, fault, preview FROM enquiry_photos JOIN photos USING (path)
     WHERE enquiry = (SELECT sequence FROM enquiries WHERE id = ?) ORDER BY position`,
  );
  return (enquiryId) =>
    select.all(enquiryId).map(({ path, name, state, fault, preview }) => ({
      path: String(path),
      name: String(name),
      state: toPhotoState(state),
      ...(fault === null ? {} : { fault: toPhotoFault(fault) }),
      ...(preview instanceof Uint8Array ? { preview } : {}),
    }));
}

/** Converts a row with `columns` to a photo. Values that are null become absent. */
function toPhotoEntry(row: Record<string, SQLOutputValue>): PhotoEntry {
  const { path, name, type, max_bytes, issued_at, state, stored_at, bytes, makes, fault } = row;
  return {
    path: String(path),
    name: String(name),
    type: String(type),
    maxBytes: Number(max_bytes),
    issuedAt: Number(issued_at),
    state: toPhotoState(state),
    makes: Number(makes),
    ...(fault === null ? {} : { fault: toPhotoFault(fault) }),
    ...(stored_at === null ? {} : { storedAt: Number(stored_at) }),
    ...(bytes === null ? {} : { bytes: Number(bytes) }),
  };
}

/** Returns the value of a column with its type, unchecked: the table's CHECK lets no other text in. */
function toPhotoState(text: SQLOutputValue | undefined): PhotoState {
  return text as PhotoState;
}

/**
 * Returns the value of a column with its type, unchecked: only `recordPhotoFault` and `requeuePhoto` write
 * it.
 */
function toPhotoFault(text: SQLOutputValue | undefined): PhotoFault {
  return text as PhotoFault;
}
