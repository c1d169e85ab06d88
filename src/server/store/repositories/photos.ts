import { type Insertable, type Selectable, sql } from 'kysely';
import type { AttachedPhoto, PhotoEntry, PhotoFault, PhotoState } from '../records/photo-entry.ts';
import { buildClaimEnd, unforcedCommit } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import {
  type Dialect,
  defineStatement,
  execute,
  fetchAll,
  fetchFirst,
  type Repository,
  type Steps,
} from './statement.ts';

/** The calls about photos. `photosToMake` claims none; PostgreSQL has its own, which does. */
export const photosRepository: Repository<
  | 'issuePhoto'
  | 'findPhotos'
  | 'photoPreviews'
  | 'photosToMake'
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
  /** Stores a new photo whose bytes have not arrived yet. Rejects if the path exists. */
  *issuePhoto({ path, name, type, maxBytes, issuedAt }) {
    yield* execute(insert({ path, name, type, max_bytes: maxBytes, issued_at: issuedAt }));
  },
  /** Returns those of the paths that are stored, in any order. */
  *findPhotos(paths) {
    return (yield* fetchAll(selectByPaths({ paths }))).map(toPhotoEntry);
  },
  /** Returns the previews of those photos that are re-encoded and have one. */
  *photoPreviews(paths) {
    const rows = yield* fetchAll(selectPreviews({ paths }));
    return rows.flatMap(({ path, preview }) => (preview ? [{ path, preview: copyBytes(preview) }] : []));
  },
  /**
   * Records that the bytes have arrived. Returns false, and does nothing, if they had arrived before or the
   * path is unknown.
   */
  *recordPhotoStored(request) {
    return (yield* execute(setStored(request))) > 0;
  },
  /**
   * Returns at most `limit` stored photos that are due to be re-encoded, those that have been due longest
   * first.
   */
  *photosToMake(request) {
    return (yield* fetchAll(selectDue(request))).map(toPhotoEntry);
  },
  /**
   * Schedules photos of enquiries that a server of an older version has not scheduled, due at `now`, except
   * those of suspected enquiries. Returns their number.
   */
  *adoptPhotos(request) {
    return yield* execute(adopt(request));
  },
  /**
   * Puts a photo in quarantine, counts the failed try and ends its claim. It is tried again at `makeAt`, or
   * waits for a person if that is null. Does nothing unless the photo is in the state `stored`.
   */
  *recordPhotoFault(request) {
    yield* execute(setFault(request));
  },
  /**
   * Returns the photos with a fault and the references of their enquiries, in the order of arrival, also
   * those that will be tried again (`makeAt`).
   */
  *quarantine() {
    const rows = yield* fetchAll(selectQuarantined());
    const links = yield* fetchAll(selectReferences({ paths: rows.map(({ path }) => path) }));
    return rows.map((row) => ({
      ...toPhotoEntry(row),
      references: links.filter(({ path }) => path === row.path).map(({ reference }) => reference),
      ...(row.make_at !== null && { makeAt: row.make_at }),
    }));
  },
  /**
   * Schedules a photo in quarantine to be re-encoded now, or to be used unchanged if `isReleased`. Returns
   * false if it is not in quarantine.
   */
  *requeuePhoto({ path, now, isReleased }) {
    const fault: PhotoFault | undefined = isReleased ? 'released' : undefined;
    return (yield* execute(requeue({ path, now, fault }))) > 0;
  },
  /**
   * Counts the photos that are due to be re-encoded, with the time since which the oldest one is, and those
   * in quarantine.
   */
  *photoFigures(request) {
    const { to_make = 0, since = null, quarantined = 0 } = (yield* fetchFirst(selectFigures(request))) ?? {};
    return { toMake: to_make, quarantined, ...(since !== null && { oldestToMakeSince: since }) };
  },
  /**
   * Records that a photo was re-encoded, with its preview, or withheld, and removes its fault. Returns false,
   * and does nothing, if that was recorded before, or it was deleted.
   */
  *recordPhotoReencoded(photo) {
    const preview = (photo.state === 'ready' && photo.preview) || null;
    return (yield* execute(setReencoded({ path: photo.path, state: photo.state, preview }))) > 0;
  },
  /**
   * Returns at most `limit` paths that were issued before a time and that no enquiry contains, the oldest
   * first.
   */
  *unclaimedPhotos(request) {
    return (yield* fetchAll(selectUnclaimed(request))).map(({ path }) => path);
  },
  /** Deletes the rows of those of the paths that no enquiry contains. Removes no files. */
  *forgetPhotos(paths) {
    yield* execute(deleteUnclaimed({ paths }));
  },
};

