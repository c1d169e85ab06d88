import { useCallback, useEffect, useRef } from 'react';

/**
 * Whoever comes to a part of the studio, by a link or because the workbench has just opened under their hands, is brought to its heading,
 * which a screen reader then says. Gives what says that somebody is on the way.
 */
export function useArrival(address: string, isUnderHands: boolean): () => void {
  const isOnTheWay = useRef(isUnderHands);
  useEffect(() => {
    // Named, since it is what the effect waits for.
    void address;
    if (isOnTheWay.current) focusHeading();
    isOnTheWay.current = false;
  }, [address]);
  return useCallback(() => {
    isOnTheWay.current = true;
  }, []);
}

/** Brings somebody to the heading, unless the part has brought them to something of its own. */
export function focusHeading(): void {
  const main = document.getElementById('main');
  if (main?.contains(document.activeElement)) return;
  const heading = main?.querySelector('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
