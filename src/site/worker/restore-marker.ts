import type * as marker from '../../contact/outbox/marker.ts';
import type * as outboxStore from '../../contact/outbox/store/outbox-store.ts';

// The types guarantee that these are the values of the other modules, which belong to the chunks of the form.
const waitingKey: typeof marker.waitingKey = 'slipway:waiting';
const databaseName: typeof outboxStore.databaseName = 'slipway-outbox';

/**
 * Stores the marker of waiting enquiries again, if other scripts of the site have emptied the local storage, and has
 * the form hydrated, which sends them. Creates nothing in browsers that have stored nothing. Never rejects.
 */
export async function restoreMarker(): Promise<void> {
  try {
    if (localStorage.getItem(waitingKey) !== null || (await countEnquiries()) === 0) return;
    localStorage.setItem(waitingKey, '1');
    dispatchEvent(new Event(waitingKey));
  } catch {
    // The browser forbids the storage, or cannot list databases.
  }
}

/** Resolves to the number of stored enquiries. Rejects if the database is of another making. */
async function countEnquiries(): Promise<number> {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === databaseName)) return 0;
  const opening = indexedDB.open(databaseName);
  // It was deleted meanwhile, and is not to be created.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  const database = await toPromise(opening);
  try {
    return await toPromise(database.transaction('enquiries').objectStore('enquiries').count());
  } finally {
    database.close();
  }
}

function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
