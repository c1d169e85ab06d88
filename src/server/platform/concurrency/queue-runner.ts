import type { Clock } from './clock.ts';

/** Polls a queue and counts the items of it that are being processed, until it is stopped. */
export interface QueueRunner<Item> {
  /**
   * Polls soon. Polls never overlap: a call during one leads to one more after it. Does nothing after
   * `stop()`.
   */
  wake(): void;
  /**
   * Processes an item, counts it as running until `work` has ended, and then polls. Returns the promise of
   * `work`.
   */
  run(item: Item, work: () => Promise<void>): Promise<void>;
  /** Returns the items that are being processed, in the order of their start. */
  listRunning(): readonly Item[];
  /** Resolves when none of the selected items that are being processed now is so any more; never rejects. */
  waitForEnd(isSelected: (item: Item) => boolean): Promise<void>;
  /**
   * Records the result of an item and returns the answer of the store: `record` is called again after
   * `retryMs` until it resolves, and each of its errors is passed to `logError`. Returns undefined if it
   * failed and the runner was stopped.
   */
  record<Answer>(
    record: () => Promise<Answer>,
    logError: (error: unknown) => void,
  ): Promise<Answer | undefined>;
  /** Polls, and resolves when no poll is running or wanted; at once while an error pauses the runner. */
  idle(): Promise<void>;
  isStopped(): boolean;
  /**
   * Starts no further poll. Resolves when the running poll and all running items have ended, for which it
   * calls `abort` after `graceMs`.
   */
  stop(grace?: { readonly graceMs: number; readonly abort: () => void }): Promise<void>;
}

export interface QueueRunnerOptions {
  /**
   * Claims items and runs them. Returns the delay in milliseconds after which it wants to be called again;
   * undefined leaves a delay as it was returned before. A later result replaces an earlier one.
   */
  readonly poll: () => Promise<number | undefined>;
  /** Logs the error with which `poll` rejected. It is called again after `retryMs`. */
  readonly logError: (error: unknown) => void;
  /** The delay after an error, in milliseconds. */
  readonly retryMs: number;
  /** If true, `wake` does nothing between an error of `poll` and its retry. */
  readonly pausesAfterError?: boolean;
  readonly clock: Pick<Clock, 'after'>;
}

/** Creates a runner, which polls for the first time when it is woken. */
export function createQueueRunner<Item>(options: QueueRunnerOptions): QueueRunner<Item> {
  const { poll, logError, retryMs, pausesAfterError = false, clock } = options;
  const running = new Map<Item, Promise<void>>();
  let polling: Promise<void> | undefined;
  let isPollWanted = false;
  let isPaused = false;
  let isStopped = false;
  /** Cancels the scheduled poll, if there is one. */
  let cancelPoll = () => {};

  function wake(): void {
    isPollWanted = true;
    if (isPaused || isStopped) return;
    polling ??= pollWhileWanted().finally(() => {
      polling = undefined;
      if (isPollWanted) wake();
    });
  }

  /** Polls until no further poll is wanted, or an error pauses it. Never rejects. */
  async function pollWhileWanted(): Promise<void> {
    while (isPollWanted && !isPaused && !isStopped) {
      isPollWanted = false;
      try {
        const delayMs = await poll();
        if (delayMs !== undefined) schedulePoll(delayMs);
      } catch (error) {
        logError(error);
        isPaused = pausesAfterError;
        schedulePoll(retryMs);
      }
    }
  }

  /** Schedules a poll in place of the one that is scheduled. Schedules none after `stop()`. */
  function schedulePoll(ms: number): void {
    cancelPoll();
    if (isStopped) return;
    cancelPoll = clock.after(Math.max(0, ms), () => {
      isPaused = false;
      wake();
    });
  }

  async function waitForEnd(isSelected: (item: Item) => boolean): Promise<void> {
    const selected = [...running].filter(([item]) => isSelected(item));
    await Promise.allSettled(selected.map(([, ended]) => ended));
  }

  return {
    wake,
    run(item, work) {
      const ended = work().finally(() => {
        running.delete(item);
        wake();
      });
      running.set(item, ended);
      return ended;
    },
    listRunning: () => [...running.keys()],
    waitForEnd,
    async record(record, logFailure) {
      for (;;) {
        try {
          return await record();
        } catch (error) {
          logFailure(error);
          if (isStopped) return undefined;
          await new Promise<void>((resolve) => clock.after(retryMs, resolve));
        }
      }
    },
    async idle() {
      wake();
      while (polling) await polling;
    },
    isStopped: () => isStopped,
    async stop(grace) {
      isStopped = true;
      cancelPoll();
      const cancelAbort = grace ? clock.after(grace.graceMs, grace.abort) : () => {};
      await polling;
      await waitForEnd(() => true);
      cancelAbort();
    },
  };
}
