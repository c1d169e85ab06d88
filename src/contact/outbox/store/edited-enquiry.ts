/** The start of the names of the Web Locks of enquiries that are edited in an open page. */
const lockPrefix = 'slipway-edited:';

/** The key in session storage of the id of the enquiry that this tab edits, which survives a reload. */
const editedHereKey = 'slipway:edited-here';

/**
 * Tells other tabs that a waiting enquiry is edited here, until the function to which it resolves is called or the page
 * is left. Resolves to undefined if it is edited in an open page already. Never rejects.
 */
export async function markAsEdited(id: string): Promise<(() => void) | undefined> {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const isFree = await new Promise<boolean>((resolve) => {
    navigator.locks
      .request(lockPrefix + id, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : isOver;
      })
      .catch((error: unknown) => {
        console.warn('Cannot lock the enquiry that is edited:', error);
        resolve(true);
      });
  });
  if (isFree) writeSession(editedHereKey, id);
  return isFree ? end : undefined;
}

/** Returns true if this tab was editing an enquiry before it was reloaded. */
export function wasEditedHere(id: string): boolean {
  return readSession(editedHereKey) === id;
}

/** Resolves to the ids of the enquiries that are edited in open pages. */
export async function listEdited(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name] : []));
  return new Set(names.map((name) => name.slice(lockPrefix.length)));
}

/** Returns what the tab has stored under a key; null if there is nothing, or the browser forbids it. */
export function readSession(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text for this tab; null deletes it. Does nothing if the browser forbids it. */
export function writeSession(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // The enquiry is then shown beside its form.
  }
}
