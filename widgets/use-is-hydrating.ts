import { useSyncExternalStore } from 'react';

/** Returns a function that does nothing: the snapshots never change. */
const subscribeToNothing = () => () => undefined;

/**
 * Returns true while the server renders and while a browser hydrates, before any script has an effect.
 * Returns false in later renders, and if a browser renders without server markup.
 */
export function useIsHydrating(): boolean {
  // React reads the server snapshot only on the server and during hydration.
  return useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
}
