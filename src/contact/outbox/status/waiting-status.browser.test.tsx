import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ContactFormSection } from '../../contact-form-section.tsx';
import type { BackEnd } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { fillGeneral, findFieldControl, locateSection, sendButton, typeText } from '../../testing/visitor.ts';
import {
  accepted,
  button,
  findStored,
  restoreBrowser,
  startUnreachable,
  storeEnquiry,
  waiting,
  withStore,
} from '../testing/stored-form.tsx';

let backEnd: BackEnd;

beforeEach(async () => {
  backEnd = await startUnreachable();
});
afterEach(restoreBrowser);

describe('an enquiry that waits', () => {
  it('has its thanks where another tab has sent it, and read its receipt', async () => {
    await storeEnquiry();
    const { id } = await findStored();
    await withStore((store) => store.remove(id));
    const other = new BroadcastChannel('slipway-outbox');
    other.postMessage({ type: 'changed', sent: [{ id, reference: 'SW-7' }] });
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    await expect.poll(() => locateSection().element().textContent).toContain('SW-7');
    // The thanks say it already.
    expect(page.getByText('Your enquiry has been sent').query()).toBeNull();
    other.close();
  });

  it('is sent under its key if it is edited on another page, and not changed', async () => {
    const shown = await storeEnquiry();
    const { id } = await findStored();
    await shown.unmount();
    await render(<ContactFormSection {...createSectionProps()} />);
    await button('Edit').click();
    await expect.poll(() => findFieldControl('message')?.value).toBe('When is the yard open?');
    backEnd.answer('sendContactUs', accepted);
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    const keys = backEnd.getRequests('sendContactUs').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys)).toEqual(new Set([id]));
  });

  it('is sent when the visitor looks at the page again', async () => {
    await storeEnquiry();
    backEnd.answer('sendContactUs', accepted);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
  });

  it('is sent when another enquiry of its page was sent', async () => {
    const shown = await storeEnquiry();
    await shown.unmount();
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(button('Send now')).toBeVisible();
    await fillGeneral();
    backEnd.answer('sendContactUs', accepted);
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    await expect.poll(() => withStore((store) => store.list())).toEqual([]);
  });

  it('is sent if the page fails to handle that, without an error that nobody catches', async () => {
    const shown = await storeEnquiry();
    await shown.unmount();
    const onSuccess = vi.fn(() => {
      throw new Error('of the page');
    });
    await render(<ContactFormSection {...createSectionProps({ onSuccess })} />);
    await expect.element(button('Send now')).toBeVisible();
    backEnd.answer('sendContactUs', accepted);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByRole('heading', { name: 'Your enquiry has been sent' })).toBeVisible();
    await expect.poll(() => onSuccess.mock.calls.length).toBe(1);
    await expect.poll(() => withStore((store) => store.list())).toEqual([]);
  });

  it('names its page without a fragment, with which Edit would stay on another part of it', async () => {
    history.replaceState(null, '', '#form');
    await storeEnquiry();
    history.replaceState(null, '', location.pathname + location.search);
    expect((await findStored()).page.url).toBe(location.href);
  });

  it('is not left if the form was sent while it was being stored', async () => {
    const { encrypt } = SubtleCrypto.prototype;
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    vi.spyOn(SubtleCrypto.prototype, 'encrypt').mockImplementation(async function (
      this: SubtleCrypto,
      ...given: Parameters<SubtleCrypto['encrypt']>
    ) {
      await held;
      return encrypt.apply(this, given);
    });
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await button('Send when I am back online').click();
    backEnd.answer('sendContactUs', accepted);
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    goOn();
    await expect.poll(() => put.mock.calls.length).toBeGreaterThan(0);
    await expect.poll(() => withStore((store) => store.list())).toEqual([]);
    expect(backEnd.getRequests('sendContactUs')).toHaveLength(2);
  });

  it('replaces what the form contains, when the visitor says so, and is not mixed with it', async () => {
    const shown = await storeEnquiry();
    await shown.unmount();
    await render(<ContactFormSection {...createSectionProps()} />);
    await typeText('name', 'Bob');
    await typeText('phone', '01202 555 000');
    await button('Edit').click();
    await button('Edit').click();
    await expect.poll(() => findFieldControl('message')?.value).toBe('When is the yard open?');
    expect([findFieldControl('name')?.value, findFieldControl('phone')?.value]).toEqual(['Ann Berry', '']);
    backEnd.answer('sendContactUs', accepted);
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    expect(backEnd.getRequests('sendContactUs').at(-1)?.variables).toMatchObject({
      name: 'Ann Berry',
      phone: null,
    });
  });

  it('is sent under another key if the server has refused it', async () => {
    const shown = await storeEnquiry();
    const stored = await findStored();
    await withStore((store) => store.put({ ...stored, state: { is: 'refused', named: [] } }));
    await shown.unmount();
    backEnd.answer('sendContactUs', accepted);
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.poll(() => findFieldControl('message')?.value).toBe('When is the yard open?');
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    expect(backEnd.getRequests('sendContactUs').at(-1)?.headers.get('Idempotency-Key')).not.toBe(stored.id);
  });

  it('is shown whatever other scripts of the page send to its channel', async () => {
    await storeEnquiry();
    const other = new BroadcastChannel('slipway-outbox');
    const errors: unknown[] = [];
    const note = ({ message }: ErrorEvent) => errors.push(message);
    addEventListener('error', note);
    for (const rubbish of [null, 'x', { sent: 5 }, { sent: [null] }]) other.postMessage(rubbish);
    const { id } = await findStored();
    await withStore((store) => store.remove(id));
    other.postMessage({ type: 'changed' });
    await expect.element(sendButton()).toBeVisible();
    removeEventListener('error', note);
    expect(errors).toEqual([]);
    other.close();
  });

  it('is shown again if the tab in which it was edited was closed', async () => {
    const shown = await storeEnquiry();
    await button('Edit').click();
    await expect.poll(async () => (await findStored()).state.is).toBe('edited');
    await shown.unmount();
    sessionStorage.clear();
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(waiting()).toBeVisible();
    expect(backEnd.getRequests('sendContactUs')).toHaveLength(1);
    backEnd.answer('sendContactUs', accepted);
    await button('Send now').click();
    await expect.element(page.getByRole('heading', { name: 'Your enquiry has been sent' })).toBeVisible();
  });

  it('replaces what it was after a reload amid its change', async () => {
    const shown = await storeEnquiry();
    await button('Edit').click();
    await expect.poll(async () => (await findStored()).state.is).toBe('edited');
    await typeText('message', 'And on Sundays?');
    await shown.unmount();
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.poll(() => findFieldControl('message')?.value).toBe('And on Sundays?');
    backEnd.answer('sendContactUs', accepted);
    await sendButton().click();
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
    await expect.poll(() => withStore((store) => store.list())).toEqual([]);
  });

  it('is still sent where no enquiry may wait any more, and no other is offered to', async () => {
    const shown = await storeEnquiry();
    await shown.unmount();
    const { form } = createSectionProps();
    const { sendLater: _off, ...settings } = form.settings;
    await render(<ContactFormSection {...createSectionProps({ form: { ...form, settings } })} />);
    await expect.element(waiting()).toBeVisible();
    await fillGeneral();
    await sendButton().click();
    await expect.element(page.getByRole('status').first()).toBeInTheDocument();
    expect(button('Send when I am back online').query()).toBeNull();
    expect(page.getByText('there is no connection').query()).toBeNull();
    backEnd.answer('sendContactUs', accepted);
    await button('Send now').click();
    await expect.element(page.getByRole('heading', { name: 'Your enquiry has been sent' })).toBeVisible();
  });

  it('is stored before the visitor has answered whether to be notified', async () => {
    vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({
      scriptURL: `${location.origin}/slipway-worker.js`,
    } as ServiceWorker);
    vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
    vi.spyOn(Notification, 'requestPermission').mockReturnValue(new Promise(() => undefined));
    await render(<ContactFormSection {...createSectionProps()} />);
    await fillGeneral();
    await sendButton().click();
    await page.getByRole('checkbox', { name: 'Tell me when it has been sent' }).click();
    await button('Send when I am back online').click();
    await expect.element(waiting()).toBeVisible();
    expect((await findStored()).notification).toEqual({ title: 'Your enquiry has been sent' });
  });
});
