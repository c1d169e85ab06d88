/** The start of the names of the Web Locks of enquiries that are edited in an open page. */
const lockPrefix = 'slipway-edited:';

/** The key in session storage of the id of the enquiry that this tab edits, which survives a reload. */
const editedHereKey = 'slipway:edited-here';

/** Tells other tabs, until this page is left, that a waiting enquiry is edited here. */
export function markAsEdited(id: string): void {
  sessionStorage.setItem(editedHereKey, id);
  navigator.locks
    .request(lockPrefix + id, { ifAvailable: true }, () => new Promise<void>(() => {}))
    .catch((error: unknown) => console.warn('Cannot lock the enquiry that is edited:', error));
}

/** Returns true if this tab was editing an enquiry before it was reloaded. */
export function wasEditedHere(id: string): boolean {
  return sessionStorage.getItem(editedHereKey) === id;
}

/** Resolves to the ids of the enquiries that are edited in open pages. */
export async function listEdited(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  const names = held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name] : []));
  return new Set(names.map((name) => name.slice(lockPrefix.length)));
}