/** The columns that `toPhotoEntry` reads, and the time when it is to be re-encoded. */
export const photoColumns = [
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

interface Paths {
  readonly paths: readonly string[];
}

/** Written like the condition of the partial index, so that it is used. */
const isStored = sql<boolean>`state = 'stored'`;

/** Returns the condition that no enquiry contains a photo, written like the one of the partial index. */
function buildIsUnclaimed({ name }: Dialect) {
  return name === 'sqlite' ? sql<boolean>`is_claimed = 0` : sql<boolean>`NOT is_claimed`;
}

/** In SQLite the transaction itself does not wait for the disk (`runUnforced`). */
const insert = defineStatement(
  (
    { name, db },
    row: Pick<Insertable<SharedTables['photos']>, 'path' | 'name' | 'type' | 'max_bytes' | 'issued_at'>,
  ) =>
    name === 'sqlite'
      ? db.insertInto('photos').values(row)
      : sql`WITH ${unforcedCommit} INSERT INTO photos (path, name, type, max_bytes, issued_at)
        SELECT ${row.path}, ${row.name}, ${row.type}, ${row.max_bytes}::bigint, ${row.issued_at}::bigint FROM unforced`,
);

const setStored = defineStatement(
  (
    { name },
    { path, bytes, storedAt }: { readonly path: string; readonly bytes: number; readonly storedAt: number },
  ) =>
    name === 'sqlite'
      ? sql`UPDATE photos SET state = 'stored', stored_at = ${storedAt}, bytes = ${bytes}
        WHERE path = ${path} AND state = 'issued'`
      : sql`WITH ${unforcedCommit} UPDATE photos SET state = 'stored', stored_at = ${storedAt}::bigint, bytes = ${bytes}::bigint
        FROM unforced WHERE path = ${path} AND state = 'issued'`,
);

const selectByPaths = defineStatement(({ db, isInList }, { paths }: Paths) =>
  db
    .selectFrom('photos')
    .select(photoColumns)
    .where(isInList('path', paths, 'text')),
);

const selectPreviews = defineStatement(({ db, isInList }, { paths }: Paths) =>
  db
    .selectFrom('photos')
    .select(['path', 'preview'])
    .where('state', '=', 'ready')
    .where('preview', 'is not', null)
    .where(isInList('path', paths, 'text')),
);

const selectDue = defineStatement(
  ({ db }, { now, limit }: { readonly now: number; readonly limit: number }) =>
    db
      .selectFrom('photos')
      .select(photoColumns)
      .where(isStored)
      .where('make_at', '<=', now)
      .orderBy('make_at')
      .orderBy('number')
      .limit(limit),
);

const adopt = defineStatement(({ db }, { now }: { readonly now: number }) =>
  db
    .updateTable('photos')
    .set({ make_at: now })
    .where(isStored)
    .where('make_at', 'is', null)
    .where('fault', 'is', null)
    .where('is_claimed', '=', true)
    .where(
      sql<boolean>`path IN (
        SELECT path FROM enquiry_photos JOIN mails USING (enquiry) WHERE mails.state <> 'suspected')`,
    ),
);

const setFault = defineStatement(
  (
    dialect,
    {
      path,
      fault,
      makeAt,
    }: { readonly path: string; readonly fault: PhotoFault; readonly makeAt: number | null },
  ) => sql`UPDATE photos SET fault = ${fault}, make_at = ${makeAt}, makes = makes + 1${buildClaimEnd(dialect, 'maker')}
    WHERE path = ${path} AND state = 'stored'`,
);

const selectQuarantined = defineStatement(({ db }) =>
  db
    .selectFrom('photos')
    .select(photoColumns)
    .where(isStored)
    .where('fault', 'is not', null)
    .orderBy('stored_at')
    .orderBy('number'),
);

const selectReferences = defineStatement(({ db, isInList }, { paths }: Paths) =>
  db
    .selectFrom('enquiry_photos')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['path', 'reference'])
    .where(isInList('path', paths, 'text'))
    .orderBy('sequence'),
);

