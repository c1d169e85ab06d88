import { describe } from 'vitest';
import { opensHost, pageWith, scriptTag, seenOn } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import {
  accent,
  elementSnippet,
  example,
  frameScript,
  frameSnippet,
  partAccent,
  room,
  snippets,
  strictPolicy,
} from './embed-docs.ts';

const it = journeysOn();

const [listening = ''] = snippets('js');

const framed = (query: string) =>
  `<iframe src="http://localhost:4000/embed/form?${query}" title="Contact form"></iframe>`;

describe('a frame', () => {
  it('is as high as its form, which sends', async ({ visitor, server, expect }) => {
    await opensHost(visitor, server.url, {
      '/': {
        ...pageWith(
          frameSnippet.replace('/contact', '/contact&office=1') + framed('page=/visit'),
          frameScript,
        ),
        policy: `${strictPolicy}; frame-src http://localhost:4000`,
      },
    });
    const [one, two] = [0, 1].map((at) => visitor.page.frameLocator('iframe').nth(at));
    for (const [at, frame] of [one, two].entries()) {
      await frame?.locator('[name="name"]').waitFor();
      const height = await frame?.locator('main').evaluate((main) => main.getBoundingClientRect().height);
      await expect
        .poll(() => visitor.page.locator('iframe').nth(at).getAttribute('height'))
        .toBe(`${Math.ceil(height ?? 0)}`);
    }
    await expect.poll(() => one?.locator('[name="office_location"]').inputValue()).toBe('1');
    for (const [name, value] of Object.entries({
      name: 'Ann',
      email: 'framed@example.com',
      message: 'Hello',
    }))
      await one?.locator(`[name="${name}"]`).fill(value);
    await one?.locator('[name="enquiry_type"]').selectOption('3');
    await one?.locator('button[type="submit"]').click();
    await one?.getByText('Thank you').first().waitFor();
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'framed@example.com');
    expect(sent).toMatchObject({ office: 1, domain: 'www.trevarrow.example' });
  });

  it('takes a form that is posted without scripts', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor({ javaScriptEnabled: false });
    // The console tells of 422.
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.goto(`${server.url}/embed/form?site=101&locale=en`);
    await expect.poll(() => page.locator('header, footer').count()).toBe(0);
    await visitor.fills({ office_location: 1, name: 'Ann', message: 'Hello' });
    await visitor.sends();
    await visitor.sees(/One answer needs another look|answers need another look/);
    await visitor.fills({ email: 'posted@example.com' });
    await visitor.sends();
    await visitor.sees('Thank you');
    expect(page.url()).toContain('/embed/form?site=101&locale=en&sent=');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'posted@example.com');
    expect(sent).toMatchObject({ office: 1 });
  });
});

describe('the element', () => {
  it('stands on a plain page of another origin, sends, and says so', async ({ visitor, server, expect }) => {
    const files = {
      '/': { text: example('index.html') },
      '/page.css': { text: example('page.css') + accent, type: 'text/css' },
    };
    const lines = (text: string) => text.trim().split(/\s*\n\s*/);
    expect(lines(example('index.html'))).toEqual(expect.arrayContaining([...lines(elementSnippet)]));
    expect(example('page.css')).toContain(room);
    const url = await opensHost(visitor, server.url, files);
    await visitor.control('name').waitFor();
    expect((await seenOn(visitor)).shifts).toBe(0);
    const section = visitor.page.locator('.sw-section');
    expect(await section.evaluate((one) => getComputedStyle(one).getPropertyValue('--sw-color-accent'))).toBe(
      '#0b5d66',
    );
    const logged = visitor.page.waitForEvent('console', (message) => message.type() === 'log');
    await visitor.page.evaluate(listening);
    await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'plain@example.com', message: 'Hello' });
    await visitor.fills({ office_location: 1 });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'plain@example.com');
    expect(sent).toMatchObject({ office: 1, domain: 'www.trevarrow.example', submissionUrl: `${url}/` });
    expect((await logged).text()).toBe(`3 ${sent?.reference}`);
    expect((await seenOn(visitor)).told).toEqual([
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
    await opensHost(visitor, server.url, {
      '/': { ...pageWith(body), policy: `${strictPolicy}; require-trusted-types-for 'script'` },
    });
    expect(strictPolicy).toContain("default-src 'none'");
    await visitor.fills({ enquiry_type: 3, name: 'Ann', email: 'strict@example.com', message: 'Hello' });
    await visitor.fills({ office_location: 1 });
    await visitor.sends();
    await visitor.sees('Thank you');
  });

  it('keeps what is typed while an attribute changes', async ({ visitor, server, expect }) => {
    await opensHost(visitor, server.url, { '/': pageWith('<enquiry-form page="/contact"></enquiry-form>') });
    await visitor.fills({ enquiry_type: 3, name: 'Ann' });
    await visitor.control('email').pressSequentially('typed@exa');
    await visitor.page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('locale', 'de'));
    await visitor.sees('Nachricht senden');
    await expect.poll(visitor.focus).toBe('email');
    await visitor.page.keyboard.type('mple.com');
    await expect
      .poll(() => visitor.holds('name', 'email'))
      .toEqual({ name: 'Ann', email: 'typed@example.com' });
  });

  it('stands apart in a shadow tree where it is isolated', async ({ visitor, server, expect }) => {
    await opensHost(visitor, server.url, {
      '/': pageWith(
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
    expect(await visitor.page.evaluate(() => document.activeElement?.localName)).toBe('enquiry-form');
    await visitor.fills({ office_location: 1, name: 'Ann', email: 'apart@example.com', message: 'Hello' });
    await visitor.sends();
    await visitor.sees('Thank you');
  });
});
