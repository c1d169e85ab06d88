import { describe } from 'vitest';
import {
  createForeignContent,
  createForeignDocuments,
  foreignEnquiries,
} from '../charter/foreign-enquiries.ts';
import { delayScripts } from '../support/delayed-scripts.ts';
import { findFormModules } from '../support/first-visit.ts';
import { ada, formScripts, readHydration } from '../support/intent.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();
const nested = journeysOn({ documents: createForeignDocuments(), content: createForeignContent() });

describe('a page that nobody touches', () => {
  it('runs no script of its form, and fetches the modules of its form while nothing else happens', async ({
    newVisitor,
    server,
    expect,
  }) => {
    const { page } = await newVisitor();
    const html = await (await fetch(`${server.url}/contact`)).text();
    const modules = findFormModules(html);
    expect(modules.length).toBeGreaterThan(1);
    await page.coverage.startJSCoverage();
    const fetched = Promise.all(
      modules.map(async (module) => (await page.waitForResponse(`**${module}`)).finished()),
    );
    await page.goto('/contact');
    await fetched;
    const ran = await page.coverage.stopJSCoverage();
    const names = ran.map(({ url }) => new URL(url).pathname.replace(/-[\w-]{8}\.js$/, ''));
    // The second registers the service worker, after `load`.
    expect(names.filter((name) => name !== '/assets/start-worker')).toEqual(['/assets/boot']);
    expect(await readHydration(page)).toBe('waiting');
  });

  it.for(['a visitor who saves data', 'a slow network', 'the background'])(
    'fetches nothing for its form before a touch: with %s',
    async (what, { newVisitor, expect }) => {
      const visitor = await newVisitor();
      const { page } = visitor;
      const asked: string[] = [];
      page.on('request', (request) => formScripts.test(request.url()) && asked.push(request.url()));
      await page.addInitScript((wanted) => {
        if (wanted === 'the background') {
          Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
          return;
        }
        const connection = wanted === 'a slow network' ? { effectiveType: '2g' } : { saveData: true };
        Object.defineProperty(navigator, 'connection', { value: connection });
      }, what);
      await page.goto('/contact');
      // Longer than an idle page waits; a page on a busy machine may never be idle.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
      expect(asked).toEqual([]);
      await visitor.isHydrated();
      expect(asked).not.toEqual([]);
    },
  );
});

describe('a form is hydrated without a touch', () => {
  it('if it has a draft, in this tab alone', async ({ newVisitor, expect }) => {
    const visitor = await newVisitor();
    const { page, context } = visitor;
    await visitor.visits('/contact');
    await visitor.fills(ada);
    await page.reload();
    await expect.poll(() => readHydration(page)).toBe('done');
    await expect.poll(() => visitor.readValues(...Object.keys(ada))).toEqual(ada);
    const second = await context.newPage();
    await second.goto('/contact');
    expect(await readHydration(second)).toBe('waiting');
  });

  it.for(['/contact#contact-form-name', '/contact#ContactFormSection', '/contact?step=any'])(
    'if its address leads into it: %s',
    async (path, { visitor, expect }) => {
      await visitor.page.goto(path);
      await expect.poll(() => readHydration(visitor.page)).toBe('done');
    },
  );
});

describe('a form whose modules do not come', () => {
  it('shows after a while what visitors need without scripts', async ({ visitor, expect }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    await page.route(formScripts, (route) => route.abort('connectionreset'));
    await page.goto('/contact');
    const button = page.locator('.sw-change-type');
    const passTime = () =>
      button.evaluate((element) => element.getAnimations().map((animation) => animation.finish()).length);
    expect(await passTime()).toBe(0);
    await visitor.control('name').focus();
    await expect.poll(() => readHydration(page)).toBe('failed');
    expect(await passTime()).toBe(1);
    await button.click();
    await page.waitForURL('**/contact');
    await page.locator('.sw-form--posted').waitFor();
  });
});

describe('a list in a form that is being hydrated', () => {
  const path = `/foreign/${foreignEnquiries.findIndex(({ name }) => name === 'lists of objects')}`;

  nested('gets all items that were added before', async ({ visitor, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    await page.goto(path);
    const add = page.getByRole('button', { name: 'Add Guest' });
    await add.focus();
    await page.keyboard.press('Enter');
    await add.click();
    await scripts.letGo();
    await expect.poll(() => readHydration(page)).toBe('done');
    await expect.poll(() => page.getByRole('textbox', { name: 'First name' }).count()).toBe(2);
  });

  nested('keeps the focus on a button that scripts replace', async ({ visitor, expect }) => {
    const { page } = visitor;
    await page.goto(path);
    await page.getByRole('button', { name: 'Add Guest' }).focus();
    await expect.poll(() => readHydration(page)).toBe('done');
    await expect.poll(() => visitor.focus()).toBe('Add Guest');
  });
});
