/** Runs tasks one after the other, in the order of the calls, and returns the result of each. */
export type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Creates a queue. A task that rejects does not stop the next ones. */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
