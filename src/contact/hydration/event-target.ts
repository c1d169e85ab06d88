/**
 * Returns the node in which an event occurred. At the window `event.target` is only the host of the shadow tree that
 * contains it.
 */
export function getTarget(event: Event): EventTarget | undefined {
  return event.composedPath()[0];
}

/** Returns true if an event occurred in an element, also if that is in a shadow tree. */
export function isInside(event: Event, root: HTMLElement): boolean {
  return event.composedPath().includes(root);
}
