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

/** Focuses the heading as soon as the focus is lost (`focusOnceLost`). */
export function focusHeadingOnceLost(): void {
  focusOnceLost(focusHeading);
}

/**
 * Moves the focus as soon as it is lost, as when a pressed button is removed because of what it does: React may
 * remove it now or some frames later. The next key or press of the user ends the wait.
 */
export function focusOnceLost(moveFocus: () => void): void {
  const waiting = new AbortController();
  const focusIfLost = () => {
    if (waiting.signal.aborted || document.activeElement !== document.body) return;
    moveFocus();
    // Behind an open dialog nothing can have the focus.
    if (document.activeElement !== document.body) waiting.abort();
  };
  const observer = new MutationObserver(focusIfLost);
  observer.observe(document.body, { childList: true, subtree: true });
  waiting.signal.addEventListener('abort', () => observer.disconnect());
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, () => waiting.abort(), { capture: true, signal: waiting.signal });
  focusIfLost();
}
