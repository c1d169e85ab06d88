import { afterEach, expect, it, vi } from 'vitest';
import { createAcceptedResponse, startBackEnd } from '../../testing/back-end.ts';
import { locateSection } from '../../testing/visitor.ts';
import limits from '../limits.json' with { type: 'json' };
import { setWaiting } from '../marker.ts';
import { forgetStored, storeEnquiry } from '../testing/stored-form.tsx';

afterEach(() => {
  setWaiting(false);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Shortens the first interval after which a page sends again to that in ms. */
function shortenInterval(shorter: number): void {
  const { setTimeout } = globalThis;
  const [seconds = 0] = limits.retrySeconds;
  vi.stubGlobal('setTimeout', (task: () => void, ms: number) =>
    setTimeout(task, ms === seconds * 1000 ? shorter : ms),
  );
}

it('sends again by itself on a page that stays open: a weak network that returns causes no event', async () => {
  await forgetStored();
  shortenInterval(500);
  const backEnd = startBackEnd();
  backEnd.answer('sendContactUs', () => Promise.reject(new TypeError('Failed to fetch')));
  await storeEnquiry();
  backEnd.answer('sendContactUs', () => createAcceptedResponse());
  await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
});
