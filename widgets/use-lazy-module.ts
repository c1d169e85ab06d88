import { useEffect, useSyncExternalStore } from 'react';
import type { LazyValue } from './lazy.ts';

/**
 * Returns a lazy module, loads it if it is needed, and renders again when it is loaded. `what` names it in a
 * console error.
 */
export function useLazyModule<Part>(
  part: LazyValue<Part>,
  isNeeded: boolean,
  what: string,
): Part | undefined {
  const arrived = useSyncExternalStore(part.subscribe, part.loaded, part.loaded);
  useEffect(() => {
    if (!isNeeded || arrived) return;
    part.load().catch((error: unknown) => console.error(`Cannot load what draws ${what}:`, error));
  }, [part, isNeeded, arrived, what]);
  return arrived;
}
