/** The outcome of one change of a batch: its result, or the error with which it failed. */
export type ChangeOutcome<Result> =
  | { readonly isDone: true; readonly result: Result }
  | { readonly isDone: false; readonly error: unknown };

/** Commits changes in batches, with a limited number of batches at a time. */
export interface GroupCommit<Change, Result> {
  /** Resolves or rejects with the result of this change, after its batch was committed. */
  add(change: Change): Promise<Result>;
  /** Resolves once no change waits and no batch is being committed. */
  idle(): Promise<void>;
}

interface Waiting<Change, Result> {
  readonly change: Change;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a queue that commits changes in batches: those that arrive in one turn of the event loop, and those
 * that arrive while a batch is being committed. The changes of a batch wait for the disk only once.
 * @param commit Returns one outcome per change, in order; if it rejects, the whole batch fails.
 * @param batchSize The most changes of a batch.
 * @param concurrency The most batches that are committed at the same time.
 */
export function createGroupCommit<Change, Result>({
  commit,
  batchSize,
  concurrency = 1,
}: {
  readonly commit: (changes: readonly Change[]) => Promise<readonly ChangeOutcome<Result>[]>;
  readonly batchSize: number;
  readonly concurrency?: number;
}): GroupCommit<Change, Result> {
  let waiting: Waiting<Change, Result>[] = [];
  const running = new Set<Promise<void>>();

  /**
   * Commits one batch after the other until no change waits, then calls `onEnd`, before another change can be
   * added.
   */
  async function commitWaitingChanges(onEnd: () => void): Promise<void> {
    await waitForEndOfTurn();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await commitBatch(batch, commit);
    }
    // Synchronously: a change that is added from here on must start a new run.
    onEnd();
  }

  /** Starts `commitWaitingChanges`, whose promise is in `running` until it ends. */
  function startCommitting(): void {
    const one = commitWaitingChanges(() => running.delete(one));
    running.add(one);
  }

  return {
    /** Queues a change, and starts to commit unless `concurrency` runs are committing already. */
    add: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        if (running.size < concurrency) startCommitting();
      }),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Commits a batch, and resolves or rejects the promise of each of its changes. */
async function commitBatch<Change, Result>(
  batch: readonly Waiting<Change, Result>[],
  commit: (changes: readonly Change[]) => Promise<readonly ChangeOutcome<Result>[]>,
): Promise<void> {
  try {
    const outcomes = await commit(batch.map(({ change }) => change));
    batch.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.isDone) resolve(outcome.result);
      else reject(outcome?.error);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}

/** Waits until this process has read all requests that have already arrived, so that they share a batch. */
function waitForEndOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
