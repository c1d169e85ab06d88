import type { Clock } from '../../platform/concurrency/clock.ts';
import { createQueueRunner, type QueueRunner } from '../../platform/concurrency/queue-runner.ts';
import type { DeliverySettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { DeliveryAttempt, DueDelivery } from '../../store/records/delivery-entry.ts';
import type { Store } from '../../store/store.ts';
import { getRetryDelay } from '../mail/retry-delay.ts';
import type { DeliverFunction, DeliveryResult } from './deliver.ts';

/** Delivers queued enquiries to webhooks and file drops until `stop()` is called. */
export interface DeliveryWorker {
  /** Claims due deliveries and starts them, soon and without waiting. Does nothing after `stop()`. */
  readonly poll: () => void;
  /**
   * Claims nothing more. Resolves when running deliveries have ended, or were aborted after the grace time.
   */
  readonly stop: () => Promise<void>;
}

/** The functions that deliver to one destination. */
export interface DeliveryTarget {
  readonly deliver: DeliverFunction;
  /** Removes a delivered enquiry that was erased meanwhile. Absent if that is not possible. */
  readonly withdraw?: (due: DueDelivery) => Promise<void>;
}

export interface DeliveryWorkerOptions {
  readonly store: Pick<Store, 'claimDeliveries' | 'recordDeliveryAttempt' | 'nextDeliveryAt'>;
  /** Returns the target of each destination by its id. */
  readonly getTargets: () => ReadonlyMap<string, DeliveryTarget>;
  readonly settings: DeliverySettings;
  readonly clock: Clock;
  /** Returns a number from 0 to below 1, which varies the delay of a retry. */
  readonly random: () => number;
  readonly log: Log;
}

/**
 * Starts a delivery worker, which polls at once. The concurrency is limited per destination, so that a slow
 * destination does not delay the others. A delivery that was claimed but not recorded is claimed again after
 * its lease, by any server.
 */
export function startDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { store, settings, clock, log } = options;
  const abortController = new AbortController();
  const { signal } = abortController;
  const runner = createQueueRunner<DueDelivery>({
    poll,
    logError: (error) => log.error('courier-failed', error),
    retryMs: settings.pollMs,
    clock,
  });

  /**
   * Claims as many due deliveries as each destination may run, and starts them. Returns no delay if some were
   * claimed. It first reads if any is due, because mostly none is and a claim writes to the database.
   */
  async function poll(): Promise<number | undefined> {
    const targets = options.getTargets();
    const free = [...targets.keys()].flatMap((destination) => {
      const limit = settings.perDestination - countRunning(destination);
      return limit > 0 ? [{ destination, limit }] : [];
    });
    const destinations = free.map(({ destination }) => destination);
    const next = free.length === 0 ? undefined : await store.nextDeliveryAt({ destinations });
    const now = clock.now();
    if (next === undefined || next > now)
      return Math.min(settings.pollMs, (next ?? Number.POSITIVE_INFINITY) - now);
    const { leaseMs, photosWaitMs } = settings;
    const claimed = await store.claimDeliveries({
      now,
      leasedUntil: now + leaseMs,
      places: free,
      photosWaitMs,
    });
    for (const due of claimed) {
      const target = targets.get(due.destination);
      if (target && !runner.isStopped())
        void runner.run(due, () => deliverAndRecord(due, target, { ...options, runner, signal }));
    }
    // Due deliveries that were not claimed wait for photos.
    if (claimed.length === 0) return settings.pollMs;
    runner.wake();
    return undefined;
  }

  function countRunning(destination: string): number {
    return runner.listRunning().filter((due) => due.destination === destination).length;
  }

  runner.wake();
  return {
    poll: runner.wake,
    stop: () => runner.stop({ graceMs: settings.graceMs, abort: () => abortController.abort() }),
  };
}

