/**
 * Focuses an element, or does nothing for null. As the `ref` of an element, it focuses it when it appears.
 */
export function focusElement(element: HTMLElement | null): void {
  element?.focus();
}
