import { useCallback, useEffect, useRef } from 'react';

/**
 * Focuses the heading when the address changes after a call of the returned function, so that screen readers
 * announce the new page.
 * @param focusesAtOnce True to focus the heading after the first rendering as well.
 * @returns A function to call before a navigation.
 */
export function useHeadingFocus(address: string, focusesAtOnce: boolean): () => void {
  const isNavigating = useRef(focusesAtOnce);
  useEffect(() => {
    // Used only to run the effect again.
    void address;
    if (isNavigating.current) focusHeading();
    isNavigating.current = false;
  }, [address]);
  return useCallback(() => {
    isNavigating.current = true;
  }, []);
}

/**
 * Focuses the heading of the page, or the element `main` if there is none. Does nothing if the focus is in
 * the page already.
 */
export function focusHeading(): void {
  const main = document.getElementById('main');
  if (main?.contains(document.activeElement)) return;
  const heading = main?.querySelector('h1') ?? main;
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
