/** What became of one change of a batch. */
export type Outcome<Result> =
  | { readonly isDone: true; readonly result: Result }
  | { readonly isDone: false; readonly error: unknown };

/** Hands changes on in batches, one batch at a time, or as many as it may. */
export interface GroupCommit<Change, Result> {
  /** Resolves or rejects with the change's own outcome, after the commit of its batch. */
  add(change: Change): Promise<Result>;
  /** Resolves when nothing waits and nothing is under way. */
  idle(): Promise<void>;
}

interface Waiting<Change, Result> {
  readonly change: Change;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes that arrive in one turn, or while a batch is under way, are committed together: one wait for the disk
 * serves them all. `commit` gives an outcome for each change, in their order; where it rejects, the whole batch fails.
 */
export function createGroupCommit<Change, Result>({
  commit,
  batchSize,
  concurrency = 1,
}: {
  readonly commit: (changes: readonly Change[]) => Promise<readonly Outcome<Result>[]>;
  readonly batchSize: number;
  /** Most batches under way at a time. */
  readonly concurrency?: number;
}): GroupCommit<Change, Result> {
  let waiting: Waiting<Change, Result>[] = [];
  const running = new Set<Promise<void>>();

  async function run(onEnd: () => void): Promise<void> {
    await endOfTurn();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      waiting = waiting.slice(batchSize);
      await commitBatch(batch, commit);
    }
    // At once: whoever adds a change from here on starts anew.
    onEnd();
  }

  function start(): void {
    const one = run(() => running.delete(one));
    running.add(one);
  }

  return {
    add: (change) =>
      new Promise((resolve, reject) => {
        waiting.push({ change, resolve, reject });
        if (running.size < concurrency) start();
      }),
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

async function commitBatch<Change, Result>(
  batch: readonly Waiting<Change, Result>[],
  commit: (changes: readonly Change[]) => Promise<readonly Outcome<Result>[]>,
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

/** After every request that has already reached this process was read. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
