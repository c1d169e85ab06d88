import type * as outboxStore from './store/outbox-store.ts';

// The type guarantees that this is the value of the other module, which pages load only with waiting enquiries.
const databaseName: typeof outboxStore.databaseName = 'slipway-outbox';

/**
 * Resolves to true if this browser has a database of waiting enquiries, which may be empty: other scripts of the origin
 * may have deleted the marker in local storage. Asks when the page has loaded and is idle, and creates nothing. Resolves
 * to false in browsers that cannot list databases. Never rejects.
 */
export async function hasDatabase(): Promise<boolean> {
  try {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
    // Safari does not report that it is idle.
    await new Promise<unknown>((resolve) =>
      typeof requestIdleCallback === 'function'
        ? requestIdleCallback(resolve, { timeout: idlePatienceMs })
        : setTimeout(resolve, 200),
    );
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === databaseName);
  } catch {
    return false;
  }
}

const idlePatienceMs = 2_000;
