import { pageHeader, workerPath } from '#engine/model/page-mark.ts';
import { offlineId } from './protocol.ts';

/** Runs on a page that the service worker shows without a network: its line says so until there is one. */

const checkMs = 15_000;
const line = document.getElementById(offlineId);
const text = line?.textContent ?? '';

if (line) {
  for (const name of ['online', 'offline']) addEventListener(name, () => void showState(line));
  document.addEventListener('visibilitychange', () => void showState(line));
  // Screen readers announce what changes after the page has loaded.
  addEventListener('load', () => line.replaceChildren(text), { once: true });
  void showState(line);
  // A captive portal that lets a visitor through causes no event.
  setInterval(() => line.hidden || void showState(line), checkMs);
}

/** Shows the line, or hides it if the server can be reached. */
async function showState(shown: HTMLElement): Promise<void> {
  if (document.visibilityState !== 'visible') return;
  shown.hidden = await isServerReachable();
}

/** Returns true if the server itself answers, not something between it and the visitor. */
async function isServerReachable(): Promise<boolean> {
  // The request would fail, and be reported in the console.
  if (!navigator.onLine) return false;
  try {
    const answer = await fetch(workerPath, { method: 'HEAD', cache: 'no-store', redirect: 'error' });
    return answer.headers.has(pageHeader);
  } catch {
    return false;
  }
}
