import type { DeliverySettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { backOff } from '../mail/back-off.ts';
import type { Clock } from '../mail/outbox.ts';
import type { DeliveryAttempt, DueDelivery } from '../store/delivery-entry.ts';
import type { Store } from '../store/store.ts';
import type { Deliver, Delivered } from './deliver.ts';

/** Delivers queued enquiries to webhooks and file drops until `stop()` is called. */
export interface Courier {
  /** Polls the queue now, because a delivery may be due. */
  readonly look: () => void;
  /**
   * Claims nothing more. Resolves when running deliveries have ended, or were aborted after the grace time.
   */
  readonly stop: () => Promise<void>;
}

export interface Place {
  readonly deliver: Deliver;
  /** Withdraws the delivery of an enquiry that was erased meanwhile; absent if that is not possible. */
  readonly takeBack?: (due: DueDelivery) => Promise<void>;
}

export interface CourierOptions {
  readonly store: Pick<Store, 'takeDeliveries' | 'noteDelivery' | 'nextDeliveryAt'>;
  readonly places: () => ReadonlyMap<string, Place>;
  readonly settings: DeliverySettings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Starts a delivery worker. The concurrency is limited per destination, so that one that hangs does not delay
 * the others. A delivery that was claimed but not recorded is claimed again after its lease, by any server.
 */
export function startCourier(options: CourierOptions): Courier {
  const { store, settings, clock, log } = options;
  const underWay = new Map<string, Set<Promise<void>>>();
  const breaking = new AbortController();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isLookWanted = false;
  let callOff = () => {};

  function look(): void {
    if (isStopped) return;
    isLookWanted = true;
    looking ??= lookWhileWanted().finally(() => {
      looking = undefined;
      if (isLookWanted) look();
    });
  }

  async function lookWhileWanted(): Promise<void> {
    while (isLookWanted && !isStopped) {
      isLookWanted = false;
      await lookOnce().catch((error) => {
        log.error('courier-failed', error);
        lookAgainIn(settings.pollMs);
      });
    }
  }

  /** Reads before it claims: a claim is a commit, and mostly nothing is due. */
  async function lookOnce(): Promise<void> {
    const places = options.places();
    const free = [...places.keys()].flatMap((destination) => {
      const limit = settings.perDestination - (underWay.get(destination)?.size ?? 0);
      return limit > 0 ? [{ destination, limit }] : [];
    });
    const destinations = free.map(({ destination }) => destination);
    const next = free.length === 0 ? undefined : await store.nextDeliveryAt({ destinations });
    const now = clock.now();
    if (next === undefined || next > now)
      return lookAgainIn(Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now));
    const { leaseMs, photosWaitMs } = settings;
    const taken = await store.takeDeliveries({ now, leasedUntil: now + leaseMs, places: free, photosWaitMs });
    for (const due of taken) {
      const place = places.get(due.destination);
      if (place && !isStopped) start(due, place);
    }
    // Due deliveries that were not claimed wait for photos.
    if (taken.length === 0) lookAgainIn(settings.pollMs);
    else isLookWanted = true;
  }

  function lookAgainIn(ms: number): void {
    callOff();
    callOff = isStopped ? () => {} : clock.after(Math.max(0, ms), look);
  }

  function start(due: DueDelivery, place: Place): void {
    const ofDestination = underWay.get(due.destination) ?? new Set();
    underWay.set(due.destination, ofDestination);
    const ended = bring(due, place, {
      ...options,
      signal: breaking.signal,
      isStopped: () => isStopped,
    }).finally(() => {
      ofDestination.delete(ended);
      look();
    });
    ofDestination.add(ended);
  }

  look();
  return {
    look,
    async stop() {
      isStopped = true;
      callOff();
      const endGrace = clock.after(settings.graceMs, () => breaking.abort());
      await looking;
      await Promise.all([...underWay.values()].flatMap((ofDestination) => [...ofDestination]));
      endGrace();
    },
  };
}

interface Bringing extends CourierOptions {
  readonly signal: AbortSignal;
  readonly isStopped: () => boolean;
}

async function bring(due: DueDelivery, place: Place, options: Bringing): Promise<void> {
  const { log, signal } = options;
  const delivered = await place.deliver(due, signal).catch((error: unknown): Delivered => {
    log.error('delivery-broke', error, factsOf(due));
    return { kind: 'deferred', reason: 'this server failed at it; its log says why' };
  });
  // An aborted delivery is claimed again after its lease.
  if (signal.aborted && delivered.kind !== 'taken') return;
  const attempt = attemptOf(due, delivered, options);
  const noted = await note(attempt, options);
  tell(due, { delivered, attempt }, log);
  if (noted?.isSwitchedOff)
    log.error('destination-switched-off', new DeadDestination(), {
      ...factsOf(due),
      reason: 'reason' in attempt ? attempt.reason : '',
    });
  if (noted?.isThere === false)
    await place
      .takeBack?.(due)
      .catch((error: unknown) => log.error('erased-delivery-not-removed', error, factsOf(due)));
}

function attemptOf(
  due: DueDelivery,
  delivered: Delivered,
  { settings, clock, random }: CourierOptions,
): DeliveryAttempt {
  const { enquiryId, destination, queuedAt } = due;
  const of = { enquiryId, destination, queuedAt, tries: due.tries, at: clock.now() };
  if (delivered.kind === 'taken') return { ...of, state: 'sent' };
  const { reason } = delivered;
  const tries = due.tries + 1;
  if (delivered.kind === 'refused' || tries >= settings.tries) return { ...of, state: 'failed', reason };
  return { ...of, state: 'waiting', dueAt: of.at + backOff({ tries, random: random(), settings }), reason };
}

/** Retries until the store has recorded the attempt: otherwise it would be delivered again. */
async function note(attempt: DeliveryAttempt, { store, settings, clock, log, isStopped }: Bringing) {
  for (;;) {
    try {
      return await store.noteDelivery(attempt);
    } catch (error) {
      log.error('delivery-not-noted', error, { id: attempt.enquiryId });
      if (isStopped()) return undefined;
      await new Promise<void>((resolve) => clock.after(settings.pollMs, resolve));
    }
  }
}

function tell(
  due: DueDelivery,
  { delivered, attempt }: { readonly delivered: Delivered; readonly attempt: DeliveryAttempt },
  log: Log,
): void {
  const facts = { ...factsOf(due), attempts: due.tries + 1 };
  if (attempt.state === 'sent') log.info('delivered', facts);
  if (attempt.state === 'waiting') log.warn('delivery-delayed', { ...facts, reason: attempt.reason });
  if (attempt.state === 'failed')
    log.error('delivery-failed', new UndeliverableEnquiry(), { ...facts, reason: attempt.reason });
  if (delivered.kind === 'taken' && delivered.remark !== undefined)
    log.warn('delivery-answered-at-length', { ...facts, reason: delivered.remark });
}

function factsOf({ enquiryId, reference, destination }: DueDelivery) {
  return { id: enquiryId, reference, destination };
}

/**
 * All attempts of a delivery to a destination failed, so that it was switched off: a person must repair it
 * and switch it on.
 */
class DeadDestination extends Error {
  override readonly name = 'DeadDestination';
}

/** All attempts of one delivery failed, while others succeeded. */
class UndeliverableEnquiry extends Error {
  override readonly name = 'UndeliverableEnquiry';
}
