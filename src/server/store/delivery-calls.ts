import { read, write } from './call.ts';
import type {
  DeliveryAttempt,
  DeliveryRecord,
  DestinationState,
  DueDelivery,
  NotedDelivery,
  RedeliverOutcome,
  TakeRequest,
} from './delivery-entry.ts';

/**
 * The store's calls about what of enquiries goes to destinations besides the mail. `accept` stores the deliveries of an enquiry with it,
 * `release` queues those of one that was suspected, and whatever erases an enquiry erases them; the rest is here. An enquiry has one
 * delivery for each destination.
 */
export const deliveryCalls = {
  /** Takes deliveries that are due, of each destination the longest due first, so that nobody else takes them before the lease ends. */
  takeDeliveries: write<TakeRequest, readonly DueDelivery[]>(),
  /** Notes what came of a try, and ends the lease. */
  noteDelivery: write<DeliveryAttempt, NotedDelivery>(),
  /** When the next delivery of these destinations is due, or its lease ends; absent where there is none. */
  nextDeliveryAt: read<{ readonly destinations: readonly string[] }, number | undefined>(),
  /** The deliveries of an enquiry, by its id or reference, in the order of their destinations; none where there is none. */
  deliveriesOf: read<string, readonly DeliveryRecord[]>(),
  /** Queues deliveries of an enquiry once more, at once, with all their tries; `id` is its id or reference. Without a destination all of them. */
  redeliver: write<
    { readonly id: string; readonly destination?: string; readonly now: number },
    RedeliverOutcome
  >(),
  /** Every destination that has something waiting or failed, or is switched off. */
  destinationStates: read<void, readonly DestinationState[]>(),
  /**
   * Switches a destination on again: what waited and what failed is due at once, with all its tries. Gives how many those are; undefined
   * where it was not switched off.
   */
  switchOn: write<{ readonly destination: string; readonly now: number }, number | undefined>(),
};
