import { describe } from 'vitest';
import { createHostPage, startHostSite } from '../support/host-page.ts';
import type { Answers } from '../support/visitor.ts';
import { it } from './engine-journey.ts';
import type { EngineVisitor } from './visitor.ts';

const own: Answers = { office_location: 1, name: 'Ada Marsh', message: 'She leaks a little.' };

/** Opens a page of another origin with an element on it, and waits for its form, wherever it is. */
async function openEmbeddingHost(
  visitor: EngineVisitor,
  formsUrl: string,
  element: string,
): Promise<() => Promise<void>> {
  const site = await startHostSite({ '/': createHostPage(`<main><h1>Host</h1>${element}</main>`) }, formsUrl);
  await visitor.tab.goto(site.url);
  await visitor.awaits('a form, or its button', () => {
    const host = document.querySelector('enquiry-form');
    return (
      (host?.shadowRoot?.querySelector('.sw-host') ?? host?.querySelector('.sw-host'))?.querySelector(
        'button',
      ) != null
    );
  });
  return site.close;
}

/** Runs in the page: presses a button of the shadow tree. */
function pressInside(selector: string): void {
  const button = document.querySelector('enquiry-form')?.shadowRoot?.querySelector<HTMLElement>(selector);
  button?.focus();
  button?.click();
}

/** Runs in the page: enters values as a browser's autofill does. */
function fillInside(values: Answers): void {
  for (const [name, value] of Object.entries(values)) {
    const control = document.querySelector('enquiry-form')?.shadowRoot?.querySelector(`[name="${name}"]`);
    if (control === null || control === undefined) throw new Error(`there is no ${name}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
      control,
      String(value),
    );
    for (const type of ['input', 'change'])
      control.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
}

const hasFocusInside = (name: string) =>
  document.querySelector('enquiry-form')?.shadowRoot?.activeElement?.getAttribute('name') === name;

const saysInside = (text: string) =>
  document
    .querySelector('enquiry-form')
    ?.shadowRoot?.querySelector('.sw-host')
    ?.textContent?.includes(text) === true;

describe('a form on a page of another origin', () => {
  it('is filled in and sent', async ({ visitor, server, expect }) => {
    const close = await openEmbeddingHost(
      visitor,
      server.url,
      '<enquiry-form page="/contact"></enquiry-form>',
    );
    expect(await visitor.violations()).toEqual([]);
    await visitor.fills({ ...own, email: 'host@example.com' });
    await visitor.sends();
    await visitor.sees('Thank you');
    const arrived = await server.enquiries();
    expect(arrived.find(({ values }) => values.email === 'host@example.com')?.values).toMatchObject({
      name: 'Ada Marsh',
    });
    await close();
  });

  it('leads to its problems within a shadow tree, and is sent from there', async ({
    visitor,
    server,
    expect,
  }) => {
    const close = await openEmbeddingHost(
      visitor,
      server.url,
      '<enquiry-form isolated page="/contact"></enquiry-form>',
    );
    const { tab } = visitor;
    await tab.evaluate(pressInside, 'button[type="submit"]');
    await visitor.awaits('focus on the first problem', hasFocusInside, 'office_location');
    expect(await visitor.violations()).toEqual([]);
    await tab.evaluate(() => {
      const links = document
        .querySelector('enquiry-form')
        ?.shadowRoot?.querySelectorAll<HTMLElement>('.sw-summary a');
      [...(links ?? [])].at(-1)?.focus();
    });
    await tab.focus();
    await tab.press('Enter');
    await visitor.awaits('focus on the last problem', hasFocusInside, 'message');
    await tab.evaluate(fillInside, { ...own, email: 'apart@example.com' });
    await tab.evaluate(pressInside, 'button[type="submit"]');
    await visitor.awaits('thanks', saysInside, 'Thank you');
    const arrived = await server.enquiries();
    expect(arrived.some(({ values }) => values.email === 'apart@example.com')).toBe(true);
    await close();
  });

  it('opens as a dialog within a shadow tree, which Escape closes', async ({ visitor, server, expect }) => {
    const close = await openEmbeddingHost(
      visitor,
      server.url,
      '<enquiry-form isolated placement="modal" page="/contact"></enquiry-form>',
    );
    const { tab } = visitor;
    const isOpen = (wanted: boolean) =>
      (document.querySelector('enquiry-form')?.shadowRoot?.querySelector('dialog:modal form') != null) ===
      wanted;
    await tab.evaluate(pressInside, '.sw-launch [aria-haspopup]');
    await visitor.awaits('an open dialog', isOpen, true);
    expect(await visitor.violations()).toEqual([]);
    await tab.focus();
    await tab.press('Escape');
    await visitor.awaits('no dialog', isOpen, false);
    await visitor.awaits(
      'focus on the button',
      () =>
        document
          .querySelector('enquiry-form')
          ?.shadowRoot?.activeElement?.matches('.sw-launch [aria-haspopup]') === true,
    );
    await close();
  });
});
