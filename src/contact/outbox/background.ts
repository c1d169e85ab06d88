import type * as pageMark from '#engine/model/page-mark.ts';

// The type guarantees that this is the value of the other module.
const workerPath: typeof pageMark.workerPath = '/slipway-worker.js';

/** The tag of the Background Sync in which the service worker sends. */
export const backgroundTag = 'slipway-send';

/** A registration with Background Sync, which Chromium alone has. */
interface SyncingRegistration extends ServiceWorkerRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> };
}

/**
 * Asks the browser to send waiting enquiries as soon as there is a connection, also without a page. Resolves to false
 * if it cannot. Never rejects.
 */
export async function registerBackgroundSend(): Promise<boolean> {
  try {
    const registration: SyncingRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    // A host page may have a worker of its own, which does not know the tag.
    if (!registration?.sync || !isOwnWorker(registration.active)) return false;
    await registration.sync.register(backgroundTag);
    return true;
  } catch (error) {
    console.warn('Cannot send in the background:', error);
    return false;
  }
}

/** Returns true for the service worker of our site. */
export function isOwnWorker(worker: ServiceWorker | null | undefined): boolean {
  return worker != null && new URL(worker.scriptURL).pathname === workerPath;
}
