import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { toClientForm } from '#engine';
import { announcementDelayMs } from '#widgets';
import { expectNoViolations } from '#widgets/testing/accessibility.ts';
import { compileFrozenForm } from '#widgets/testing/forms.ts';
import { restoreMarker } from '../../../site/worker/restore-marker.ts';
import { ContactFormSection } from '../../contact-form-section.tsx';
import type { BackEnd } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { fillGeneral, findFieldControl, locateSection, sendButton, typeText } from '../../testing/visitor.ts';
import { hasDatabase } from '../lost-marker.ts';
import { hasWaiting, setWaiting, waitingKey } from '../marker.ts';
import type { WaitingEnquiry } from '../store/waiting-enquiry.ts';
import {
  accepted,
  button,
  findStored,
  listenToStatus,
  lost,
  restoreBrowser,
  startUnreachable,
  storeEnquiry,
  waiting,
  withStore,
} from '../testing/stored-form.tsx';
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';

let backEnd: BackEnd;
const title = (name: string | RegExp) => page.getByRole('heading', { name });
const focused = () => document.activeElement?.textContent ?? '';

beforeEach(async () => {
  backEnd = await startUnreachable();
});
afterEach(restoreBrowser);

const { body, ...post } = createWaitingEnquiry({}).post;
const operationName = post.operation;

/** Stores enquiries without the marker. */
async function storeAll(enquiries: readonly Partial<WaitingEnquiry>[]): Promise<void> {
  await withStore(async (store) => {
    for (const [index, one] of enquiries.entries()) {
      const id = `key-${index}`;
      const sent = { ...post, body: JSON.stringify({ ...JSON.parse(body), operationName }) };
      await store.put(createWaitingEnquiry({ id, until: Date.now() + 1e9 + index, post: sent, ...one }));
    }
  });
}

/** Opens a page in a browser in which enquiries wait. It sends nothing by itself. */
async function openWith(enquiries: readonly Partial<WaitingEnquiry>[], more = {}) {
  await storeAll(enquiries);
  setWaiting(true);
  vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
  return render(<ContactFormSection {...createSectionProps(more)} />);
}

