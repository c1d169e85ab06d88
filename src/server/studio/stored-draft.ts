import type { Documents } from '#engine';
import type { OutdatedTexts } from '#engine/editing/index.ts';
import type { CollisionView, TakenChange } from '../../studio/protocol.ts';

/** A draft as it is kept: what it began with, and each change. */
export interface StoredDraft extends DraftHead {
  readonly changes: readonly TakenChange[];
  /** The collisions that somebody has decided on. */
  readonly settled: readonly string[];
}

/** What a draft began with. */
export interface DraftHead {
  readonly id: string;
  /** Of the form that it was begun from. */
  readonly baseHash: string;
  /** The number of that version; absent in a draft of an earlier release. */
  readonly baseVersion?: number;
  readonly base: Documents;
  /** Translations that were out of date when it was begun; absent: none was. */
  readonly outdated?: OutdatedTexts;
  /** Where the version that it was begun from met the draft before it; absent: nowhere. */
  readonly collisions?: readonly CollisionView[];
  /** The page that published, and so began it; absent: none did. */
  readonly page?: string;
}
