import { useSyncExternalStore } from 'react';

const noSubscription = () => () => undefined;

/**
 * Whether this drawing is a server's own, or the one by which a browser hydrates it: no script is at work yet. False from the next drawing
 * on, and where a browser draws from nothing.
 */
export function useIsHydrating(): boolean {
  // React asks for the server's snapshot on the server and while it hydrates, and never else.
  return useSyncExternalStore(
    noSubscription,
    () => false,
    () => true,
  );
}
