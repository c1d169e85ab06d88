import type { Documents } from '#engine';
import type { OutdatedTexts } from '#engine/editing/index.ts';
import type { CollisionView, TakenChange } from '../../studio/protocol.ts';

/** A draft as it is kept: what it began with, and each change. */
export interface StoredDraft extends DraftHead {
  readonly changes: readonly TakenChange[];
  /** The collisions that somebody has decided on. */
  readonly settled: readonly string[];
}

/** The state in which a draft was begun. */
export interface DraftHead {
  readonly id: string;
  /** The hash of the form from which it was begun. */
  readonly baseHash: string;
  /** The number of that version; absent in a draft of an earlier release. */
  readonly baseVersion?: number;
  readonly base: Documents;
  /** Translations that were out of date when it was begun; absent: none was. */
  readonly outdated?: OutdatedTexts;
  /** The collisions of the version from which it was begun with the draft before it; absent: none. */
  readonly collisions?: readonly CollisionView[];
  /** The page that published, and so began it; absent: none did. */
  readonly page?: string;
}
