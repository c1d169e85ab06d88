const listeners = new Set<() => void>();

/** Notifies open inbox pages that an enquiry arrived or changed, or that events may have been missed. */
export function notifyInbox(): void {
  for (const listener of listeners) listener();
}

/**
 * Registers a function that `notifyInbox` calls each time.
 * @returns A function that removes it again.
 */
export function onInboxChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
