import { sql } from 'kysely';
import type { PhotoEntry } from '../records/photo-entry.ts';
import { photoColumns, type StoredPhotoRow, toPhotoEntry } from '../repositories/photos.ts';
import type { Database } from './connect.ts';
import { isUnclaimed } from './sender.ts';

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
    StoredPhotoRow & { readonly make_at: number; readonly number: number }
  >`UPDATE photos SET maker = ${maker}
    WHERE number IN (
      SELECT number FROM photos WHERE state = 'stored' AND make_at <= ${now} AND ${isUnclaimed(maker, 'maker')}
      ORDER BY make_at, number LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING number, ${sql.join(photoColumns.map((column) => sql.ref(column)))}`.execute(db);
  return rows
    .toSorted((one, other) => one.make_at - other.make_at || one.number - other.number)
    .map(toPhotoEntry);
}
