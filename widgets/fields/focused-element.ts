/**
 * Returns the focused element, also inside shadow trees, for which the document returns only the host
 * (docs/embed.md, `isolated`). Returns null if nothing is focused.
 */
export function getFocusedElement(): Element | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) activeElement = activeElement.shadowRoot.activeElement;
  return activeElement;
}

/**
 * Focuses the element with an id in the document or shadow tree that contains `neighbour`. Does nothing if
 * there is none.
 */
export function focusInSameTree(neighbour: Node | null, id: string): void {
  const root = neighbour?.getRootNode();
  if (root instanceof Document || root instanceof ShadowRoot) root.getElementById(id)?.focus();
}