/** Lets the time of fake timers pass, and React draw what follows from it. */
async function passAnnouncementDelay(): Promise<void> {
  await vi.advanceTimersByTimeAsync(2 * announcementDelayMs);
  for (const _frame of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
}
const listAnnounced = (heard: readonly string[]) => heard.filter(Boolean);

describe('the reason why an enquiry still waits', () => {
  it.each([
    ['there is no connection', lost, 'There is still no connection.'],
    [
      'the server asks for time',
      () => Response.json({}, { status: 429 }),
      'cannot be received at the moment',
    ],
    ['the server has failed', () => Response.json({}, { status: 503 }), 'cannot be received at the moment'],
  ])('is named: %s', async (_what, answer, sentence) => {
    await storeEnquiry();
    backEnd.answer('sendContactUs', answer);
    await button('Send now').click();
    await expect.poll(() => document.querySelector('.sw-waiting-note')?.textContent).toContain(sentence);
    expect((locateSection().element().textContent ?? '').includes('still no connection')).toBe(
      sentence.includes('still no connection'),
    );
  });
});

describe('an enquiry that is edited in a form with other answers', () => {
  it('replaces them only if the visitor says so', async () => {
    await (await storeEnquiry()).unmount();
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(waiting()).toBeVisible();
    await typeText('message', 'The keel knocks');
    await button('Edit').click();
    await expect.poll(focused).toContain('Edit this enquiry? It replaces');
    await expectNoViolations(document.body);
    expect(findFieldControl('message')?.value).toBe('The keel knocks');
    await button('Keep what I entered').click();
    expect(focused()).toContain('waiting to be sent');
    expect([findFieldControl('message')?.value, (await findStored()).state.is]).toEqual([
      'The keel knocks',
      'waiting',
    ]);
    await button('Edit').click();
    await button('Edit').click();
    await expect.poll(() => findFieldControl('message')?.value).toBe('When is the yard open?');
    await expect.poll(() => document.activeElement?.getAttribute('name')).toBe('enquiry_type');
  });

  it('does not ask about the values that the form has at first', async () => {
    await (await storeEnquiry()).unmount();
    await render(<ContactFormSection {...createSectionProps({ initialValues: { name: 'Bob' } })} />);
    await button('Edit').click();
    await expect.poll(() => findFieldControl('name')?.value).toBe('Ann Berry');
  });

  it('asks before it opens a page whose form has a draft', async () => {
    const draftKey = 'slipway:draft:/other#contact-form';
    sessionStorage.setItem(draftKey, JSON.stringify({ values: { name: 'Bob' } }));
    await openWith([{ page: { url: `${location.origin}/other`, draftKey } }]);
    await button('Edit').click();
    await expect.poll(focused).toContain('Edit this enquiry? It replaces');
  });

  it('asks on the page that was opened to edit it, if something was typed there meanwhile', async () => {
    await (await storeEnquiry()).unmount();
    sessionStorage.setItem('slipway:edited', (await findStored()).id);
    setWaiting(false);
    vi.spyOn(IDBFactory.prototype, 'databases').mockResolvedValue([]);
    await render(<ContactFormSection {...createSectionProps()} />);
    await typeText('message', 'The keel knocks');
    setWaiting(true);
    dispatchEvent(new Event(waitingKey));
    await expect.element(button('Keep what I entered')).toBeVisible();
    expect(findFieldControl('message')?.value).toBe('The keel knocks');
    await expect.poll(() => document.activeElement).toBe(findFieldControl('message'));
  });
});

describe('the status of waiting enquiries', () => {
  it('says nothing that the heading says, and what changes by itself once', async () => {
    const heard = listenToStatus();
    await storeEnquiry();
    await expect.poll(focused).toContain('waiting to be sent');
    await button('Send now').click();
    await expect.poll(() => listAnnounced(heard).at(-1)).toContain('There is still no connection.');
    await button('Send now').click();
    await expect
      .poll(() => listAnnounced(heard).filter((one) => one.includes('no connection')))
      .toHaveLength(2);
    expect(listAnnounced(heard).filter((one) => one.includes('waiting to be sent'))).toEqual([]);
  });

  it('says that the server has refused or another tab has sent an enquiry', async () => {
    const heard = listenToStatus();
    await openWith([{ id: 'a' }, { id: 'b' }]);
    await expect.element(waiting().first()).toBeVisible();
    await typeText('message', 'Another one');
    await withStore((store) =>
      store.put(createWaitingEnquiry({ id: 'a', state: { is: 'refused', named: [] } })),
    );
    const other = new BroadcastChannel('slipway-outbox');
    other.postMessage({ type: 'changed' });
    await expect
      .poll(() => listAnnounced(heard))
      .toEqual(['Your enquiry could not be accepted. Check your answers and send it again.']);
    other.postMessage({ type: 'changed', sent: [{ id: 'b', reference: 'SW-7' }] });
    await expect.poll(() => listAnnounced(heard).at(-1)).toMatch(/^Your enquiry has been sent\. .*SW-7/);
    other.close();
  });

  it('leaves to the heading, which gets the focus, that an enquiry has been sent', async () => {
    const heard = listenToStatus();
    await openWith([{}]);
    await expect.element(waiting()).toBeVisible();
    backEnd.answer('sendContactUs', accepted);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await button('Send now').click();
    await expect.poll(focused).toBe('Your enquiry has been sent');
    await passAnnouncementDelay();
    expect(listAnnounced(heard)).toEqual([]);
  });

  it('leaves to the heading what was sent before the page was opened', async () => {
    const heard = listenToStatus();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await openWith([{ state: { is: 'sent' } }]);
    await expect.element(title('Your enquiry has been sent')).toBeVisible();
    await passAnnouncementDelay();
    expect(listAnnounced(heard)).toEqual([]);
  });
});

describe('the receipt of an enquiry that was sent later', () => {
  it('stays while another is entered, and goes when that is sent, which may fail', async () => {
    await openWith([{ state: { is: 'sent', reference: 'SW-7' } }]);
    await expect.element(title('Your enquiry has been sent')).toBeVisible();
    await fillGeneral();
    await expect.element(title('Your enquiry has been sent')).toBeVisible();
    await sendButton().click();
    await expect.element(button('Send when I am back online')).toBeVisible();
    await expect.poll(() => locateSection().element().textContent).not.toMatch(/has been sent|SW-7/);
  });
});

describe('waiting enquiries whose owner has switched sending later off', () => {
  const whole = compileFrozenForm();
  const { sendLater: _off, ...settings } = whole.settings;
  const form = toClientForm({ ...whole, settings }, { locale: 'en' });

  it('have their texts, and the days for which they were stored', async () => {
    await openWith([{ days: 3, until: Date.now() - 1 }, { recipient: 'Poole' }], { form });
    await expect.element(title('Your enquiry to Poole is waiting to be sent')).toBeVisible();
    await expect.element(page.getByText(/^An enquiry could not be sent within 3 days/)).toBeVisible();
    expect(locateSection().element().textContent).not.toContain('send-later.');
  });
});

describe('many waiting enquiries', () => {
  it('are not all drawn, and are all sent', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ recipient: `Office ${index}` }));
    await openWith(many);
    await expect.element(title(/Office 29/)).toBeVisible();
    const drawn = () => document.querySelectorAll('.sw-waiting-title').length;
    expect([drawn(), button('27 more').query() !== null]).toEqual([3, true]);
    await button('27 more').click();
    await expect.poll(focused).toContain('Office 26');
    expect([drawn(), button('7 more').query() !== null]).toEqual([23, true]);
    backEnd.answer('sendContactUs', accepted);
    await button('Send now').nth(23).click();
    await expect.poll(() => document.querySelector('.sw-waiting')?.textContent).not.toContain('waiting');
    await expect.poll(() => withStore((store) => store.list())).toEqual([]);
  });
});

