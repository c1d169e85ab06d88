/** Takes the focus from an input: some store their value only then. */
export function blurInput(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Blurs the input when the page is reloaded or closed, which happens without a blur. Returns how to end that. */
export function blurInputOnLeaving(): () => void {
  addEventListener('pagehide', blurInput);
  return () => removeEventListener('pagehide', blurInput);
}
