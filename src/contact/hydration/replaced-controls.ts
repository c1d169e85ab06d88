/** A button or link of a form, and how it is found again if hydration replaces it. */
export interface LocatedControl {
  readonly element: HTMLElement;
  /** Matches the control before and after hydration, whatever its label; undefined if it has such siblings. */
  readonly selector: string | undefined;
  /** The number of controls before it that have the same label; -1 for other elements than buttons and links. */
  readonly position: number;
}

/** Buttons and links. */
export const controlSelector = 'button, a[href], input[type="submit"]';

/** The link, then button, that opens the dialog of a form. */
export const openerSelector = '.sw-launch > .sw-button';

/**
 * Controls that a form has once. They are found again even if the browser has translated their labels, and React has
 * therefore rendered the form again. The invisible button for the Enter key sends too, as long as there is one.
 */
const onlyControls = [
  openerSelector,
  '.sw-actions > [type="submit"].sw-button--primary, [type="submit"][aria-hidden]',
];

/** Locates a control in a form that is not hydrated yet. */
export function locateControl(element: HTMLElement, root: HTMLElement): LocatedControl {
  return {
    element,
    selector: onlyControls.find((selector) => element.matches(selector)),
    position: listControlsWithLabel(getLabel(element), root).indexOf(element),
  };
}

/**
 * Returns the control itself, or the one that hydration has replaced it with: some buttons post the form without
 * scripts, and others with their label take their place. Undefined if there is none: scripts have done already what
 * the control was for, such as showing the fields of another type.
 */
export function findCurrentControl(
  { element, selector, position }: LocatedControl,
  root: HTMLElement,
): HTMLElement | undefined {
  if (element.isConnected) return element;
  if (selector !== undefined) return root.querySelector<HTMLElement>(selector) ?? undefined;
  if (position < 0) return undefined;
  const controls = listControlsWithLabel(getLabel(element), root);
  return controls[position] ?? controls.at(-1);
}

/** Returns the buttons and links of a form with a label, in their order. */
function listControlsWithLabel(label: string, root: HTMLElement): readonly HTMLElement[] {
  const controls = [...root.querySelectorAll<HTMLElement>(controlSelector)];
  return controls.filter((control) => getLabel(control) === label);
}

/** Returns the text of a button or link. */
function getLabel(control: HTMLElement): string {
  return control instanceof HTMLInputElement ? control.value : control.textContent.trim();
}
