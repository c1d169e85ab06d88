import type { Log, LogEvent } from './log/log.ts';
import type { Store } from './store/store.ts';

/** What is swept, and how often. */
export interface Sweeping {
  /** Of several servers that share a store one does it in a while, by this name; absent: each does it for itself. */
  readonly job?: { readonly name: string; readonly store: Pick<Store, 'takeJob' | 'endJob'> };
  readonly everyMs: number;
  /** Logged where a sweep fails. */
  readonly event: LogEvent;
  readonly log: Log;
}

/** Sweeps now and every so often; gives the function that ends it. What still runs then may fail: its store is about to close. */
export function startSweeping(sweep: () => Promise<void>, options: Sweeping): () => void {
  const { everyMs, event, log } = options;
  let isEnded = false;
  const run = () => {
    sweepInTurn(sweep, options).catch((error) => isEnded || log.error(event, error));
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}

async function sweepInTurn(sweep: () => Promise<void>, { job, everyMs }: Sweeping): Promise<void> {
  if (job === undefined) return sweep();
  const { name, store } = job;
  // Half of the time: else one that took long would be left out by whoever did it.
  if (!(await store.takeJob({ name, restMs: everyMs / 2 }))) return;
  let isDone = false;
  try {
    await sweep();
    isDone = true;
  } finally {
    await store.endJob({ name, isDone });
  }
}

/** Few enough that enquiries which arrive meanwhile do not wait for it. */
const batch = 200;

/** Deletes suspected enquiries that nobody has released in this time; 0 keeps them (docs/contract.md, "List of enquiries"). */
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

/** Deletes the saved answers whose links have expired. */
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

/** Deletes what servers have shared and none has needed for so long. */
export async function sweepSharedFiles({
  store,
  log,
  unneededMs,
}: {
  readonly store: Pick<Store, 'forgetFiles'>;
  readonly log: Log;
  readonly unneededMs: number;
}): Promise<void> {
  let count = 0;
  for (;;) {
    const forgotten = await store.forgetFiles({ unneededMs, limit: batch });
    count += forgotten;
    if (forgotten < batch) break;
  }
  if (count > 0) log.info('shared-files-swept', { count });
}

/** Forgets the sessions and links of the studio that have expired, and tokens long after their end. */
export async function sweepPasses(
  { store, keptMs }: { readonly store: Pick<Store, 'forgetEnded'>; readonly keptMs: number },
  now: number,
): Promise<void> {
  await store.forgetEnded({ now, tokensBefore: now - keptMs });
}
