import type { Log, LogEvent } from '../platform/log/log.ts';
import type { SharedCalls, Store } from './store.ts';

/** Options of a periodic deletion. */
export interface SweepOptions {
  /**
   * The name of the job, and the calls by which servers that share a store run it on one of them at a time.
   * Without calls, the server has its store alone.
   */
  readonly job?: {
    readonly name: string;
    readonly shared: Pick<SharedCalls, 'claimJob' | 'releaseJob'> | undefined;
  };
  /** The interval in milliseconds. */
  readonly everyMs: number;
  /** The name under which a failed sweep is logged. */
  readonly event: LogEvent;
  readonly log: Log;
}

/**
 * Runs `sweep` now and at an interval; returns a function that ends this, without waiting for a running
 * sweep. Failures are logged, except those of a sweep that still runs at the end, because its store is about
 * to close. A failure does not stop later sweeps.
 */
export function startSweeping(sweep: () => Promise<void>, options: SweepOptions): () => void {
  const { everyMs, event, log } = options;
  let isEnded = false;
  /** Starts a sweep and returns at once. */
  const runSweep = () => {
    sweepIfClaimed(sweep, options).catch((error) => isEnded || log.error(event, error));
  };
  runSweep();
  const timer = setInterval(runSweep, everyMs).unref();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}

/**
 * Runs `sweep`, unless the job is running, or any server has done it within half of the interval. Releases
 * the job afterwards. If the sweep fails, throws its error, and the next server that claims the job repeats
 * it.
 */
async function sweepIfClaimed(sweep: () => Promise<void>, { job, everyMs }: SweepOptions): Promise<void> {
  if (job?.shared === undefined) return sweep();
  const { name, shared } = job;
  // Half of the interval: with all of it, the server that did a long sweep would skip its next one.
  if (!(await shared.claimJob({ name, restMs: everyMs / 2 }))) return;
  let isDone = false;
  try {
    await sweep();
    isDone = true;
  } finally {
    await shared.releaseJob({ name, isDone });
  }
}

/** The number of rows deleted at once. Small enough that enquiries which arrive meanwhile do not wait. */
const batch = 200;

/**
 * Deletes suspected enquiries that are older than `keptMs` and were not released; 0 deletes none
 * (docs/contract.md, "List of enquiries"). Logs their number if it deleted any.
 */
export async function sweepSuspected(
  {
    store,
    log,
    keptMs,
  }: { readonly store: Pick<Store, 'forgetSuspected'>; readonly log: Log; readonly keptMs: number },
  now: number,
): Promise<void> {
  if (keptMs === 0) return;
  let count = 0;
  for (;;) {
    const forgotten = await store.forgetSuspected({ receivedBefore: now - keptMs, limit: batch });
    count += forgotten;
    if (forgotten < batch) break;
  }
  if (count > 0) log.info('suspected-swept', { count });
}

/** Deletes saved answers whose links have expired. Logs their number if it deleted any. */
export async function sweepSavedAnswers(
  { store, log }: { readonly store: Pick<Store, 'forgetSavedAnswers'>; readonly log: Log },
  now: number,
): Promise<void> {
  let count = 0;
  for (;;) {
    const forgotten = await store.forgetSavedAnswers({ now, limit: batch });
    count += forgotten;
    if (forgotten < batch) break;
  }
  if (count > 0) log.info('saved-answers-swept', { count });
}

/** Deletes shared files that no server has needed for `unneededMs`. Logs their number if it deleted any. */
export async function sweepSharedFiles({
  shared,
  log,
  unneededMs,
}: {
  readonly shared: Pick<SharedCalls, 'forgetFiles'>;
  readonly log: Log;
  readonly unneededMs: number;
}): Promise<void> {
  let count = 0;
  for (;;) {
    const forgotten = await shared.forgetFiles({ unneededMs, limit: batch });
    count += forgotten;
    if (forgotten < batch) break;
  }
  if (count > 0) log.info('shared-files-swept', { count });
}

/**
 * Deletes expired sessions and one-time tokens of the studio, and API tokens that ended more than `keptMs`
 * ago. Logs nothing.
 */
export async function sweepCredentials(
  { store, keptMs }: { readonly store: Pick<Store, 'forgetEnded'>; readonly keptMs: number },
  now: number,
): Promise<void> {
  await store.forgetEnded({ now, tokensBefore: now - keptMs });
}
