import type { Documents } from '#engine';
import type { Consequence } from '#engine/consequences/index.ts';
import type { VersionState, VersionSummary } from '../../studio/protocol-versions.ts';
import type { NewVersion, StoredVersion } from './version-entry.ts';

/** What of a version is stored as one JSON text; what stands in a column of its own is looked up, or changes. */
type VersionContent = Omit<
  VersionSummary,
  'number' | 'state' | 'goesLiveAt' | 'liveAt' | 'replacedAt' | 'consequenceCount'
> &
  Pick<NewVersion, 'draft'>;

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
  const { draft: _draft, ...content } = contentOf(row);
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
  const { draft } = contentOf(row);
  return {
    ...toSummary(row),
    ...(draft && { draft }),
    documents: JSON.parse(String(row.documents)) as Documents,
    ...(typeof row.consequences === 'string' && {
      consequences: JSON.parse(row.consequences) as Consequence[],
    }),
  };
}

/** Of a column that only `versionColumns` fills. */
function contentOf(row: SummaryRow): VersionContent {
  return JSON.parse(String(row.content)) as VersionContent;
}
