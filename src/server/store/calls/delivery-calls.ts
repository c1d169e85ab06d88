import type {
  DeliveryAttempt,
  DeliveryClaim,
  DeliveryRecord,
  DestinationState,
  DueDelivery,
  RecordedAttempt,
  RedeliverOutcome,
} from '../records/delivery-entry.ts';
import { defineRead, defineWrite } from './call.ts';

/**
 * The store's calls about deliveries to destinations other than mail. `accept` stores the deliveries of an
 * enquiry with it, `release` queues those of an enquiry that was suspected, and erasing an enquiry erases its
 * deliveries. An enquiry has one delivery per destination.
 */
export const deliveryCalls = {
  /**
   * Claims deliveries that are due, so that no other worker claims them before the lease ends. Of each
   * destination, those that have been due longest come first.
   */
  claimDeliveries: defineWrite<DeliveryClaim, readonly DueDelivery[]>(),
  /** Records the result of one attempt. A failure after the last try may switch the destination off. */
  recordDeliveryAttempt: defineWrite<DeliveryAttempt, RecordedAttempt>(),
  /**
   * Returns the time at which the next delivery of these destinations is due or its lease ends; undefined if
   * there is none. Destinations that are switched off are left out.
   */
  nextDeliveryAt: defineRead<{ readonly destinations: readonly string[] }, number | undefined>(),
  /**
   * Returns the deliveries of an enquiry, by its id or reference, sorted by destination; empty if the enquiry
   * is unknown.
   */
  listDeliveries: defineRead<string, readonly DeliveryRecord[]>(),
  /**
   * Queues deliveries of an enquiry again, due at once and with a full number of tries. `id` is its id or
   * reference. Without a destination, all of its deliveries are queued.
   */
  redeliver: defineWrite<
    { readonly id: string; readonly destination?: string; readonly now: number },
    RedeliverOutcome
  >(),
  /** Returns every destination that has waiting or failed deliveries, or is switched off, sorted by id. */
  destinationStates: defineRead<void, readonly DestinationState[]>(),
  /**
   * Switches a destination on again: waiting and failed deliveries are due at once, with a full number of
   * tries. Returns their number, or undefined if the destination was not switched off.
   */
  switchOn: defineWrite<{ readonly destination: string; readonly now: number }, number | undefined>(),
};
