import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { AttachedPhoto, PhotoEntry, PhotoState } from '../photo-entry.ts';
import type { SyncCalls } from '../store.ts';

/** The store's calls about photos, carried out at once; the writing ones are to be called within a transaction. */
export type PhotoCalls = Pick<
  SyncCalls,
  | 'issuePhoto'
  | 'findPhotos'
  | 'notePhotoStored'
  | 'storedPhotos'
  | 'notePhotoReencoded'
  | 'unclaimedPhotos'
  | 'forgetPhotos'
>;

const columns = 'path, name, type, max_bytes, issued_at, state, stored_at, bytes';

/** Lists of paths travel as one JSON text, so that one statement serves any number. */
const inPaths = 'path IN (SELECT value FROM json_each(?))';

/** Prepares the statements about photos. */
export function preparePhotos(db: DatabaseSync): PhotoCalls {
  const insert = db.prepare(
    'INSERT INTO photos (path, name, type, max_bytes, issued_at) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db.prepare(`SELECT ${columns} FROM photos WHERE ${inPaths}`);
  const store = db.prepare(
    `UPDATE photos SET state = 'stored', stored_at = ?, bytes = ? WHERE path = ? AND state = 'issued'`,
  );
  const stored = db.prepare(
    `SELECT ${columns} FROM photos WHERE state = 'stored' ORDER BY stored_at LIMIT ?`,
  );
  const reencode = db.prepare(`UPDATE photos SET state = ?, preview = ? WHERE path = ? AND state = 'stored'`);
  const unclaimed = db.prepare(
    'SELECT path FROM photos WHERE is_claimed = 0 AND issued_at < ? ORDER BY issued_at LIMIT ?',
  );
  const forget = db.prepare(`DELETE FROM photos WHERE is_claimed = 0 AND ${inPaths}`);
  return {
    issuePhoto: ({ path, name, type, maxBytes, issuedAt }) => {
      insert.run(path, name, type, maxBytes, issuedAt);
    },
    findPhotos: (paths) => select.all(JSON.stringify(paths)).map(toEntry),
    notePhotoStored: ({ path, bytes, storedAt }) => store.run(storedAt, bytes, path).changes > 0,
    storedPhotos: (limit) => stored.all(limit).map(toEntry),
    notePhotoReencoded: (photo) => {
      const preview = photo.state === 'ready' ? photo.preview : null;
      return reencode.run(photo.state, preview, photo.path).changes > 0;
    },
    unclaimedPhotos: ({ issuedBefore, limit }) =>
      unclaimed.all(issuedBefore, limit).map(({ path }) => String(path)),
    forgetPhotos: (paths) => {
      forget.run(JSON.stringify(paths));
    },
  };
}

/** Prepares what notes that an enquiry names photos; to be called within its transaction. */
export function preparePhotoClaim(
  db: DatabaseSync,
): (claim: { readonly enquiry: number | bigint; readonly paths: readonly string[] }) => void {
  const mark = db.prepare(`UPDATE photos SET is_claimed = 1 WHERE ${inPaths}`);
  const link = db.prepare(
    `INSERT INTO enquiry_photos (enquiry, position, path)
     SELECT ?, key, value FROM json_each(?) WHERE value IN (SELECT path FROM photos)`,
  );
  return ({ enquiry, paths }) => {
    if (paths.length === 0) return;
    mark.run(JSON.stringify(paths));
    link.run(enquiry, JSON.stringify(paths));
  };
}

/** Prepares what reads the photos of an enquiry, in the order in which it names them. */
export function prepareAttachedPhotos(db: DatabaseSync): (enquiryId: string) => readonly AttachedPhoto[] {
  const select = db.prepare(
    `SELECT photos.path, name, preview FROM enquiry_photos JOIN photos USING (path)
     WHERE enquiry = (SELECT sequence FROM enquiries WHERE id = ?) ORDER BY position`,
  );
  return (enquiryId) =>
    select.all(enquiryId).map(({ path, name, preview }) => ({
      path: String(path),
      name: String(name),
      ...(preview instanceof Uint8Array ? { preview } : {}),
    }));
}

function toEntry(row: Record<string, SQLOutputValue>): PhotoEntry {
  const { path, name, type, max_bytes, issued_at, state, stored_at, bytes } = row;
  return {
    path: String(path),
    name: String(name),
    type: String(type),
    maxBytes: Number(max_bytes),
    issuedAt: Number(issued_at),
    state: readState(state),
    ...(stored_at === null ? {} : { storedAt: Number(stored_at) }),
    ...(bytes === null ? {} : { bytes: Number(bytes) }),
  };
}

/** The table's CHECK lets no other text in. */
function readState(text: SQLOutputValue | undefined): PhotoState {
  return text as PhotoState;
}