describe('the page of an enquiry that was sent later', () => {
  function countConversions(): () => number {
    const conversions = vi.fn();
    window.addEventListener('slipway:conversion', conversions);
    return () => conversions.mock.calls.length;
  }

  it('is notified if the worker has sent it', async () => {
    const count = countConversions();
    const onSuccess = vi.fn();
    await openWith([{ state: { is: 'sent', reference: 'SW-7' } }], { onSuccess });
    await expect.element(title('Your enquiry has been sent')).toBeVisible();
    expect([count(), onSuccess.mock.calls]).toEqual([1, [[{ enquiryType: 3, reference: 'SW-7' }]]]);
  });

  it('is not notified if another tab was', async () => {
    const count = countConversions();
    const onSuccess = vi.fn();
    await storeEnquiry({ onSuccess });
    const { id } = await findStored();
    await withStore((store) => store.takeReceipt(id));
    const other = new BroadcastChannel('slipway-outbox');
    other.postMessage({ type: 'changed', sent: [{ id, reference: 'SW-7' }] });
    await expect.element(title('Fair winds')).toBeVisible();
    expect([count(), onSuccess.mock.calls]).toEqual([0, []]);
    other.close();
  });

  it('is notified once if it has sent it, and shows two sections', async () => {
    const count = countConversions();
    const onSuccess = vi.fn();
    await storeAll([{}]);
    setWaiting(true);
    backEnd.answer('sendContactUs', accepted);
    await render(
      <>
        <ContactFormSection {...createSectionProps({ onSuccess })} />
        <ContactFormSection {...createSectionProps({ onSuccess, sectionName: 'second' })} />
      </>,
    );
    await expect.element(title('Your enquiry has been sent')).toBeVisible();
    await expect.poll(() => withStore((store) => store.list())).toEqual([]);
    expect([count(), onSuccess.mock.calls.length]).toEqual([1, 1]);
  });

  it('is notified once if the receipt cannot be stored', async () => {
    const count = countConversions();
    await storeEnquiry();
    backEnd.answer('sendContactUs', accepted);
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: unknown,
    ) {
      const request = put.call(this, value);
      this.transaction.abort();
      return request;
    });
    await button('Send now').click();
    await expect.element(title('Fair winds')).toBeVisible();
    expect(count()).toBe(1);
  });

  it('may fail to handle that', async () => {
    const onSuccess = () => {
      throw new Error('A fault of the page');
    };
    await openWith([{ state: { is: 'sent' } }, { state: { is: 'sent' } }], { onSuccess });
    await expect.poll(() => title('Your enquiry has been sent').elements().length).toBe(2);
    await expect.element(sendButton()).toBeVisible();
    expect(vi.mocked(console.error).mock.calls).toHaveLength(2);
  });
});

describe('waiting enquiries whose marker other scripts have deleted', () => {
  it('are sent at the next visit of a hydrated form', async () => {
    await storeAll([{}]);
    backEnd.answer('sendContactUs', accepted);
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(title('Your enquiry has been sent')).toBeVisible();
  });

  it('have it again at the next visit of a page, whose form is informed', async () => {
    await storeAll([{}]);
    const inform = vi.fn();
    window.addEventListener(waitingKey, inform, { once: true });
    await restoreMarker();
    expect([hasWaiting(), inform.mock.calls.length]).toEqual([true, 1]);
  });

  it('are looked for without creating a database', async () => {
    await restoreMarker();
    await render(<ContactFormSection {...createSectionProps()} />);
    // Asks once the page is idle, as the form does.
    expect(await hasDatabase()).toBe(false);
    expect([await indexedDB.databases(), localStorage.length]).toEqual([[], 0]);
  });
});
