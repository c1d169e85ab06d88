import { backgroundTag } from '../../contact/outbox/background.ts';
import { sendWaiting } from '../../contact/outbox/send-waiting.ts';
import { solveChallenge } from '../../contact/send/solve-challenge.ts';
import { chooseHandling } from './decisions.ts';
import { answerFile, answerHashedFile, answerPage, removeCaches, storePage } from './page-cache.ts';
import type { StoreMessage } from './protocol.ts';
import type { WorkerScope } from './worker-scope.ts';

/**
 * The service worker of the public site (`/slipway-worker.js`): shows pages with a form that were visited before
 * without a network, and sends waiting enquiries in the background. It is one classic script without imports.
 */

// The script runs only as a service worker, whose global object this is.
const scope = self as unknown as WorkerScope;

// A new worker replaces the old one at once: stored files have a hash in their address, so that a page gets the
// files of its own release from each worker.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => event.waitUntil(removeCaches({ isOldOnly: true })));

scope.addEventListener('message', (event) => {
  if (isStoreMessage(event.data)) event.waitUntil(storePage(event.data));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const handling = chooseHandling(request, location.origin);
  if (handling === 'page') event.respondWith(answerPage(request, () => event.waitUntil(removeWorker())));
  else if (handling === 'hashed') event.respondWith(answerHashedFile(request));
  else if (handling === 'file') event.respondWith(answerFile(request));
});

scope.addEventListener('sync', (event) => {
  if (event.tag === backgroundTag) event.waitUntil(sendInBackground());
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data));
});

/** Returns true for a message that asks to store a page. Other scripts of the origin may send anything. */
function isStoreMessage(data: unknown): data is StoreMessage {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'store' &&
    'path' in data &&
    typeof data.path === 'string' &&
    'loaded' in data &&
    Array.isArray(data.loaded)
  );
}

/** Removes the worker and all that it has stored: the server has no worker any more. */
async function removeWorker(): Promise<void> {
  await scope.registration.unregister();
  await removeCaches({ isOldOnly: false });
}

/**
 * Sends the waiting enquiries, and notifies the visitor of those that were sent if no page of the site shows
 * it. Rejects if some are still waiting, so that the browser tries again.
 */
async function sendInBackground(): Promise<void> {
  const { sent, waiting } = await sendWaiting({ prove: solveChallenge });
  if (
    typeof Notification !== 'undefined' &&
    Notification.permission === 'granted' &&
    !(await isPageVisible())
  )
    for (const { id, url, notification } of sent)
      if (notification) {
        const { title } = notification;
        await scope.registration.showNotification(title, { tag: id, data: url, icon: '/favicon.svg' });
      }
  if (waiting > 0) throw new Error(`Cannot send all enquiries: ${waiting} are waiting`);
}

/** Returns true if a visitor sees a page of the site. */
async function isPageVisible(): Promise<boolean> {
  const pages = await listPages();
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
}

/** Focuses a page at the path of an address, or opens it. Ignores addresses of other origins. */
async function openPage(url: unknown): Promise<void> {
  const address = URL.parse(String(url), location.origin);
  if (address?.origin !== location.origin) return;
  const open = (await listPages()).find((page) => new URL(page.url).pathname === address.pathname);
  await (open ? open.focus() : scope.clients.openWindow(address.href));
}

function listPages() {
  return scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
