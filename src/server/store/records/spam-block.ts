import type { PersonName, SpamBlockKind } from '../../../api/inbox.ts';

/** An entry to be added to the block list. */
export interface NewBlock {
  /** A UUID. */
  readonly id: string;
  readonly kind: SpamBlockKind;
  /** The value as it is compared. Unique within its kind. */
  readonly folded: string;
  /** The value as the person entered it. */
  readonly value: string;
  /** The reason that the person gave; absent without one. */
  readonly reason?: string;
  readonly by: PersonName;
  readonly addedAt: number;
}

/** A stored entry of the block list. */
export interface BlockRecord extends NewBlock {
  /** The number of enquiries that it has caught. */
  readonly caught: number;
  /** The time of the last one; absent if there was none. */
  readonly caughtAt?: number;
}

/** `known`: the list has this entry. `too-many`: the list is full. */
export type BlockOutcome = 'done' | 'known' | 'too-many';
