import type { Documents } from '#engine';
import type { Consequence } from '#engine/consequences/index.ts';
import type { VersionRefusal, VersionState, VersionSummary } from '../../studio/protocol-versions.ts';
import { shapeOf } from '../shape.ts';
import { StoreError } from './store-error.ts';
import { storedJson } from './stored-json.ts';
import type { NewVersion, StoredVersion } from './version-entry.ts';

/** What of a version is stored as one JSON text; what stands in a column of its own is looked up, or changes. */
type VersionContent = Omit<
  VersionSummary,
  'number' | 'state' | 'goesLiveAt' | 'liveAt' | 'replacedAt' | 'consequenceCount'
> &
  Pick<NewVersion, 'byId' | 'draft'>;

/** A version that is to have a row. */
export interface NewVersionRow {
  readonly version: NewVersion;
  readonly state: VersionState;
  /** When it was made. */
  readonly at: number;
  readonly liveAt?: number | undefined;
  readonly replacedAt?: number | undefined;
  /** The number of the version that is live then. */
  readonly after?: number | undefined;
}

/** What the columns of a new version hold. */
export function versionColumns({ version, state, at, liveAt, replacedAt, after }: NewVersionRow) {
  const { documents, consequences, goesLiveAt, ...said } = version;
  const content: VersionContent = { ...said, at, ...(after !== undefined && { after }) };
  return {
    row: {
      state,
      goes_live_at: goesLiveAt ?? null,
      live_at: liveAt ?? null,
      replaced_at: replacedAt ?? null,
      content: JSON.stringify(content),
    },
    documents: JSON.stringify(documents),
    consequences: consequences ? JSON.stringify(consequences) : null,
  };
}

/** Returns what the column `content` of a version holds once it was refused; one that is damaged stays as it is. */
export function refusedContent(column: unknown, refused: VersionRefusal): string {
  const content = storedJson(storedContent, column);
  return content === undefined ? String(column) : JSON.stringify({ ...content, refused });
}

/** The columns that a summary is made of. */
export interface SummaryRow {
  readonly number?: unknown;
  readonly state?: unknown;
  readonly goes_live_at?: unknown;
  readonly live_at?: unknown;
  readonly replaced_at?: unknown;
  readonly content?: unknown;
  readonly consequence_count?: unknown;
}

/** A version as it is listed. */
export function toSummary(row: SummaryRow): VersionSummary {
  const { draft: _draft, byId: _byId, ...content } = contentOf(row);
  const times = { goesLiveAt: row.goes_live_at, liveAt: row.live_at, replacedAt: row.replaced_at };
  const numbers = Object.entries({ ...times, consequenceCount: row.consequence_count });
  const given = numbers.flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  );
  return {
    number: Number(row.number),
    // The table's CHECK lets no other text in.
    state: row.state as VersionState,
    ...content,
    ...Object.fromEntries(given),
  };
}

/** A version, whole. */
export function toStoredVersion(
  row: SummaryRow & { readonly documents?: unknown; readonly consequences?: unknown },
): StoredVersion {
  const { draft, byId } = contentOf(row);
  const consequences = storedJson(storedConsequences, row.consequences);
  return {
    ...toSummary(row),
    ...(draft && { draft }),
    ...(byId !== undefined && { byId }),
    documents: documentsOf(row),
    ...(consequences && { consequences }),
  };
}

/** @throws StoreError where the column is not what `versionColumns` fills it with. */
function documentsOf(row: SummaryRow & { readonly documents?: unknown }): Documents {
  const documents = storedJson(storedDocuments, row.documents);
  if (documents) return documents;
  throw new StoreError(
    'damaged',
    `Cannot read version ${row.number}: its documents in the table "version_documents" are damaged; restore another version, or the database from a backup`,
  );
}

/** A list of versions is there to go back by: one whose row is damaged is listed as that. */
function contentOf(row: SummaryRow): VersionContent {
  return storedJson(storedContent, row.content) ?? damagedContent;
}

/** Tells whether what is stored of a version beside its documents is damaged. */
export function isDamagedVersion({ hash }: Pick<VersionSummary, 'hash'>): boolean {
  return hash === damagedContent.hash;
}

const damagedContent: VersionContent = { hash: '', origin: 'studio', by: '', note: 'damaged', at: 0 };

const storedDocuments = shapeOf<Documents>({ type: 'object', isPlainJson: true });
const storedConsequences = shapeOf<Consequence[]>({ type: 'array', items: { type: 'object' } });
const storedContent = shapeOf<VersionContent>({
  type: 'object',
  required: ['hash', 'origin', 'by', 'note', 'at'],
  properties: {
    hash: { type: 'string' },
    byId: { type: 'string' },
    refused: {
      type: 'object',
      required: ['reason'],
      properties: {
        reason: { enum: ['not-allowed', 'damaged', 'outside-reach'] },
        outside: { type: 'array', items: { type: 'string' } },
      },
    },
    origin: { type: 'string' },
    by: { type: 'string' },
    note: { type: 'string' },
    at: { type: 'number' },
    after: { type: 'integer' },
    timeZone: { type: 'string' },
    restores: { type: 'integer' },
    draft: {
      type: 'object',
      required: ['id', 'version'],
      properties: { id: { type: 'string' }, version: { type: 'integer' }, page: { type: 'string' } },
    },
  },
});
