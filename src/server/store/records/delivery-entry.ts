/**
 * A new delivery of an enquiry to a destination other than mail. It is stored with the enquiry, in one
 * transaction.
 */
export interface NewDelivery {
  readonly destination: string;
  /** The body that is delivered: JSON, sent unchanged because exactly these bytes are signed. */
  readonly body: string;
}

/** `held`: the enquiry is suspected and waits to be released. `failed`: no tries are left. */
export type StoredDeliveryState = 'waiting' | 'sent' | 'failed' | 'held';

export interface DueDelivery extends NewDelivery {
  readonly enquiryId: string;
  readonly reference: string;
  /** Tries since it was queued, not counting this one. */
  readonly tries: number;
  readonly queuedAt: number;
}

export interface DeliveryClaim {
  readonly now: number;
  /**
   * The end of the lease. Until then no other worker claims the deliveries; if this worker crashes, others
   * get them afterwards.
   */
  readonly leasedUntil: number;
  /** The most deliveries per destination. A destination that is switched off or not listed here gets none. */
  readonly places: readonly { readonly destination: string; readonly limit: number }[];
  /** Milliseconds that a delivery waits for photos that are still being encoded. */
  readonly photosWaitMs: number;
}

/**
 * The result of one attempt. `reason` is for the operator and contains no secrets and nothing that anybody
 * entered.
 */
export type DeliveryAttempt = {
  readonly enquiryId: string;
  readonly destination: string;
  readonly at: number;
  /**
   * From the delivery that was attempted. If it was queued again meanwhile, the new delivery stays as it is.
   */
  readonly queuedAt: number;
  /**
   * From the delivery when it was claimed. If another worker has attempted it meanwhile, only a success is
   * recorded.
   */
  readonly tries: number;
} & (
  | { readonly state: 'sent' }
  | { readonly state: 'waiting'; readonly dueAt: number; readonly reason: string }
  | { readonly state: 'failed'; readonly reason: string }
);

export interface RecordedAttempt {
  /** False if the delivery no longer exists, because its enquiry was erased. */
  readonly exists: boolean;
  /**
   * True if the destination has accepted nothing since this delivery was queued; this failure then switches
   * it off.
   */
  readonly isSwitchedOff: boolean;
}

export interface DeliveryRecord {
  readonly destination: string;
  readonly state: StoredDeliveryState;
  readonly queuedAt: number;
  /** Absent if no time is set for the next attempt. */
  readonly dueAt?: number;
  /** All tries, including those before it was queued again. */
  readonly attempts: number;
  readonly tries: readonly DeliveryTry[];
}

export interface DeliveryTry {
  readonly at: number;
  readonly outcome: 'sent' | 'waiting' | 'failed';
  readonly reason?: string;
}

export interface DestinationState {
  readonly destination: string;
  readonly waiting: number;
  readonly failed: number;
  readonly oldestWaitingSince?: number;
  /** The time at which it was switched off, and the reason; absent if it is on. */
  readonly off?: { readonly at: number; readonly reason: string };
}

export type RedeliverOutcome =
  | { readonly kind: 'queued'; readonly destinations: readonly string[] }
  /** `not-there`: the enquiry has no such delivery, or its body was erased. */
  | { readonly kind: 'unknown' | 'suspected' | 'not-there' };
