import { type Insertable, sql } from 'kysely';
import type { Documents } from '#engine';
import type { NewPreviewLink, StoredPreviewLink } from '../records/review-entry.ts';
import { createDamagedRowError } from '../records/stored-json.ts';
import { toPreviewLink } from '../records/stored-review.ts';
import { lockGroup, notifyInstances } from './coordination.ts';
import type { SharedTables } from './shared-tables.ts';
import { defineStatement, execute, fetchAll, fetchFirst, type Repository } from './statement.ts';

/** The links to previews of the draft. */
export const previewLinksRepository: Repository<
  'addPreviewLink' | 'previewLinks' | 'previewLink' | 'countPreviewVisit' | 'revokePreviewLink'
> = {
  /**
   * Stores a link and deletes those that ended before `endedBefore`. Returns false, and does nothing, if
   * already `most` links are valid.
   */
  *addPreviewLink({ link, most, endedBefore }) {
    yield* lockGroup('review');
    const valid = (yield* fetchFirst(countValid({ now: link.createdAt })))?.count ?? 0;
    if (valid >= most) return false;
    yield* execute(deleteEnded({ endedBefore }));
    yield* execute(insert(toRow(link)));
    yield* notifyInstances('review');
    return true;
  },
  /** Returns all links, the newest first, without their documents. */
  *previewLinks() {
    return (yield* fetchAll(selectAll())).map(toPreviewLink);
  },
  /**
   * Returns a link with its documents; undefined if there is none.
   * @throws StoreError `damaged` if its documents are not JSON.
   */
  *previewLink(id) {
    const row = yield* fetchFirst(selectById({ id }));
    return row && addDocuments(row);
  },
  /** Counts a visit of a link. Does nothing if there is no such link. */
  *countPreviewVisit(visit) {
    yield* execute(countVisit(visit));
  },
  /** Ends a link and deletes its documents. Returns false if it had ended before or is unknown. */
  *revokePreviewLink(request) {
    const isRevoked = (yield* execute(revoke(request))) > 0;
    if (isRevoked) yield* notifyInstances('review');
    return isRevoked;
  },
};

type LinkRow = Insertable<SharedTables['preview_links']>;

/** Returns the row of a new link. */
function toRow({ id, createdAt, expiresAt, documents, ...content }: NewPreviewLink): LinkRow {
  return {
    id,
    created_at: createdAt,
    expires_at: expiresAt,
    content: JSON.stringify(content),
    documents: documents === undefined ? null : JSON.stringify(documents),
    frozen: documents === undefined ? 0 : 1,
  };
}

/** Converts a row with documents to a link. Throws if they are damaged. */
function addDocuments({
  documents,
  ...row
}: { readonly id: string; readonly documents: string | null } & Readonly<
  Record<string, unknown>
>): StoredPreviewLink {
  const link = toPreviewLink(row);
  if (documents === null) return link;
  try {
    return { ...link, documents: JSON.parse(documents) as Documents };
  } catch {
    throw createDamagedRowError('preview_links', row.id);
  }
}

const listedColumns = [
  'id',
  'created_at',
  'expires_at',
  'revoked_at',
  'opened',
  'opened_at',
  'content',
  'frozen as is_frozen',
] as const;

const insert = defineStatement(({ db }, row: LinkRow) => db.insertInto('preview_links').values(row));

const countValid = defineStatement(
  (_dialect, { now }: { readonly now: number }) =>
    sql<{
      readonly count: number;
    }>`SELECT count(*) AS count FROM preview_links WHERE revoked_at IS NULL AND expires_at > ${now}`,
);

const selectAll = defineStatement(({ db }) =>
  db.selectFrom('preview_links').select(listedColumns).orderBy('created_at', 'desc').orderBy('id'),
);

const selectById = defineStatement(({ db }, { id }: { readonly id: string }) =>
  db
    .selectFrom('preview_links')
    .select([...listedColumns, 'documents'])
    .where('id', '=', id),
);

const countVisit = defineStatement(
  (_dialect, { id, now }: { readonly id: string; readonly now: number }) =>
    sql`UPDATE preview_links SET opened = opened + 1, opened_at = ${now} WHERE id = ${id}`,
);

const revoke = defineStatement(({ db }, { id, now }: { readonly id: string; readonly now: number }) =>
  db
    .updateTable('preview_links')
    .set({ revoked_at: now, documents: null })
    .where('id', '=', id)
    .where('revoked_at', 'is', null),
);

const deleteEnded = defineStatement(({ db }, { endedBefore }: { readonly endedBefore: number }) =>
  db
    .deleteFrom('preview_links')
    .where(({ eb, or }) => or([eb('expires_at', '<', endedBefore), eb('revoked_at', '<', endedBefore)])),
);
