import type * as pageMark from '#engine/model/page-mark.ts';
import type * as data from '../data.ts';
import { getPageVersion } from './page-version.ts';
import type { StoreMessage } from './protocol.ts';

/** Loaded after the page, by `start-worker.ts`. It imports nothing of the form. */

// The types guarantee that these are the values of the other modules. Shared with other scripts, those would be another
// file.
const workerPath: typeof pageMark.workerPath = '/slipway-worker.js';
const dataId: typeof data.dataId = 'slipway-data';

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ) => { readonly createScriptURL: (url: string) => string };
}

let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;

/**
 * Registers the service worker and has it store this page, now and whenever the network returns. Does nothing
 * where the page has no worker: in frames, previews and browsers without workers, or if the origin has another
 * one. Never rejects.
 * @param mayStore False for visitors who want to save data: the page is not stored.
 */
export async function registerWorker(mayStore = true): Promise<void> {
  const registration = await registerOnce();
  if (!registration || !mayStore) return;
  const store = async (isForced: boolean) => {
    const worker = await awaitActive(registration);
    const message = createStoreMessage(isForced);
    try {
      if (message) worker?.postMessage(message);
    } catch {
      // The worker has been removed.
    }
  };
  addEventListener('online', () => void store(true));
  await store(false);
}

/** Registers the worker; after a failure the next call tries again. Never rejects. */
async function registerOnce(): Promise<ServiceWorkerRegistration | undefined> {
  registering ??= register().catch(() => undefined);
  const registration = await registering;
  if (registration === undefined) registering = undefined;
  return registration;
}

/** Registers the worker. Returns undefined if it may not be registered; rejects if the browser refuses it. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  // Only pages in a secure context have it. In a frame it would belong to the page around it as well.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (container === undefined || window.top !== window || !readPage()?.worker) return undefined;
  const known = await container.getRegistration('/');
  const script = known && (known.active ?? known.waiting ?? known.installing)?.scriptURL;
  // A host of our server may have a worker of its own.
  if (script !== undefined && new URL(script).pathname !== workerPath) return undefined;
  return container.register(toTrustedUrl(workerPath));
}

let trustedUrl: string | undefined;

/**
 * Returns the URL as a `TrustedScriptURL` if the browser has Trusted Types, which `require-trusted-types-for
 * 'script'` demands; else unchanged. The policy accepts no other URL. A page may create it only once.
 */
function toTrustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  trustedUrl ??= trustedTypes
    ? trustedTypes
        .createPolicy('slipway-worker', {
          createScriptURL: (candidate) => (candidate === workerPath ? candidate : ''),
        })
        .createScriptURL(url)
    : url;
  return trustedUrl;
}

/** Resolves with the active worker, once it is; with undefined if it cannot be installed. */
async function awaitActive({ active, installing, waiting }: ServiceWorkerRegistration) {
  if (active) return active;
  const worker = installing ?? waiting;
  if (!worker) return undefined;
  return new Promise<ServiceWorker | undefined>((resolve) => {
    const check = () => {
      if (worker.state === 'activated') resolve(worker);
      else if (worker.state === 'redundant') resolve(undefined);
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

/** Returns the message that asks the worker to store this page; undefined if the page has no data. */
function createStoreMessage(isForced: boolean): StoreMessage | undefined {
  const page = readPage();
  return (
    page && {
      type: 'store',
      path: location.pathname,
      version: getPageVersion(page),
      loaded: listLoadedFiles(),
      isForced,
    }
  );
}

/** Returns the addresses of the pictures and fonts that the page has loaded from its own origin. */
function listLoadedFiles(): readonly string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter(
      (name) => name.startsWith(`${location.origin}/`) && /\.(?:svg|png|jpe?g|webp|avif|woff2?)$/.test(name),
    );
}

/** Returns the inline data of the page; undefined if it has none. */
function readPage(): data.InlinePageData | undefined {
  const text = document.getElementById(dataId)?.textContent;
  return text ? (JSON.parse(text) as data.InlinePageData) : undefined;
}
