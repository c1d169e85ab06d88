import type { ConnectionInfo } from '../../contact/hydration/hydration-time.ts';
import { registerWorker } from './register-worker.ts';
import { restoreMarker } from './restore-marker.ts';

/**
 * Registers the service worker, and looks for waiting enquiries without a marker, as soon as that disturbs nobody.
 * `boot.ts` loads it after the page. It shares no code with `boot.ts`: a page would have to load that as another file
 * before its form is drawn.
 */

const idlePatienceMs = 2_000;

// With a top-level `await` the build would split the chunk of the form.
void startWorker();

async function startWorker(): Promise<void> {
  await awaitVisible();
  await awaitIdle();
  await restoreMarker();
  await registerWorker(mayStorePage());
}

/** Resolves when a visitor sees the page. A prerendered page may never be visited. */
async function awaitVisible(): Promise<void> {
  while (document.visibilityState !== 'visible')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

/** Resolves when the browser has nothing else to do, or after a while. Safari does not report it. */
function awaitIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(resolve, { timeout: idlePatienceMs })
      : setTimeout(resolve, 200),
  );
}

/** Returns false for visitors who want to save data, and on a slow network: the page is not stored there. */
function mayStorePage(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: ConnectionInfo };
  return connection?.saveData !== true && !/2g$/.test(connection?.effectiveType ?? '');
}
