import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { createHeldAnswer } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { locateSection, sendButton } from '../../testing/visitor.ts';
import limits from '../limits.json' with { type: 'json' };
import { setWaiting } from '../marker.ts';
import {
  accepted,
  button,
  listenToStatus,
  restoreBrowser,
  startUnreachable,
  storeEnquiry,
  waiting,
  withStore,
} from '../testing/stored-form.tsx';
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
  const backEnd = await startUnreachable();
  shortenInterval(500);
  await storeEnquiry();
  backEnd.answer('sendContactUs', accepted);
  await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
});

it('shows what was read last, however long an earlier reading takes', async () => {
  await startUnreachable();
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

it.each(['Edit', 'Discard'])(
  'shows the receipt of an enquiry that was sent in spite of %s, and announces it',
  async (press) => {
    const backEnd = await startUnreachable();
    await storeEnquiry();
    const { answer, release } = createHeldAnswer();
    backEnd.answer('sendContactUs', answer);
    const heard = listenToStatus();
    await button('Send now').click();
    await expect.poll(() => backEnd.getRequests('sendContactUs')).toHaveLength(2);
    await button(press).click();
    if (press === 'Discard') await button(press).click();
    await expect.element(sendButton()).toBeVisible();
    release(accepted());
    await expect.element(page.getByRole('heading', { name: 'Your enquiry has been sent' })).toBeVisible();
    await expect.poll(() => heard.join('\n')).toMatch(/^Your enquiry has been sent\. .*SW-1/m);
  },
);
