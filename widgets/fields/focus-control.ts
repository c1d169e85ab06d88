import { otherChoice } from '#engine';
import { getNamePointer, toControlId } from './pointer.ts';

/**
 * Moves focus to the control of a value, or to the first control inside its group. An invalid name of an
 * entry has precedence over its value, and the text of "Other", if that is chosen, over the choices. If there
 * is no control, tries the value around it. Returns false if nothing received the focus.
 */
export function focusControl(container: HTMLElement, idPrefix: string, pointer: string): boolean {
  const id = CSS.escape(toControlId(idPrefix, pointer));
  // There is one query per id, because a list of selectors is matched against all elements, options included.
  // A choice is rendered around the chosen value, and in an entry the name may be invalid.
  const target =
    container.querySelector(`#${getNamePointer(id)}[aria-invalid]`) ??
    container.querySelector(`#${id}--choice`) ??
    container.querySelector(`#${id}`);
  const found = target?.matches(controls) ? target : target?.querySelector(controls);
  const control = found?.closest(chosenOther)?.querySelector('.sw-other > input:enabled') ?? found;
  if (control instanceof HTMLElement) {
    control.focus();
    // This also works in a shadow tree, where `document.activeElement` is the host.
    return control.matches(':focus');
  }
  const outer = pointer.lastIndexOf('/');
  return outer > 0 && focusControl(container, idPrefix, pointer.slice(0, outer));
}

const controls =
  'input:not([type=hidden], :disabled), select:enabled, textarea:enabled, button:enabled, output';

/** The element around the choices and the text of "Other" while that is chosen. */
const chosenOther = `.sw-with-other:has([value='${otherChoice}']:checked)`;
