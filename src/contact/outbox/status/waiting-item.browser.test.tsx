import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ContactFormSection } from '../../contact-form-section.tsx';
import { type BackEnd, createAcceptedResponse, createHeldAnswer } from '../../testing/back-end.ts';
import { createSectionProps } from '../../testing/inputs.ts';
import { fillGeneral, locateSection, sendButton, typeText } from '../../testing/visitor.ts';
import { setWaiting } from '../marker.ts';
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
import { createWaitingEnquiry } from '../testing/waiting-enquiries.ts';

let backEnd: BackEnd;

beforeEach(async () => {
  backEnd = await startUnreachable();
});
afterEach(restoreBrowser);

describe('a waiting enquiry', () => {
  it('is said to be sent below its heading; its button keeps its name', async () => {
    await storeEnquiry();
    expect((await findStored()).typeName).toBe('General');
    const { answer, release } = createHeldAnswer();
    backEnd.answer('sendContactUs', answer);
    await button('Send now').click();
    const note = () => document.querySelector('.sw-waiting-note')?.textContent;
    await expect.poll(note).toBe('Your enquiry is being sent');
    await expect.element(button('Send now')).toHaveAttribute('aria-disabled', 'true');
    release(createAcceptedResponse());
    await expect.element(locateSection().getByRole('heading', { name: 'Fair winds' })).toBeVisible();
  });

  it('is in view in place of its form, however far below the button was', async () => {
    // As in a page that no frame contains.
    vi.stubGlobal('parent', window);
    await render(
      <>
        <ContactFormSection {...createSectionProps()} />
        <div style={{ blockSize: 5000 }} />
      </>,
    );
    await fillGeneral();
    await sendButton().click();
    await expect.element(button('Send when I am back online')).toBeVisible();
    const store = button('Send when I am back online').element();
    scrollTo({ top: 4000, behavior: 'instant' });
    (store as HTMLElement).click();
    await expect.element(waiting()).toHaveFocus();
    expect(waiting().element().getBoundingClientRect().top).toBeGreaterThan(0);
    expect(button('Send now').element().getBoundingClientRect().bottom).toBeLessThan(innerHeight);
  });

  it('stays in place of its form if it was edited and is stored again', async () => {
    await storeEnquiry();
    await button('Edit').click();
    await expect.element(sendButton()).toBeVisible();
    await typeText('message', 'And on Sundays?');
    await sendButton().click();
    await button('Send when I am back online').click();
    await expect.element(waiting()).toHaveFocus();
    // The list of what is stored has been read again.
    await expect.poll(() => withStore((store) => store.list())).toHaveLength(1);
    await expect.element(button('Send now')).toBeVisible();
    expect(sendButton().query()).toBeNull();
  });

  it('has its type and the time at which it was stored, if there are others', async () => {
    vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
    const day = 86_400_000;
    const until = Date.now() + day;
    const ends = [until, until + day / 2];
    await withStore(async (store) => {
      for (const end of ends)
        await store.put(createWaitingEnquiry({ id: `key-${end}`, until: end, days: 7, typeName: 'Service' }));
    });
    setWaiting(true);
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(waiting().first()).toBeVisible();
    const types = [...document.querySelectorAll('.sw-waiting bdi')].map(({ textContent }) => textContent);
    expect(types).toEqual(['Service', 'Service']);
    const times = [...document.querySelectorAll('.sw-waiting time')].map((time) =>
      time.getAttribute('datetime'),
    );
    expect(times.toSorted()).toEqual(ends.map((end) => new Date(end - 7 * day).toISOString()));
    await button('Discard').first().click();
    await button('Discard').first().click();
    await expect.poll(() => document.querySelectorAll('.sw-waiting-title')).toHaveLength(1);
    expect(page.getByRole('time').query()).toBeNull();
  });

  it('is shown as sent although the browser has translated the page', async () => {
    vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
    const { post } = createWaitingEnquiry({});
    const body = JSON.stringify({ operationName: post.operation, variables: {} });
    const until = Date.now() + 1e9;
    await withStore((store) =>
      store.put(createWaitingEnquiry({ until, recipient: 'Poole', post: { ...post, body } })),
    );
    setWaiting(true);
    await render(<ContactFormSection {...createSectionProps()} />);
    await expect.element(waiting()).toBeVisible();
    translate(waiting().element());
    backEnd.answer('sendContactUs', accepted);
    await button('Send now').click();
    await expect.element(page.getByRole('heading', { name: 'Your enquiry has been sent' })).toBeVisible();
    await expect.element(sendButton()).toBeVisible();
  });
});

/** Replaces each text in an element by a new one in an element of its own, as browsers translate. */
function translate(element: Element): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const node of texts) {
    const translated = document.createElement('font');
    translated.textContent = node.textContent;
    node.parentNode?.replaceChild(translated, node);
  }
}
