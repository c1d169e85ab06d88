import type { MailContent, MailQueue } from './mail-queue.ts';

/**
 * `waiting`, `sent`, `failed`: as for a mail. `held`: sent only if its page proves its effort. `withheld`:
 * never sent; its reason is a code of `WithheldReason`.
 */
export type ReceiptState = 'waiting' | 'sent' | 'failed' | 'held' | 'withheld';

/**
 * The reason for which an enquiry has no receipt although its form sends receipts: the field does not contain
 * one plain address; it came without a ticket; it looks like a robot's; or the visitor, the recipient address
 * or all visitors together have reached a limit.
 */
export type WithheldReason = 'bad-address' | 'no-ticket' | 'suspected' | 'too-many';

/** The receipt of a new enquiry: one mail to one address, or the reason for which there is none. */
export type NewReceipt =
  | { readonly state: 'waiting' | 'held'; readonly to: string; readonly content: MailContent }
  | { readonly state: 'withheld'; readonly reason: WithheldReason };

/**
 * The state of a receipt. Its content is stored until it is sent or given up: a receipt is never sent again.
 */
export interface ReceiptRecord {
  readonly state: ReceiptState;
  /** Null if it never had a recipient. */
  readonly to: string | null;
  readonly attempts: number;
  /** The time of the last try; absent if there was none. */
  readonly at?: number;
  readonly dueAt?: number;
  /** The reason for which it was not accepted at the last try, or a `WithheldReason`; otherwise null. */
  readonly reason: string | null;
}

/**
 * The queue of receipts. It is separate, so that receipts neither delay the mails of enquiries nor are
 * counted with them. Receipts have no fallback; `accept` queues them, and `release` with `withReceipt`.
 */
export interface ReceiptQueue {
  readonly receipts: MailQueue;
}
