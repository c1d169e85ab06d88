/** A button or link of a form, and how it is found again if hydration replaces it. */
export interface LocatedControl {
  readonly element: HTMLElement;
  /** The number of controls before it that have the same label; -1 for other elements than buttons and links. */
  readonly position: number;
}

/** Locates a control in a form that is not hydrated yet. */
export function locateControl(element: HTMLElement, root: HTMLElement): LocatedControl {
  return { element, position: listControlsWithLabel(getLabel(element), root).indexOf(element) };
}

/**
 * Returns the control itself, or the one with its label that hydration has replaced it with: some buttons post the
 * form without scripts, and others take their place. Undefined if there is none: scripts have done already what the
 * control was for, such as showing the fields of another type.
 */
export function findCurrentControl(
  { element, position }: LocatedControl,
  root: HTMLElement,
): HTMLElement | undefined {
  if (element.isConnected) return element;
  if (position < 0) return undefined;
  const controls = listControlsWithLabel(getLabel(element), root);
  return controls[position] ?? controls.at(-1);
}

/** Returns the buttons and links of a form with a label, in their order. */
function listControlsWithLabel(label: string, root: HTMLElement): readonly HTMLElement[] {
  const controls = [...root.querySelectorAll<HTMLElement>('button, a[href], input[type="submit"]')];
  return controls.filter((control) => getLabel(control) === label);
}

/** Returns the text of a button or link. */
function getLabel(control: HTMLElement): string {
  return control instanceof HTMLInputElement ? control.value : control.textContent.trim();
}
