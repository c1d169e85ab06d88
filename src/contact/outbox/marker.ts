/**
 * The key in local storage that says that this browser has waiting enquiries. Other visits thereby neither load what
 * sends them nor open a database. Also the type of the event on the window after which a form looks for it again.
 */
export const waitingKey = 'slipway:waiting' as const;

/** Returns true if this browser has waiting enquiries. False if it forbids the storage. */
export function hasWaiting(): boolean {
  try {
    return localStorage.getItem(waitingKey) !== null;
  } catch {
    return false;
  }
}

/** Stores whether this browser has waiting enquiries. Does nothing if it forbids the storage. */
export function setWaiting(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(waitingKey, '1');
    else localStorage.removeItem(waitingKey);
  } catch {
    // The enquiries are sent while their page is open.
  }
}
