import type { MailContent, MailQueue } from './mail-queue.ts';

/**
 * `waiting`, `sent`, `failed`: as of a mail. `held`: goes out once its page has proven its effort, else never. `withheld`: never goes out;
 * its reason is a code of `WithheldReason`.
 */
export type ReceiptState = 'waiting' | 'sent' | 'failed' | 'held' | 'withheld';

/**
 * Why an enquiry whose form gives receipts has none: what stands in its field is not one plain address; it came without a ticket, or
 * looks like a robot's; its visitor, whoever has its address, or everybody together has had as many as the limits let.
 */
export type WithheldReason = 'bad-address' | 'no-ticket' | 'suspected' | 'too-many';

/** The receipt of a new enquiry: one mail to one address, worded, or why there is none. */
export type NewReceipt =
  | { readonly state: 'waiting' | 'held'; readonly to: string; readonly content: MailContent }
  | { readonly state: 'withheld'; readonly reason: WithheldReason };

/** What became of a receipt. Its words are kept until it is sent or given up, and no longer: it is never sent again. */
export interface ReceiptRecord {
  readonly state: ReceiptState;
  /** Null where it never was to go to anybody. */
  readonly to: string | null;
  readonly attempts: number;
  /** When it was tried the last time; absent where it was not. */
  readonly at?: number;
  /** When it is tried again; absent where it is not. */
  readonly dueAt?: number;
  /** Why it was not taken the last time, or a `WithheldReason`; null where there is no such reason. */
  readonly reason: string | null;
}

/**
 * The receipts that wait to be sent: a queue of their own, so that none holds up an enquiry's mail or is counted among them. They have no
 * fallback, and are put into it by `accept`, and by `release` where that is told to.
 */
export interface ReceiptQueue {
  readonly receipts: MailQueue;
}
