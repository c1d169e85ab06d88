import type { Documents } from '#engine';
import type { OutdatedTexts } from '#engine/editing/index.ts';
import type { AcceptedChange, CollisionView } from '../../../api/studio.ts';

export interface StoredDraft extends DraftHead {
  readonly changes: readonly AcceptedChange[];
  /** The ids of decided collisions, which are those of their changes. */
  readonly settled: readonly string[];
}

export interface DraftHead {
  readonly id: string;
  readonly baseHash: string;
  /** The number of the version with `baseHash`. Absent in drafts of an earlier release. */
  readonly baseVersion?: number;
  readonly base: Documents;
  /** Translations that were out of date at the start. Absent: none. */
  readonly outdated?: OutdatedTexts;
  /** The collisions between the base version and the draft before it. Absent: none. */
  readonly collisions?: readonly CollisionView[];
  /** The id of the page that started this draft by publishing the one before. Absent: none did. */
  readonly page?: string;
}
