const listeners = new Set<() => void>();

/** Notifies open inbox pages that an enquiry arrived or changed, or that events may have been missed. */
export function notifyInbox(): void {
  for (const listener of listeners) listener();
}

/**
 * Calls a listener at each `notifyInbox`.
 * @returns A function that removes the listener.
 */
export function onInboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
