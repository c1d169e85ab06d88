import { deepEquals } from '@rjsf/utils';
import { useRef } from 'react';

/**
 * Returns a record in which equal entries keep their former identity. If all are equal and in the same order,
 * the result is the former record.
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