interface RunningDeliveryOptions extends DeliveryWorkerOptions {
  readonly runner: QueueRunner<DueDelivery>;
  readonly signal: AbortSignal;
}

/**
 * Delivers an enquiry, and records and logs the attempt. It never rejects: an error of the target counts as
 * deferred. An attempt that was aborted is not recorded. If the enquiry was erased meanwhile, removes the
 * delivered one, if the target can.
 */
async function deliverAndRecord(
  due: DueDelivery,
  target: DeliveryTarget,
  options: RunningDeliveryOptions,
): Promise<void> {
  const { store, log, signal, runner } = options;
  const delivered = await target.deliver(due, signal).catch((error: unknown): DeliveryResult => {
    log.error('delivery-broke', error, getLogFacts(due));
    return { kind: 'deferred', reason: 'this server failed; see its log' };
  });
  // An aborted delivery is claimed again after its lease.
  if (signal.aborted && delivered.kind !== 'taken') return;
  const attempt = toAttempt(due, delivered, options);
  // A delivery that is not recorded is delivered again.
  const recorded = await runner.record(
    () => store.recordDeliveryAttempt(attempt),
    (error) => log.error('delivery-not-noted', error, { id: due.enquiryId }),
  );
  logAttempt(due, { delivered, attempt }, log);
  if (recorded?.isSwitchedOff)
    log.error('destination-switched-off', new DestinationSwitchedOffError(), {
      ...getLogFacts(due),
      reason: 'reason' in attempt ? attempt.reason : '',
    });
  if (recorded?.exists === false)
    await target
      .withdraw?.(due)
      .catch((error: unknown) => log.error('erased-delivery-not-removed', error, getLogFacts(due)));
}

/** Returns the attempt to record: sent, failed, or waiting with the time of the next one. */
function toAttempt(
  due: DueDelivery,
  delivered: DeliveryResult,
  { settings, clock, random }: DeliveryWorkerOptions,
): DeliveryAttempt {
  const { enquiryId, destination, queuedAt } = due;
  const base = { enquiryId, destination, queuedAt, tries: due.tries, at: clock.now() };
  if (delivered.kind === 'taken') return { ...base, state: 'sent' };
  const { reason } = delivered;
  const tries = due.tries + 1;
  if (delivered.kind === 'refused' || tries >= settings.tries) return { ...base, state: 'failed', reason };
  return {
    ...base,
    state: 'waiting',
    dueAt: base.at + getRetryDelay({ tries, random: random(), settings }),
    reason,
  };
}

/**
 * Logs the attempt by its state, as info, warning or error, and the remark of the destination if there is
 * one.
 */
function logAttempt(
  due: DueDelivery,
  { delivered, attempt }: { readonly delivered: DeliveryResult; readonly attempt: DeliveryAttempt },
  log: Log,
): void {
  const facts = { ...getLogFacts(due), attempts: due.tries + 1 };
  if (attempt.state === 'sent') log.info('delivered', facts);
  if (attempt.state === 'waiting') log.warn('delivery-delayed', { ...facts, reason: attempt.reason });
  if (attempt.state === 'failed')
    log.error('delivery-failed', new DeliveryFailedError(), { ...facts, reason: attempt.reason });
  if (delivered.kind === 'taken' && delivered.remark !== undefined)
    log.warn('delivery-answered-at-length', { ...facts, reason: delivered.remark });
}

/** Returns the properties by which the log names a delivery. */
function getLogFacts({ enquiryId, reference, destination }: DueDelivery) {
  return { id: enquiryId, reference, destination };
}

/**
 * A delivery failed for good and no other succeeded meanwhile, so the destination was switched off: a person
 * must repair it and switch it on.
 */
class DestinationSwitchedOffError extends Error {
  override readonly name = 'DeadDestination';
}

/** All attempts of one delivery failed, or its destination refused it. */
class DeliveryFailedError extends Error {
  override readonly name = 'UndeliverableEnquiry';
}
