import type { BlockOutcome, BlockRecord, NewBlock } from '../records/spam-block.ts';
import { defineRead, defineUnforcedWrite, defineWrite } from './call.ts';
import type { WithAuditEntry } from './people-calls.ts';

/** The store's calls about the block list. */
export const blockCalls = {
  /** Returns the block list, the latest entry first. */
  blocks: defineRead<void, readonly BlockRecord[]>(),
  /** Adds an entry, unless it is on the list or the list has `most` entries. */
  addBlock: defineWrite<WithAuditEntry & { readonly block: NewBlock; readonly most: number }, BlockOutcome>(),
  /** Removes an entry. Returns false if there is none with this id. */
  removeBlock: defineWrite<WithAuditEntry & { readonly id: string }, boolean>(),
  /** Counts an enquiry that an entry has caught. Does nothing if the entry was removed meanwhile. */
  countBlocked: defineUnforcedWrite<{ readonly id: string; readonly at: number }, void>(),
};
