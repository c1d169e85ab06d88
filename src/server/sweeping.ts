import type { Log, LogEvent } from './log/log.ts';
import type { Store } from './store/store.ts';

/** Sweeps now and every so often; gives the function that ends it. `event` is logged where a sweep fails. */
export function startSweeping(
  sweep: () => Promise<void>,
  { everyMs, event, log }: { readonly everyMs: number; readonly event: LogEvent; readonly log: Log },
): () => void {
  const run = () => {
    sweep().catch((error) => log.error(event, error));
  };
  run();
  const timer = setInterval(run, everyMs).unref();
  return () => clearInterval(timer);
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

/** Forgets the sessions and links of the studio that have expired, and tokens long after their end. */
export async function sweepPasses(
  { store, keptMs }: { readonly store: Pick<Store, 'forgetEnded'>; readonly keptMs: number },
  now: number,
): Promise<void> {
  await store.forgetEnded({ now, tokensBefore: now - keptMs });
}
