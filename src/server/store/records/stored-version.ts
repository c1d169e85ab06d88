import type { Documents } from '#engine';
import type { Consequence } from '#engine/compare/index.ts';
import type { VersionRefusal, VersionState, VersionSummary } from '../../../api/versions.ts';
import { createShape } from '../../platform/validate-shape.ts';
import { StoreError } from '../store-error.ts';
import { readJsonColumn } from './stored-json.ts';
import type { NewVersion, StoredVersion } from './version-entry.ts';

/**
 * The part of a version that is stored as one JSON text. The rest has columns, because it is searched or
 * changes.
 */
type VersionContent = Omit<
  VersionSummary,
  'number' | 'state' | 'goesLiveAt' | 'liveAt' | 'replacedAt' | 'consequenceCount'
> &
  Pick<NewVersion, 'byId' | 'draft'>;

/** A version to insert. Its times are milliseconds since 1970 UTC. */
export interface NewVersionRow {
  readonly version: NewVersion;
  readonly state: VersionState;
  /** The time at which it was added. */
  readonly at: number;
  readonly liveAt?: number | undefined;
  readonly replacedAt?: number | undefined;
  /** The number of the version that is live when this one is added; absent if none is. */
  readonly after?: number | undefined;
}

/**
 * Returns the row of a new version in `versions`, without its number, and its columns in `version_documents`.
 * `consequences` is null if they are not known.
 */
export function toVersionColumns({ version, state, at, liveAt, replacedAt, after }: NewVersionRow) {
  const { documents, consequences, goesLiveAt, ...others } = version;
  const content: VersionContent = { ...others, at, ...(after !== undefined && { after }) };
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

/** Returns the `content` column of a version with a refusal added. A damaged column is returned unchanged. */
export function toRefusedContent(column: unknown, refused: VersionRefusal): string {
  const content = readJsonColumn(storedContent, column);
  return content === undefined ? String(column) : JSON.stringify({ ...content, refused });
}

/** The columns that `toVersionSummary` reads. */
export interface SummaryRow {
  readonly number?: unknown;
  readonly state?: unknown;
  readonly goes_live_at?: unknown;
  readonly live_at?: unknown;
  readonly replaced_at?: unknown;
  readonly content?: unknown;
  readonly consequence_count?: unknown;
}

/**
 * Converts a row to a summary. Numbers that are null are absent. If the content is damaged, the summary has
 * placeholders, and `isDamagedVersion` is true of it.
 */
export function toVersionSummary(row: SummaryRow): VersionSummary {
  const { draft: _draft, byId: _byId, ...content } = readVersionContent(row);
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

/**
 * Converts a row to a version with its documents. Damaged consequences are left out.
 * @throws StoreError if the documents are damaged or missing
 */
export function toStoredVersion(
  row: SummaryRow & { readonly documents?: unknown; readonly consequences?: unknown },
): StoredVersion {
  const { draft, byId } = readVersionContent(row);
  const consequences = readJsonColumn(storedConsequences, row.consequences);
  return {
    ...toVersionSummary(row),
    ...(draft && { draft }),
    ...(byId !== undefined && { byId }),
    documents: readVersionDocuments(row),
    ...(consequences && { consequences }),
  };
}

/**
 * Returns the documents of a version.
 * @throws StoreError if they are damaged or missing
 */
function readVersionDocuments(row: SummaryRow & { readonly documents?: unknown }): Documents {
  const documents = readJsonColumn(storedDocuments, row.documents);
  if (documents) return documents;
  throw new StoreError(
    'damaged',
    `Cannot read version ${row.number}: its documents in the table "version_documents" are damaged; restore another version, or the database from a backup`,
  );
}

/**
 * Returns the content of a version. For a damaged row it returns a placeholder, so that the version is still
 * listed and people can restore the others.
 */
function readVersionContent(row: SummaryRow): VersionContent {
  return readJsonColumn(storedContent, row.content) ?? damagedContent;
}

/**
 * Returns true if the stored content of a version, apart from its documents, is damaged, so that the summary
 * has placeholders.
 */
export function isDamagedVersion({ hash }: Pick<VersionSummary, 'hash'>): boolean {
  return hash === damagedContent.hash;
}

const damagedContent: VersionContent = { hash: '', origin: 'studio', by: '', note: 'damaged', at: 0 };

const storedDocuments = createShape<Documents>({ type: 'object', isPlainJson: true });
const storedConsequences = createShape<Consequence[]>({ type: 'array', items: { type: 'object' } });
const storedContent = createShape<VersionContent>({
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
