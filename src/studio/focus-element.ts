/** Focuses an element that has just appeared. Use it as its `ref`. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
