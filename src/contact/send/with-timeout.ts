/**
 * The time in ms for which a submit waits for each optional module. Loading starts when the visitor starts
 * the form, so a module that is not loaded by then is unlikely to load at all.
 */
export const moduleTimeoutMs = 5_000;

/**
 * Returns the result of a task, or rejects with its error. After the timeout, aborts the task's signal and
 * rejects with a `TimeoutError`. Without a timeout it waits forever. `AbortSignal.timeout` is not used,
 * because fake timers do not control it.
 */
export async function withTimeout<Value>(
  timeoutMs: number | undefined,
  task: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const { signal } = controller;
  /** Aborts the signal with a `TimeoutError`, which rejects the result. */
  const expire = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  const expired = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  try {
    return await Promise.race([task(signal), expired]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns true for the error with which `withTimeout` rejects after its time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
