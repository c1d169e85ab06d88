const listeners = new Set<() => void>();

/** Tells whoever shows enquiries that one has arrived, or that something was done with one; also where that may have been missed. */
export function tellDesk(): void {
  for (const listener of listeners) listener();
}

/** Hears of it; gives what stops that. */
export function onDesk(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
