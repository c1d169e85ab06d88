/**
 * What React 18.3 lacks of 19.2 and `slipway/react` needs. Its build has every module import these from here
 * (`src/package/build-react.ts`). With React 19.2 they are React's own.
 */
import * as React from 'react';

/** What is installed. Read by this name, because bundlers report a name that React's own lacks. */
const installed: Partial<typeof React> = React;

export const use: <Value>(promise: Promise<Value>) => Value = installed.use ?? readOrSuspend;
export const useEffectEvent = installed.useEffectEvent ?? useLatestFunction;
/**
 * A boundary that is hydrated by itself. Not in React 18, which replaces one that is updated before: what was typed in
 * it would be lost.
 */
export const Activity = installed.Activity ?? React.Fragment;
/** React 18 warns of each of these effects on a server, where neither of the two runs. */
export const useLayoutEffect = typeof document === 'undefined' ? React.useEffect : React.useLayoutEffect;

/** A promise with the status that React 19 writes into it. */
type TrackedPromise<Value> = Promise<Value> & {
  status?: 'pending' | 'fulfilled' | 'rejected';
  value?: Value;
  reason?: unknown;
};

/**
 * Returns the value of a promise.
 * @throws The promise while it is pending, so that React waits for it; its reason if it was rejected.
 */
function readOrSuspend<Value>(promise: TrackedPromise<Value>): Value {
  if (promise.status === 'fulfilled') return promise.value as Value;
  if (promise.status === 'rejected') throw promise.reason;
  if (promise.status === undefined) {
    promise.status = 'pending';
    promise.then(
      (value) => Object.assign(promise, { status: 'fulfilled', value }),
      (reason: unknown) => Object.assign(promise, { status: 'rejected', reason }),
    );
  }
  throw promise;
}

/** Returns a function that calls the latest one it was given. It is updated before layout effects run. */
function useLatestFunction<Arguments extends readonly unknown[], Result>(
  latest: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const current = React.useRef(latest);
  React.useInsertionEffect(() => {
    current.current = latest;
  });
  return (...args) => current.current(...args);
}
