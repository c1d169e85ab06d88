/**
 * The element that has the focus, of shadow trees as well, of which the document names the host alone: a form may stand in one
 * (docs/embed.md, `isolated`). Null where nothing has it.
 */
export function focusedElement(): Element | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) activeElement = activeElement.shadowRoot.activeElement;
  return activeElement;
}

/** Gives the focus to the element of an id, in the tree in which another stands. */
export function focusBeside(neighbour: Node | null, id: string): void {
  const root = neighbour?.getRootNode();
  if (root instanceof Document || root instanceof ShadowRoot) root.getElementById(id)?.focus();
}
