import type { DueDelivery } from '../../store/records/delivery-entry.ts';

/** The result of one attempt to deliver. `reason` is our own text, with a remedy. */
export type DeliveryResult =
  /** `remark` names a further problem of the destination. */
  | { readonly kind: 'taken'; readonly remark?: string }
  /** The delivery is tried again later. */
  | { readonly kind: 'deferred'; readonly reason: string }
  /** The delivery is not tried again. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Delivers to a target. It resolves even if the attempt fails, ends within a time limit, and can be aborted.
 */
export type DeliverFunction = (due: DueDelivery, signal: AbortSignal) => Promise<DeliveryResult>;
