import { getFocusedElement } from '#widgets';

/**
 * Optimisations of typing, loaded when the form is first focused. The form works without them, but long forms
 * react more slowly.
 */
export { judgeChange } from './judge-change.ts';

skipRedundantWrites(document);

/**
 * Stops React from writing empty or unchanged names and types into inputs of our forms, from their first
 * focus on, also of inputs that are added later. After each write a browser drops its index of the form's
 * controls by name, and builds it again at the next event: 3.7 ms with 5,000 fields. Radio buttons are
 * excluded: React clears their names for a moment, so that ticking one does not untick another.
 */
function skipRedundantWrites(page: Document): void {
  // For an event in a shadow tree, `event.target` is the host.
  page.addEventListener('focusin', (event) => patchInput(event.composedPath()[0]));
  patchInput(getFocusedElement());
}

/**
 * Makes an input of our forms ignore writes of a name or type that is empty or unchanged. Leaves radio
 * buttons and all other elements as they are.
 */
function patchInput(element: EventTarget | null | undefined): void {
  if (!(element instanceof HTMLInputElement) || element.type === 'radio') return;
  if (element.closest('.sw-fields') === null) return;
  for (const attribute of ['name', 'type'] as const) {
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, attribute);
    Object.defineProperty(element, attribute, {
      ...native,
      /** Writes the value, unless it is empty or the present one. */
      set(this: HTMLInputElement, written: string) {
        if (written !== '' && written !== native?.get?.call(this)) native?.set?.call(this, written);
      },
    });
  }
}
