import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { createAcceptedResponse, startBackEnd } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { locateSection } from '../../testing/visitor.ts';
import limits from '../limits.json' with { type: 'json' };
import { setWaiting } from '../marker.ts';
import { forgetStored, restoreBrowser, storeEnquiry, waiting, withStore } from '../testing/stored-form.tsx';
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';

afterEach(restoreBrowser);

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

it('shows what was read last, however long an earlier reading takes', async () => {
  await forgetStored();
  startBackEnd();
  vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
  const { id } = createWaitingEnquiry({});
  await withStore((store) => store.put(createWaitingEnquiry({ until: Date.now() + 1e9 })));
  setWaiting(true);
  await render(<ContactFormSection {...createSectionProps()} />);
  await expect.element(waiting()).toBeVisible();
  const { promise: held, resolve: goOn } = Promise.withResolvers<LockManagerSnapshot>();
  const query = vi.spyOn(navigator.locks, 'query').mockReturnValueOnce(held);
  const other = new BroadcastChannel('slipway-outbox');
  other.postMessage({ type: 'changed' });
  await expect.poll(() => query.mock.calls.length).toBe(1);
  await withStore((store) => store.remove(id));
  other.postMessage({ type: 'changed', sent: [{ id, reference: 'SW-7' }] });
  await expect.poll(() => locateSection().element().textContent).toContain('SW-7');
  goOn({});
  const count = query.mock.calls.length;
  other.postMessage({ type: 'changed' });
  await expect.poll(() => query.mock.calls.length).toBeGreaterThan(count);
  await expect.poll(() => locateSection().element().textContent).toContain('SW-7');
  other.close();
});
