import { deepEquals } from '@rjsf/utils';
import { useRef } from 'react';

/**
 * Returns a record like `next` in which entries that are deeply equal to those of the former result are the
 * former ones. If all are equal and in the same order, the result is the former record itself.
 */
export function useStableEntries<Value>(
  next: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const latest = useRef(next);
  const former = latest.current;
  if (former === next) return former;
  const names = Object.keys(next);
  const same = Object.fromEntries(
    names.map((name) => [name, deepEquals(former[name], next[name]) ? former[name] : next[name]]),
  ) as Record<string, Value>;
  const isSame =
    names.every((name) => same[name] === former[name]) && Object.keys(former).join() === names.join();
  if (!isSame) latest.current = same;
  return latest.current;
}
