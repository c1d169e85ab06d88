import { describe } from 'vitest';
import { createHostPage, openHostPage, scriptTag } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

const element = '<enquiry-form page="/contact"></enquiry-form>';
const answers = { enquiry_type: 3, office_location: 1, name: 'Ann', message: 'Hello' };
const scriptOf = (text: string) => ({ text, type: 'text/javascript' });

/** A script of the host that runs before the element's. */
const headWith = (script: string) => `<script src="${script}"></script>${scriptTag}`;

describe('the element on a page that is not made for it', () => {
  it('sends where a script has given every object and list more than the language does', async ({
    visitor,
    server,
    expect,
  }) => {
    const older = `
      Object.prototype.extra = function () {};
      Array.prototype.remove = function () {};`;
    await openHostPage(visitor, server.url, {
      '/': createHostPage(element, headWith('/older.js')),
      '/older.js': scriptOf(older),
    });
    await visitor.fills({ ...answers, email: 'polluted@example.com' });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'polluted@example.com');
    expect(sent).toMatchObject({ office: 1, values: { message: 'Hello' } });
  });

  it('sends from within a form of the page, and never that form', async ({ visitor, server, expect }) => {
    await openHostPage(visitor, server.url, {
      '/': createHostPage(`<form action="/elsewhere" id="all">${element}</form>`),
    });
    await visitor.fills({ ...answers, email: 'within@example.com' });
    await visitor.control('name').press('Enter');
    await visitor.sees('Thank you');
    expect(new URL(visitor.page.url()).pathname).toBe('/');
  });

  it('has its looks in the shadow tree of a component of the page', async ({ visitor, server, expect }) => {
    const component = `
      const root = document.querySelector('host-card').attachShadow({ mode: 'open' });
      root.innerHTML = '${element}';`;
    await openHostPage(visitor, server.url, {
      '/': createHostPage(
        '<host-card></host-card>',
        `${scriptTag}<script type="module" src="/card.js"></script>`,
      ),
      '/card.js': scriptOf(component),
    });
    const control = visitor.control('name');
    await control.waitFor();
    await expect.poll(() => control.evaluate((one) => getComputedStyle(one).borderRadius)).not.toBe('0px');
    await visitor.sends();
    await visitor.sees(/answers need another look/);
  });

  it('leaves its name to a component of the page that has it, and the link', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    await openHostPage(visitor, server.url, {
      '/': createHostPage(
        '<enquiry-form page="/contact"><a href="/ours">Write to us</a></enquiry-form>',
        headWith('/own.js'),
      ),
      '/own.js': scriptOf(`customElements.define('enquiry-form', class extends HTMLElement {});`),
    });
    await expect
      .poll(() => visitor.troubles)
      .toEqual([expect.stringMatching(/^<enquiry-form>: .* is here a second time; another script serves/)]);
    await expect.poll(() => visitor.page.getByRole('link', { name: 'Write to us' }).isVisible()).toBe(true);
  });

  it('is drawn once where an attribute changes while it is drawn', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const { promise: isChanged, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/assets/embed-style-*.css', async (route) => {
      await isChanged;
      await route.continue();
    });
    const styled = page.waitForRequest('**/assets/embed-style-*.css');
    await openHostPage(visitor, server.url, { '/': createHostPage(element) });
    await styled;
    const answered = page.waitForResponse('**/embed/v1?*locale=de');
    await page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('locale', 'de'));
    await (await answered).finished();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    goOn();
    await visitor.sees('Nachricht senden');
    await expect.poll(() => page.locator('[data-testid="contact-form"]').count()).toBe(1);
  });

  it('keeps what was typed while a page takes it away and brings it back', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    await openHostPage(visitor, server.url, { '/': createHostPage(`${element}<main></main>`) });
    await visitor.fills({ enquiry_type: 3, name: 'Ann' });
    await visitor.control('email').pressSequentially('ann@exa');
    await page.evaluate(() => {
      const gone = document.querySelector('enquiry-form');
      gone?.remove();
      Object.assign(window, { gone });
    });
    await page.locator('enquiry-form').waitFor({ state: 'detached' });
    await page.evaluate(() => document.body.append((window as unknown as { gone: Element }).gone));
    await expect.poll(() => visitor.readValues('name', 'email')).toEqual({ name: 'Ann', email: 'ann@exa' });
    // Moving an element does not change it.
    await page.evaluate(() =>
      document.querySelector('main')?.append(document.querySelector('enquiry-form') ?? ''),
    );
    await expect.poll(() => visitor.readValues('name', 'email')).toEqual({ name: 'Ann', email: 'ann@exa' });
    await expect.poll(() => page.locator('[data-testid="contact-form"]').count()).toBe(1);
  });

  it('keeps what was typed where the page asks for a form of another site', async ({
    visitor,
    server,
    expect,
  }) => {
    await openHostPage(visitor, server.url, { '/': createHostPage(element) });
    await visitor.fills({ enquiry_type: 3, name: 'Ann' });
    await visitor.control('message').pressSequentially('Half a sen');
    const answered = visitor.page.waitForResponse('**/embed/v1?page=*solent*');
    await visitor.page.evaluate(() =>
      document.querySelector('enquiry-form')?.setAttribute('page', '/solent/contact'),
    );
    await answered;
    await visitor.page.keyboard.type('tence');
    await expect
      .poll(() => visitor.readValues('name', 'message'))
      .toEqual({ name: 'Ann', message: 'Half a sentence' });
  });
});
