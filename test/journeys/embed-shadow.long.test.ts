import { describe } from 'vitest';
import { findAxeViolations } from '../support/accessibility.ts';
import { createHostPage, openHostPage } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn();

const isolated = (attributes: string) =>
  createHostPage(`<main><h1>Host</h1><enquiry-form isolated ${attributes}></enquiry-form></main>`);

/** Collects announcements in live regions of the element's shadow tree. */
async function listening({ page }: Visitor): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const root = document.querySelector('enquiry-form')?.shadowRoot;
    const messages: string[] = [];
    Object.assign(window, { messages });
    const look = () => {
      for (const region of root?.querySelectorAll('[role="status"], [role="alert"], [aria-live]') ?? [])
        if (region.textContent && !messages.includes(region.textContent)) messages.push(region.textContent);
    };
    if (root)
      new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { messages: string[] }).messages);
}

/** Returns ids that are referenced but missing in the shadow tree, and duplicate ids. */
const lostIds = ({ page }: Visitor) =>
  page.evaluate(() => {
    const root = document.querySelector('enquiry-form')?.shadowRoot;
    const naming = [
      'for',
      'form',
      'list',
      'aria-describedby',
      'aria-labelledby',
      'aria-controls',
      'aria-errormessage',
      'aria-owns',
      'aria-activedescendant',
    ];
    const named = naming.flatMap((name) =>
      [...(root?.querySelectorAll(`[${name}]`) ?? [])].flatMap((one) =>
        (one.getAttribute(name) ?? '').split(/\s+/),
      ),
    );
    const links = [...(root?.querySelectorAll('a[href^="#"]') ?? [])].map(
      (link) => link.getAttribute('href')?.slice(1) ?? '',
    );
    const ids = [...(root?.querySelectorAll('[id]') ?? [])].map(({ id }) => id);
    const missing = [...named, ...links].filter((id) => !root?.getElementById(id));
    return { missing, twice: ids.filter((id, at) => ids.indexOf(id) !== at), named: named.length };
  });

const focused = ({ page }: Visitor) =>
  page.evaluate(() =>
    document.querySelector('enquiry-form')?.shadowRoot?.activeElement?.getAttribute('name'),
  );

describe('in a shadow tree', () => {
  it('every id that a part of the form names is there, and axe finds nothing', async ({
    visitor,
    server,
    expect,
  }) => {
    await openHostPage(visitor, server.url, { '/': isolated('page="/contact"') });
    await visitor.control('name').waitFor();
    expect(await findAxeViolations(visitor.page)).toEqual([]);
    await visitor.fills({ enquiry_type: 3 });
    await visitor.sends();
    await visitor.sees(/answers need another look/);
    const { missing, twice, named } = await lostIds(visitor);
    expect([missing, twice]).toEqual([[], []]);
    expect(named).toBeGreaterThan(10);
    expect(await findAxeViolations(visitor.page)).toEqual([]);
  });

  it('labels, messages and announcements are told of, and summary links lead to their fields', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    await openHostPage(visitor, server.url, { '/': isolated('page="/contact"') });
    await visitor.fills({ enquiry_type: 3 });
    const message = await listening(visitor);
    await visitor.sends();
    await expect.poll(() => focused(visitor)).toBe('office_location');
    await expect.poll(async () => (await message()).join()).toMatch(/answers need another look|problem/i);
    const email = page.getByRole('textbox', { name: /Email/ });
    await expect.poll(() => email.evaluate((one) => one.ariaInvalid)).toBe('true');
    expect(
      await email.evaluate((one) => {
        const root = one.getRootNode() as ShadowRoot;
        return (one.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => root.getElementById(id)?.textContent)
          .join(' ');
      }),
    ).toMatch(/email/i);
    for (const link of await page.locator('.sw-summary a').all()) {
      const field = (await link.getAttribute('href'))?.replace('#contact-form-', '');
      await link.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => focused(visitor)).toBe(field);
    }
    expect(new URL(page.url()).hash).toBe('');
  });

  it('what a browser fills in by itself is taken', async ({ visitor, server, expect }) => {
    await openHostPage(visitor, server.url, { '/': isolated('page="/contact"') });
    await visitor.fills({ enquiry_type: 3, office_location: 1, message: 'Hello' });
    // As autofill does: each value, then its events, without focus.
    await visitor.page.evaluate(() => {
      const root = document.querySelector('enquiry-form')?.shadowRoot;
      const known: Record<string, string> = {
        name: 'Ann Berry',
        email: 'filled-in-shadow@example.com',
        tel: '+44 1326 555 010',
      };
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (const input of root?.querySelectorAll('input') ?? []) {
        const value = known[input.autocomplete];
        if (value === undefined) continue;
        setValue?.call(input, value);
        for (const type of ['input', 'change'])
          input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      }
    });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(
      ({ visitor: who }) => who?.email === 'filled-in-shadow@example.com',
    );
    expect(sent?.values).toMatchObject({ name: 'Ann Berry' });
  });

  it('a dialog opens, keeps the focus, and gives it back', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    await openHostPage(visitor, server.url, { '/': isolated('page="/contact" placement="modal"') });
    const opener = page.getByRole('button', { name: 'Contact us' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await visitor.control('name').waitFor();
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await visitor.sends();
    await expect.poll(() => focused(visitor)).toMatch(/office_location|name/);
    expect(await lostIds(visitor)).toMatchObject({ missing: [], twice: [] });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('thanks come into sight in a box of the page that scrolls', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const body =
      '<div id="box" style="overflow: auto; block-size: 400px"><p style="block-size: 900px">Above</p><enquiry-form isolated page="/contact"></enquiry-form></div><p style="block-size: 3000px">Below</p>';
    await openHostPage(visitor, server.url, { '/': createHostPage(body) });
    await page.locator('enquiry-form').scrollIntoViewIfNeeded();
    await visitor.fills({
      enquiry_type: 3,
      office_location: 1,
      name: 'Ann',
      email: 'boxed@example.com',
      message: 'Hello',
    });
    await visitor.sends();
    await visitor.sees('Thank you');
    const isInSight = () =>
      page.evaluate(() => {
        const box = document.querySelector('#box')?.getBoundingClientRect();
        const section = document
          .querySelector('enquiry-form')
          ?.shadowRoot?.querySelector('.sw-section')
          ?.getBoundingClientRect();
        return box && section ? Math.abs(section.top - box.top) < 150 : false;
      });
    await expect.poll(isInSight).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
