/** Focuses an element that has just appeared. Use it as its `ref`. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
