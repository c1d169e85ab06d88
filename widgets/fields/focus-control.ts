import { controlId, nameOf } from './pointer.ts';

/**
 * Moves focus to the control of a value, the first one inside where it is a group; where the value itself is not drawn, to
 * what it stands in. False where nothing there can take focus.
 */
export function focusControl(container: HTMLElement, idPrefix: string, pointer: string): boolean {
  const id = CSS.escape(controlId(idPrefix, pointer));
  // One id each: a list of selectors is looked for among all elements, options and all. A choice stands around what it chooses, and of an
  // entry it may be the name that is wrong.
  const place =
    container.querySelector(`#${nameOf(id)}[aria-invalid]`) ??
    container.querySelector(`#${id}--choice`) ??
    container.querySelector(`#${id}`);
  const control = place?.matches(controls) ? place : place?.querySelector(controls);
  if (control instanceof HTMLElement) {
    control.focus();
    // Also where the form stands in a shadow tree, of which the document says its host alone.
    return control.matches(':focus');
  }
  const outer = pointer.lastIndexOf('/');
  return outer > 0 && focusControl(container, idPrefix, pointer.slice(0, outer));
}

const controls =
  'input:not([type=hidden], :disabled), select:enabled, textarea:enabled, button:enabled, output';
