import { useEffect, useSyncExternalStore } from 'react';
import type { Lazy } from './lazy.ts';

/** A part that is loaded when it is first needed, once it has arrived; draws again when it does. `what` names it in the console. */
export function useLoaded<Part>(part: Lazy<Part>, isNeeded: boolean, what: string): Part | undefined {
  const arrived = useSyncExternalStore(part.subscribe, part.loaded, part.loaded);
  useEffect(() => {
    if (!isNeeded || arrived) return;
    part.load().catch((error: unknown) => console.error(`Cannot load what draws ${what}:`, error));
  }, [part, isNeeded, arrived, what]);
  return arrived;
}
