/** What of an enquiry goes to a destination besides the mail: stored with it, in one transaction. */
export interface NewDelivery {
  /** The id of the destination, as rules name it. */
  readonly destination: string;
  /** What is delivered, JSON, word for word: it is signed as it stands. */
  readonly body: string;
}

/** `held`: its enquiry is suspected, and waits for somebody to release it. `failed`: the end of the tries. */
export type DeliveryState = 'waiting' | 'sent' | 'failed' | 'held';

/** A delivery that somebody has taken, to make it now. */
export interface DueDelivery extends NewDelivery {
  readonly enquiryId: string;
  readonly reference: string;
  /** Tries since it was queued, this one not counted. */
  readonly tries: number;
  readonly queuedAt: number;
}

/** Which deliveries somebody would make. */
export interface TakeRequest {
  readonly now: number;
  /** Until then nobody else takes them: whoever ends without a word leaves them to others. */
  readonly leasedUntil: number;
  /** Of each destination at most so many; of one that is switched off, or that stands not here, there are none. */
  readonly places: readonly { readonly destination: string; readonly limit: number }[];
  /** How long a delivery waits for photos that are still to be made. */
  readonly photosWaitMs: number;
}

/** What came of one try; `reason` is ours, for the operator, and holds nothing of what is secret or of what anybody wrote. */
export type DeliveryAttempt = {
  readonly enquiryId: string;
  readonly destination: string;
  readonly at: number;
  /** Of the delivery that was tried: where it was queued anew meanwhile it waits as it was queued. */
  readonly queuedAt: number;
  /** Of the delivery as it was taken: where somebody else has tried it meanwhile, only that it was sent is news. */
  readonly tries: number;
} & (
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
);

/** What is noted of a try. */
export interface NotedDelivery {
  /** False where the enquiry was erased meanwhile. */
  readonly isThere: boolean;
  /** The destination has taken nothing since this delivery was queued, so that it is switched off with its failure. */
  readonly isSwitchedOff: boolean;
}

/** A delivery as people see it. */
export interface DeliveryRecord {
  readonly destination: string;
  readonly state: DeliveryState;
  readonly queuedAt: number;
  /** Absent where it waits for nothing that has a time. */
  readonly dueAt?: number;
  /** Every try, whenever it was queued. */
  readonly attempts: number;
  readonly tries: readonly DeliveryTry[];
}

/** One try. */
export interface DeliveryTry {
  readonly at: number;
  readonly outcome: 'sent' | 'waiting' | 'failed';
  readonly reason?: string;
}

/** How a destination does. */
export interface DestinationState {
  readonly destination: string;
  readonly waiting: number;
  readonly failed: number;
  /** Since when the delivery that has waited longest waits. */
  readonly oldestWaitingSince?: number;
  /** When it was switched off, and why; absent where it is on. */
  readonly off?: { readonly at: number; readonly reason: string };
}

/** What becomes of the wish to deliver once more. */
export type RedeliverOutcome =
  | { readonly kind: 'queued'; readonly destinations: readonly string[] }
  /** `not-there`: it has no such delivery, or its words are erased. */
  | { readonly kind: 'unknown' | 'suspected' | 'not-there' };
