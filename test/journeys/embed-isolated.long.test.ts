import { describe } from 'vitest';
import schema from '../../schemas/forms/general/schema.json' with { type: 'json' };
import ui from '../../schemas/forms/general/ui.json' with { type: 'json' };
import { createHostPage, openHostPage } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import type { Visitor } from '../support/visitor.ts';

const it = journeysOn({
  documents: {
    'forms/general/ui.json': { ...ui, name: { 'ui:widget': 'autocomplete' } },
    'forms/general/schema.json': {
      ...schema,
      properties: {
        ...schema.properties,
        name: { title: 'Name', type: 'string', examples: ['Ann Berry', 'Bob Cole'] },
      },
    },
  },
});

const isolated = (page: string) => createHostPage(`<enquiry-form isolated page="${page}"></enquiry-form>`);

/** Returns the name or the text of the control that has focus within the element. */
const focused = ({ page }: Visitor) =>
  page.evaluate(() => {
    const element = document.querySelector('enquiry-form')?.shadowRoot?.activeElement;
    return element?.getAttribute('name') ?? element?.textContent?.trim() ?? 'nothing';
  });

describe('a form in a shadow tree', () => {
  it('lets whoever types in a control finish before another takes its place', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const { promise: isTyped, resolve: letGo } = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/assets/combobox-*.js');
    await page.route('**/assets/combobox-*.js', async (route) => {
      await isTyped;
      await route.continue();
    });
    await openHostPage(visitor, server.url, { '/': isolated('/contact') });
    await visitor.chooses('enquiry_type', 3);
    await visitor.control('name').pressSequentially('An');
    const { href } = new URL((await asked).url());
    letGo();
    // A string, because Vitest would transform `import`.
    await page.evaluate(
      `import(${JSON.stringify(href)}).then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))`,
    );
    await expect.poll(() => focused(visitor)).toBe('name');
    await page.keyboard.type('na');
    await page.keyboard.press('Tab');
    await page.getByRole('combobox', { name: /Name/ }).waitFor();
    await expect.poll(() => visitor.readValues('name')).toEqual({ name: 'Anna' });
  });

  it('keeps the focus near where photos come and go, sends them, and leads to what is wrong', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    await openHostPage(visitor, server.url, { '/': isolated('/service/falmouth') });
    await visitor.control('name').focus();
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const remove = (name: string) => row(name).getByRole('button', { name: `Remove ${name}` });
    const picker = page.locator('.sw-dropzone-action');
    const picks = async (...names: string[]) => {
      await page.locator('input[type="file"]').setInputFiles(await Promise.all(names.map(createSamplePhoto)));
      for (const name of names) await row(name).getByText('Uploaded').waitFor();
    };
    // The last photo removes the picker, and with it the focused button.
    // A button, which can have the focus, once scripts have taken over.
    await expect
      .poll(async () => {
        await picker.focus();
        return picker.evaluate((button) => button.matches(':focus'));
      })
      .toBe(true);
    await picks('a.jpg');
    await expect.poll(() => remove('a.jpg').evaluate((button) => button.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await row('a.jpg').waitFor({ state: 'detached' });
    await expect.poll(() => picker.evaluate((button) => button.matches(':focus'))).toBe(true);
    await picks('b.jpg');

    await visitor.fills({ email: 'photo@example.com', message: 'The engine stalls.' });
    await visitor.sends();
    await expect.poll(() => focused(visitor)).toBe('name');
    await visitor.fills({ name: 'Ann' });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'photo@example.com');
    expect(sent?.photos).toHaveLength(1);
  });
});

describe('a form in a shadow tree on a page of its own server', () => {
  it('takes no style of the page, and those of its parts when they come', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const head = `<script type="module" src="/embed.js"></script><link rel="stylesheet" href="/ours.css">`;
    await page.route('**/ours', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: createHostPage('<enquiry-form isolated page="/contact"></enquiry-form>', head).text,
      }),
    );
    await page.route('**/ours.css', (route) =>
      route.fulfill({ contentType: 'text/css', body: '.sw-title { color: rgb(1, 2, 3) !important }' }),
    );
    await page.goto(`${server.url}/ours`);
    await visitor.chooses('enquiry_type', 3);
    await page.getByRole('combobox', { name: /Name/ }).waitFor();
    const sheets = () =>
      page.evaluate(() =>
        [...(document.querySelector('enquiry-form')?.shadowRoot?.querySelectorAll('link') ?? [])].map(
          ({ href }) => new URL(href).pathname.replace(/-[\w-]{8}\.css$/, ''),
        ),
      );
    await expect.poll(sheets).toContain('/assets/combobox');
    expect(await sheets()).not.toContain('/ours.css');
    const title = page.getByRole('heading', { level: 2 }).first();
    expect(await title.evaluate((one) => getComputedStyle(one).color)).not.toBe('rgb(1, 2, 3)');
  });
});

describe('a form on a page of another origin', () => {
  it('keeps what is typed where its placement changes', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    await openHostPage(visitor, server.url, {
      '/': createHostPage('<enquiry-form page="/service/falmouth"></enquiry-form>'),
    });
    await visitor.fills({ name: 'Ann', email: 'moved@example.com' });
    await visitor.control('message').pressSequentially('Half a sen');
    await page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('placement', 'modal'));
    await page.getByRole('button', { name: 'Contact us' }).click();
    const typed = { name: 'Ann', email: 'moved@example.com', message: 'Half a sen' };
    await expect.poll(() => visitor.readValues(...Object.keys(typed))).toEqual(typed);
    await visitor.control('message').press('End');
    await page.keyboard.type('tence.');
    await page.evaluate(() => document.querySelector('enquiry-form')?.setAttribute('placement', 'inline'));
    await page.locator('dialog').waitFor({ state: 'detached' });
    await visitor.sends();
    await visitor.sees('Thank you');
    const sent = (await server.enquiries()).find(({ visitor: who }) => who?.email === 'moved@example.com');
    expect(sent).toMatchObject({ values: { message: 'Half a sentence.' } });
  });
});