const requeue = defineStatement(
  (
    { db },
    {
      path,
      now,
      fault,
    }: { readonly path: string; readonly now: number; readonly fault: PhotoFault | undefined },
  ) =>
    db
      .updateTable('photos')
      .set({ make_at: now, ...(fault !== undefined && { fault }) })
      .where('path', '=', path)
      .where(isStored)
      .where('fault', 'is not', null),
);

const selectFigures = defineStatement(
  (_dialect, { now }: { readonly now: number }) => sql<{
    readonly to_make: number;
    readonly since: number | null;
    readonly quarantined: number;
  }>`SELECT count(*) FILTER (WHERE make_at <= ${now}) AS to_make, min(make_at) FILTER (WHERE make_at <= ${now}) AS since,
      count(fault) AS quarantined
    FROM photos WHERE ${isStored}`,
);

const setReencoded = defineStatement(
  (
    { db },
    {
      path,
      state,
      preview,
    }: { readonly path: string; readonly state: PhotoState; readonly preview: Uint8Array | null },
  ) =>
    db
      .updateTable('photos')
      .set({ state, preview: sql<Buffer | null>`${preview}`, fault: null })
      .where('path', '=', path)
      .where(isStored),
);

const selectUnclaimed = defineStatement(
  (dialect, { issuedBefore, limit }: { readonly issuedBefore: number; readonly limit: number }) =>
    dialect.db
      .selectFrom('photos')
      .select('path')
      .where(buildIsUnclaimed(dialect))
      .where('issued_at', '<', issuedBefore)
      .orderBy('issued_at')
      .limit(limit),
);

const deleteUnclaimed = defineStatement((dialect, { paths }: Paths) =>
  dialect.db
    .deleteFrom('photos')
    .where(buildIsUnclaimed(dialect))
    .where(dialect.isInList('path', paths, 'text')),
);

const selectAttached = defineStatement(({ db }, { enquiryId }: { readonly enquiryId: string }) =>
  db
    .selectFrom('enquiry_photos')
    .innerJoin('photos', 'photos.path', 'enquiry_photos.path')
    .innerJoin('enquiries', 'sequence', 'enquiry')
    .select(['photos.path', 'name', 'state', 'fault', 'preview'])
    .where('id', '=', enquiryId)
    .orderBy('position'),
);

/**
 * Returns the photos of an enquiry by its id, not its reference, in the order of the enquiry; empty if it has
 * none.
 */
export function* loadAttachedPhotos(enquiryId: string): Steps<readonly AttachedPhoto[]> {
  return (yield* fetchAll(selectAttached({ enquiryId }))).map(({ path, name, state, fault, preview }) => ({
    path,
    name,
    state: state as PhotoState,
    ...(fault !== null && { fault: fault as PhotoFault }),
    ...(preview && { preview: copyBytes(preview) }),
  }));
}

/** Copies the bytes of a column: a buffer from `pg` is a view of everything that was received with it. */
function copyBytes(column: Uint8Array): Uint8Array {
  return Uint8Array.from(column);
}

/** The columns of a photo that `toPhotoEntry` reads. */
export type StoredPhotoRow = Pick<
  Selectable<SharedTables['photos']>,
  Exclude<(typeof photoColumns)[number], 'make_at'>
>;

/** Converts a row; columns that are NULL are left out. */
export function toPhotoEntry(row: StoredPhotoRow): PhotoEntry {
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
