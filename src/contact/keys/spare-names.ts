import { focusedElement } from '#widgets';

/**
 * Keeps from the inputs of our forms what React writes into one at each event, the same as before: its name, emptied in between, and its
 * type. With each writing a browser forgets which of the form's controls has which name, and looks at all of them as soon as something
 * of the form element is read, which React does at the next event: 3.7 ms in 5,000 fields. Radio buttons are left alone: by their names
 * React keeps one from unticking another.
 */
export function spareNames(page: Document): void {
  // In a shadow tree the page hears of its host alone.
  page.addEventListener('focusin', (event) => spare(event.composedPath()[0]));
  spare(focusedElement());
}

function spare(element: EventTarget | null | undefined): void {
  if (!(element instanceof HTMLInputElement) || element.type === 'radio') return;
  if (element.closest('.sw-fields') === null) return;
  for (const attribute of ['name', 'type'] as const) {
    const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, attribute);
    Object.defineProperty(element, attribute, {
      ...native,
      set(this: HTMLInputElement, written: string) {
        if (written !== '' && written !== native?.get?.call(this)) native?.set?.call(this, written);
      },
    });
  }
}
