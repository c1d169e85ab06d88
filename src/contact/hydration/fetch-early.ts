import { type ConnectionInfo, mayFetchEarly } from './hydration-time.ts';

/**
 * Fetches what hydrating a form needs before a visitor shows an intent, as soon as that disturbs nobody. Fetches
 * nothing if the visitor's network forbids that (`mayFetchEarly`). A failure is ignored: the fetch at the intent
 * repeats it, and reports it.
 */
export async function fetchEarly(form: Element, fetchModules: () => Promise<void>): Promise<void> {
  const { connection } = navigator as Navigator & { readonly connection?: ConnectionInfo };
  if (!mayFetchEarly(connection)) return;
  await awaitQuietNear(form);
  await fetchModules().catch(() => undefined);
}

/**
 * Resolves when an element is within a viewport's distance and the page has loaded, is visible and idle.
 */
async function awaitQuietNear(element: Element): Promise<void> {
  await awaitLoaded();
  await awaitNear(element);
  await awaitVisible();
  await awaitIdle();
}

/** Resolves at the page's `load` event, or at once after it. */
function awaitLoaded(): Promise<unknown> | undefined {
  if (document.readyState === 'complete') return undefined;
  return new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

/** Resolves when the element is at most a viewport's height above or below the visible area. */
function awaitNear(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(element);
  });
}

/** Resolves when the page is not in the background, and not prerendered for a visit that may never come. */
async function awaitVisible(): Promise<void> {
  while (document.visibilityState !== 'visible')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}

/** The longest time in ms that fetching waits for an idle browser. */
const idlePatienceMs = 2_000;

/**
 * Resolves when the browser has nothing else to do, or after a while: Chromium may never report it for a page that
 * draws no frames, and one with an animation is never idle. Safari does not report it.
 */
function awaitIdle(): Promise<unknown> {
  return new Promise((resolve) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(resolve, { timeout: idlePatienceMs })
      : setTimeout(resolve, 200),
  );
}
