import type { Id, Json } from '#engine';
import type { Campaign } from '#engine/model/campaign.ts';
import type { SpamBlockKind } from '../../../api/inbox.ts';
import type { NewDelivery } from './delivery-entry.ts';
import type { NewMail } from './mail-queue.ts';
import type { NewReceipt } from './receipt-entry.ts';

/** The origins and paths of pages, without their queries. */
export interface EnquiryVisit {
  /** The page of another site that led to the first page of the visit. */
  readonly referrer?: string;
  /** The first page of the visit with a form. */
  readonly entryPage?: string;
}

/** An enquiry that was judged and accepted. */
export interface NewEnquiry {
  /** A UUID: the mail's Message-ID and file name are made from it. */
  readonly id: string;
  /** The code that a person quotes, from `generateReference`: `K7Q-M4X-HP9`. */
  readonly reference: string;
  readonly receivedAt: number;
  readonly domain: string;
  readonly submissionUrl: string;
  /** The enquiry type's id, as sent. */
  readonly enquiryType: Id;
  /** The office's id as in the content, or null. */
  readonly office: Id | null;
  /** The id of the recipient in the content who gets the mail instead of the office. */
  readonly recipient?: string;
  readonly visitor: { readonly name?: string; readonly email?: string };
  /** Effective values by field, with the names of the wire format. */
  readonly values: { readonly [field: string]: Json };
  /** The paths of the photos, in the order of the form. */
  readonly photos: readonly string[];
  /** Absent if the site stores none, or the visitor came without one. */
  readonly campaign?: Campaign;
  /** The visit in which it was sent. Absent if the site stores none. */
  readonly visit?: EnquiryVisit;
  /**
   * Remarks of the server from judging, for example which fields it dropped. Never contains a visitor's text.
   */
  readonly notes: readonly string[];
  readonly formHash: string;
  /** The number of the published version that judged it; absent if the form has none. */
  readonly version?: number;
  /** Absent if the request had no `Idempotency-Key`. */
  readonly idempotency?: {
    readonly key: string;
    /** Requests with the same body have the same hash. */
    readonly bodyHash: string;
  };
  /** Its `to` is null if neither office nor site has an address: `no-recipient`. */
  readonly mail: NewMail;
  readonly receipt?: NewReceipt;
  readonly deliveries?: readonly NewDelivery[];
  /** True if the figures count its visit. Only suspected enquiries have it, which count once they are released. */
  readonly isCounted?: true;
  /** Absent if it does not look like a robot's. A suspected enquiry is stored, but not sent. */
  readonly suspicion?: Suspicion;
  /** Absent: any number of enquiries of the type is accepted. */
  readonly capacity?: StoredCapacity;
}

/** The most enquiries of a type that are stored. Suspected and erased ones do not count. */
export interface StoredCapacity {
  readonly count: number;
  /** The time from which enquiries count. */
  readonly since: number;
  /** The site whose enquiries count, by its domain. Absent: those of all sites. */
  readonly domain?: string;
}

/**
 * The reason for which an enquiry looks like a robot's: the honeypot is filled in; it was sent faster than
 * anybody types; one ticket has sent too many; too many arrive at once from all visitors; while many arrive,
 * its page has not yet proven its effort; or an entry of the block list matches it, by its kind and value.
 */
export type Suspicion =
  | 'honeypot'
  | 'too-fast'
  | 'ticket-worn'
  | 'too-many'
  | 'unproven'
  | `blocked-${SpamBlockKind} ${string}`;

/** The result of accepting an entry. The answer to the visitor depends on `id` and `reference` alone. */
export type Acceptance =
  | {
      readonly kind: 'accepted';
      readonly id: string;
      readonly reference: string;
      /** The message of the error because of which nobody is notified of it. Absent if there was none. */
      readonly eventFault?: string;
    }
  /** The capacity is exhausted. Nothing was stored. */
  | { readonly kind: 'full' }
  | Repetition;

/** The stored result of an idempotency key (docs/contract.md, "Headers"). */
export type Repetition =
  /** Same key, same body: the first enquiry's id and reference. Nothing was stored. */
  | { readonly kind: 'repeated'; readonly id: string; readonly reference: string }
  /** Same key, another body: refuse with `IDEMPOTENCY_KEY_REUSED`. Nothing was stored. */
  | { readonly kind: 'key-reused' };
