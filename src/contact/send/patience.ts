/**
 * How long a submit waits for each part of the page that it can do without. They are asked for when a visitor begins with the form, so
 * that one that is not there by then hardly comes.
 */
export const partPatienceMs = 5_000;

/** How long something is waited for. */
export interface Patience {
  /** Aborts when the time is over. */
  readonly signal: AbortSignal;
  /** Gives what is waited for, or rejects with the signal's reason when the time is over. */
  readonly await: <Value>(promise: Promise<Value>) => Promise<Value>;
  /** The waiting is over, well or not. */
  readonly end: () => void;
}

/**
 * Patience from now on; without end where no time is given. Not `AbortSignal.timeout`, whose clock no test can turn.
 */
export function patienceFor(timeoutMs: number | undefined): Patience {
  const controller = new AbortController();
  const { signal } = controller;
  const expire = () => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs);
  return {
    signal,
    end: () => clearTimeout(timer),
    await: (promise) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        promise.then(resolve, reject);
      }),
  };
}
