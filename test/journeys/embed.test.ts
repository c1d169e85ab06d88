import { describe } from 'vitest';
import { createHostPage, openHostPage, readSeenEvents, scriptTag } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import {
  accent,
  elementSnippet,
  hostLayer,
  partAccent,
  readExample,
  readSnippets,
  room,
  strictPolicy,
} from './embed-docs.ts';

const it = journeysOn();

const [listening = ''] = readSnippets('js');

describe('the element', () => {
  it('stands on a plain page of another origin, sends, and says so', async ({ visitor, server, expect }) => {
    const files = {
      '/': { text: readExample('index.html') },
      '/page.css': { text: readExample('page.css') + accent + hostLayer, type: 'text/css' },
    };
    const lines = (text: string) => text.trim().split(/\s*\n\s*/);
    expect(lines(readExample('index.html'))).toEqual(expect.arrayContaining([...lines(elementSnippet)]));
    expect(readExample('page.css')).toContain(room);
    const url = await openHostPage(visitor, server.url, files);
    await visitor.control('name').waitFor();
    expect((await readSeenEvents(visitor)).shifts).toBe(0);
    const section = visitor.page.locator('.sw-section');
    expect(await section.evaluate((one) => getComputedStyle(one).getPropertyValue('--sw-color-accent'))).toBe(
      '#0b5d66',
    );
    const button = visitor.page.locator('.sw-button').first();
    expect(hostLayer).toContain('text-transform: uppercase');
    expect(await button.evaluate((one) => getComputedStyle(one).textTransform)).toBe('uppercase');
    const logged = visitor.page.waitForEvent('console', (message) => message.type() === 'log');
    await visitor.page.evaluate(listening);
    await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'plain@example.com', message: 'Hello' });
    await visitor.fills({ office_location: 1 });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'plain@example.com');
    expect(sent).toMatchObject({ office: 1, domain: 'www.trevarrow.example', submissionUrl: `${url}/` });
    expect((await logged).text()).toBe(`3 ${sent?.reference}`);
    expect((await readSeenEvents(visitor)).told).toEqual([
      ['ready', null],
      ['conversion', { enquiryType: 3 }],
      ['sent', { enquiryType: 3, reference: sent?.reference }],
    ]);
    expect((await visitor.conversion()).events).toEqual([{ enquiryType: 3 }]);
  });

  it('needs of a policy what the docs name, and nothing of trusted types', async ({
    visitor,
    server,
    expect,
  }) => {
    const body = '<enquiry-form page="/contact"></enquiry-form>';
    await openHostPage(visitor, server.url, {
      '/': { ...createHostPage(body), policy: `${strictPolicy}; require-trusted-types-for 'script'` },
    });
    expect(strictPolicy).toContain("default-src 'none'");
    await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'strict@example.com', message: 'Hello' });
    await visitor.fills({ office_location: 1 });
    await visitor.sends();
    await visitor.sees('Thank you');
  });

  it('keeps what is typed while an attribute changes', async ({ visitor, server, expect }) => {
    await openHostPage(visitor, server.url, {
      '/': createHostPage('<enquiry-form page="/contact"></enquiry-form>'),
    });
    await visitor.fills({ enquiry_type: 3, name: 'Ann' });
    await visitor.control('email').pressSequentially('typed@exa');
    await visitor.page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('locale', 'de'));
    await visitor.sees('Nachricht senden');
    await expect.poll(visitor.focus).toBe('email');
    await visitor.page.keyboard.type('mple.com');
    await expect
      .poll(() => visitor.readValues('name', 'email'))
      .toEqual({ name: 'Ann', email: 'typed@example.com' });
  });

  it('shows the text of a closed form in place of the page’s own content, and the form once it opens', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    await page.route('**/embed/v1?*', async (route) => {
      const answer = await route.fetch();
      const data = await answer.json();
      const form = { ...data.form, isShown: false, closedText: 'Closed until <b>May</b>.' };
      await route.fulfill({ response: answer, json: { ...data, form } });
    });
    await openHostPage(visitor, server.url, {
      '/': createHostPage(
        '<enquiry-form page="/contact"><a href="mailto:yard@example.com">Write to us</a></enquiry-form>',
      ),
    });
    const text = page.getByText('Closed until <b>May</b>.');
    await text.waitFor();
    expect(await text.getAttribute('lang')).toBe('en');
    await expect.poll(() => page.getByRole('link', { name: 'Write to us' }).isVisible()).toBe(false);
    await page.unroute('**/embed/v1?*');
    await page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('locale', 'de'));
    await visitor.sees('Nachricht senden');
    await expect.poll(() => text.isVisible()).toBe(false);
  });

  it('stands apart in a shadow tree where it is isolated', async ({ visitor, server, expect }) => {
    await openHostPage(visitor, server.url, {
      '/': createHostPage(
        '<enquiry-form isolated page="/contact"></enquiry-form>',
        `${scriptTag}<link rel="stylesheet" href="/page.css">`,
      ),
      '/page.css': {
        text: `h2 { color: red } ::part(section) { --sw-color-ink: rgb(1, 2, 3) } ${partAccent}`,
        type: 'text/css',
      },
    });
    const title = visitor.page.getByRole('heading', { level: 2 }).first();
    expect(await title.evaluate((heading) => getComputedStyle(heading).color)).toBe('rgb(1, 2, 3)');
    const section = visitor.page.locator('.sw-section');
    expect(await section.evaluate((one) => getComputedStyle(one).getPropertyValue('--sw-color-accent'))).toBe(
      '#0b5d66',
    );
    await visitor.fills({ enquiry_type: 3 });
    await visitor.sends();
    await visitor.sees(/answers need another look/);
    expect(await visitor.page.evaluate(() => document.querySelectorAll('input').length)).toBe(0);
    await expect
      .poll(() => visitor.page.evaluate(() => document.activeElement?.localName))
      .toBe('enquiry-form');
    await visitor.fills({ office_location: 1, name: 'Ann', email: 'apart@example.com', message: 'Hello' });
    await visitor.sends();
    await visitor.sees('Thank you');
  });
});
