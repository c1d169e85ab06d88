import type { DeliverySettings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { backOff } from '../mail/back-off.ts';
import type { Clock } from '../mail/outbox.ts';
import type { DeliveryAttempt, DueDelivery } from '../store/delivery-entry.ts';
import type { Store } from '../store/store.ts';
import type { Deliver, Delivered } from './deliver.ts';

/** Brings what enquiries have for destinations there, until it is stopped. */
export interface Courier {
  /** Something may be due: looks at once. */
  readonly look: () => void;
  /** Takes nothing more; resolves when what is under way has ended, or is broken off after the grace time. */
  readonly stop: () => Promise<void>;
}

/** A place that things are brought to. */
export interface Place {
  readonly deliver: Deliver;
  /** Takes back what was brought of an enquiry that was erased meanwhile; absent where nobody can. */
  readonly takeBack?: (due: DueDelivery) => Promise<void>;
}

/** What a courier works with. */
export interface CourierOptions {
  readonly store: Pick<Store, 'takeDeliveries' | 'noteDelivery' | 'nextDeliveryAt'>;
  /** The destinations as they are now, by their ids. */
  readonly places: () => ReadonlyMap<string, Place>;
  readonly settings: DeliverySettings;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Starts to deliver. Each destination has places of its own, so that one which hangs holds up no other; what was taken and not noted is
 * taken again once its lease has ended, by whoever comes first.
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

  /** Reads before it takes: taking is a commit, and mostly nothing is due. */
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
    // What is due and was not taken waits for photos.
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
  // Broken off: whoever takes it once its lease has ended tries it.
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

/** Until the store has noted it: what was taken and is not noted would be brought again. */
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

/** A destination took nothing with all the tries of a delivery: somebody has to mend it, and switch it on. */
class DeadDestination extends Error {
  override readonly name = 'DeadDestination';
}

/** One enquiry was not taken with all its tries, while others were. */
class UndeliverableEnquiry extends Error {
  override readonly name = 'UndeliverableEnquiry';
}
