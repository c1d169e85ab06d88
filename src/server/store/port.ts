import type { Id, Json } from '#engine';
import type { NewMail } from '../mail/port.ts';
import type { ClaimedPhoto } from '../photos/port.ts';

/**
 * Where enquiries and their mails-to-be-sent are kept. Every time is milliseconds since 1970 UTC and comes in as an
 * argument. A promise that resolves says that the change is on the disk; every method rejects with a `StoreError`
 * where the database does not do its work (full disk, closed), and may be called again.
 */
export interface EnquiryStore {
  /**
   * Stores the enquiry, its mail and its idempotency key in one transaction, and resolves after its commit. Entries
   * that arrive while a transaction is under way are committed together; one that fails, fails alone.
   */
  accept(entry: NewEnquiry): Promise<Acceptance>;
  /**
   * What is remembered of an idempotency key, for a repeat to be answered before it is judged anew. Absent where
   * nothing is: only accepted enquiries are remembered, a refused one has changed nothing.
   */
  recall(request: {
    readonly key: string;
    readonly bodyHash: string;
    readonly now: number;
  }): Promise<Repetition | undefined>;
  /** Enquiries in the order of their arrival: those after the cursor, at most `limit`. */
  page(request: { readonly after?: number; readonly limit: number }): Promise<EnquiryPage>;
  /** Queues a mail once more, at once, with all its tries. `id` is the enquiry's id or reference. */
  resend(request: { readonly id: string; readonly now: number }): Promise<ResendOutcome>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Finishes what is under way and closes; later calls reject. */
  close(): Promise<void>;
}

/** The store as the one who sends the mails sees it. */
export interface MailQueue {
  /** Makes this process the one that sends, until it closes or ends in whatever way; false while another one is. */
  becomeSender(): Promise<boolean>;
  /** Waiting mails that are due, the longest due first. */
  dueMails(request: { readonly now: number; readonly limit: number }): Promise<readonly DueMail[]>;
  /** When the next mail is due that is not due yet; absent where there is none. */
  nextMailDueAt(request: { readonly after: number }): Promise<number | undefined>;
  /** Notes what came of one attempt to send. Committed together with what else arrives. */
  settleMail(settlement: MailSettlement): Promise<void>;
  /** Calls the listener after each commit that queued a mail; gives the function that ends it. */
  onMailQueued(listener: () => void): () => void;
}

/** An enquiry that was judged and found good. */
export interface NewEnquiry {
  /** A UUID: the mail's Message-ID and file name are made from it. */
  readonly id: string;
  /** What a person quotes, from `newReference`: `K7Q-M2X-HP4`. */
  readonly reference: string;
  readonly receivedAt: number;
  readonly domain: string;
  readonly submissionUrl: string;
  /** The enquiry type's id, as sent. */
  readonly enquiryType: Id;
  /** The office's id as content gives it, or null. */
  readonly office: Id | null;
  /** Effective values by field, named as on the wire. */
  readonly values: { readonly [field: string]: Json };
  /** Paths of its photos. */
  readonly photos: readonly string[];
  /** What the server noted while judging, in words of its own, e.g. which fields it dropped. Never a visitor's words. */
  readonly notes: readonly string[];
  /** The hash of the form that judged it. */
  readonly formHash: string;
  /** Absent where the request had no `Idempotency-Key`. */
  readonly idempotency?: {
    readonly key: string;
    /** Tells bodies apart: two requests with the same body have the same hash. */
    readonly bodyHash: string;
  };
  /** Null where neither office nor site has an address: `no-recipient`. */
  readonly mail: NewMail | null;
}

/** What became of an accepted entry. Its answer to the visitor follows from `id` and `reference` alone. */
export type Acceptance =
  | { readonly kind: 'accepted'; readonly id: string; readonly reference: string }
  | Repetition;

/** What an idempotency key is remembered with (docs/contract.md, "Headers"). */
export type Repetition =
  /** Same key, same body: the first enquiry's id and reference. Nothing was stored. */
  | { readonly kind: 'repeated'; readonly id: string; readonly reference: string }
  /** Same key, another body: refuse with `IDEMPOTENCY_KEY_REUSED`. Nothing was stored. */
  | { readonly kind: 'key-reused' };

/** `failed`: refused for good (5xx), or the end of the tries. `no-recipient`: there is nobody to send it to. */
export type MailState = 'waiting' | 'sent' | 'failed' | 'no-recipient';

/** A stored enquiry, keyed as `npm run enquiries -- --json` prints it (docs/contract.md, "List of enquiries"). */
export interface EnquiryRecord {
  readonly id: string;
  readonly reference: string;
  /** ISO 8601 in UTC: `2026-11-21T07:00:00.000Z`. */
  readonly receivedAt: string;
  readonly domain: string;
  readonly submissionUrl: string;
  readonly enquiryType: Id;
  readonly office: Id | null;
  readonly values: { readonly [field: string]: Json };
  readonly photos: readonly string[];
  readonly mail: {
    readonly state: MailState;
    readonly to: string | null;
    readonly attempts: number;
    /** Why it was not taken the last time; null where it was, or was not tried. Not part of the contract's list. */
    readonly reason: string | null;
  };
}

/** Some enquiries; `next` is the cursor of the following ones, absent where there are none. */
export interface EnquiryPage {
  readonly enquiries: readonly EnquiryRecord[];
  readonly next?: number;
}

/** A mail that is to be sent now. */
export interface DueMail {
  readonly enquiryId: string;
  readonly reference: string;
  readonly receivedAt: number;
  readonly mail: NewMail;
  /** The enquiry's photos, in its order, each settled; a mail whose photos are not is not due. */
  readonly photos?: readonly ClaimedPhoto[];
  /** Attempts since it was queued, this one not counted; back-off and the end of the tries go by it. */
  readonly tries: number;
}

/** What came of one attempt to send. `reason` is the mail server's or the system's, for the operator. */
export type MailSettlement = { readonly enquiryId: string } & (
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
);

/** What became of a wish to send a mail again. */
export type ResendOutcome =
  | { readonly kind: 'queued'; readonly id: string; readonly reference: string; readonly to: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'no-recipient' };

/** Why the store did not do its work. */
export type StoreErrorCode =
  /** No room on the disk, or it cannot be written to. */
  | 'full'
  /** Another enquiry has this reference: draw a new one and try again. */
  | 'reference-taken'
  /** The database was written by a newer version, or is not one of ours. */
  | 'foreign'
  | 'closed'
  /** Anything else; `cause` or the message tells. */
  | 'broken';

/** The store did not do its work; nothing was acknowledged. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
