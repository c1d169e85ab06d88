import { useState, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether this drawing takes over what a server drew, or is the server's own; the same for the life of the component.
 * False where a browser draws from nothing.
 */
export function useIsTakeover(): boolean {
  // React asks for the server's snapshot on the server and while it hydrates, and never else.
  const isHydrating = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isTakeover] = useState(isHydrating);
  return isTakeover;
}

/** Whether scripts are at work: false on a server and while a browser takes over its drawing, true from then on. */
export function useHasScripts(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
