/** An input, a select or a textarea; the latter two have no `checked` and no `files`. */
type Control = HTMLInputElement;

/**
 * Returns a function that gives the controls of a form the values, ticks and choices that they have now. React may
 * empty a select before it fails to hydrate it. For forms that go on as the server rendered them.
 */
export function recordEntered(root: HTMLElement): () => void {
  const entered = listControls(root).map((control) => ({
    control,
    value: control.value,
    isChecked: control.checked,
  }));
  return () => {
    for (const { control, value, isChecked } of entered) {
      if (control.type === 'file') continue;
      control.value = value;
      control.checked = isChecked;
    }
  };
}

/**
 * Returns a function that copies the state of the controls that are in the form now to those that have replaced
 * them, and restores the focus if that was in one of them. React renders a form, or a chunk of it, again if it
 * cannot hydrate it. The function may be called after each time.
 */
export function createControlRestorer(root: HTMLElement): () => void {
  let controls = listControls(root).filter(({ id }) => id !== '');
  const focused = document.activeElement;
  return () => {
    const removedControls = controls.filter((control) => !control.isConnected);
    controls = controls.filter((control) => control.isConnected);
    for (const control of removedControls) copyControlState(control, findReplacement(control, root));
    const hasLostFocus = focused?.isConnected === false && document.activeElement === document.body;
    if (hasLostFocus) findElementWithSameId(focused, root)?.focus({ preventScroll: true });
  };
}

function listControls(root: HTMLElement): Control[] {
  return [...root.querySelectorAll<Control>('input, select, textarea')];
}

/**
 * Returns the control with the same id; for files the one with the same name, because the id then belongs to
 * a button. Null if there is none.
 */
function findReplacement(control: Control, root: HTMLElement): Control | null {
  return control.type === 'file'
    ? root.querySelector<Control>(`[type="file"][name="${CSS.escape(control.name)}"]`)
    : (findElementWithSameId(control, root) as Control | null);
}

/** Returns the element of the form with the same id. Null if there is none. */
function findElementWithSameId({ id }: Element, root: HTMLElement): HTMLElement | null {
  return root.querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`);
}

/**
 * Copies the state of a control to its replacement, with the events of an input, so that React notices it.
 * Does nothing if there is no replacement of the same kind.
 */
function copyControlState(from: Control, to: Control | null): void {
  if (to?.tagName !== from.tagName) return;
  if (from.checked !== to.checked) to.click();
  if (from.value === to.value) return;
  const property = from.files ? 'files' : 'value';
  // The native setter bypasses React, which ignores an input event if its own setter has already seen the
  // value.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), property)?.set?.call(to, from[property]);
  for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
}
