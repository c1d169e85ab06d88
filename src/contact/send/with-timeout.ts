/**
 * How long a submit waits for each part of the page that it can do without. They are asked for when a visitor begins with the form, so
 * that one that is not there by then hardly comes.
 */
export const partTimeoutMs = 5_000;

/**
 * Gives what a task gives, or rejects with a `TimeoutError` when the time is over; the task's signal is aborted then. Without a time it
 * waits for ever. Not `AbortSignal.timeout`, whose clock no test can turn.
 */
export async function withTimeout<Value>(
  timeoutMs: number | undefined,
  task: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const { signal } = controller;
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
