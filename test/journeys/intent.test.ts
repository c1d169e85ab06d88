import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import {
  createForeignContent,
  createForeignDocuments,
  foreignEnquiries,
} from '../charter/foreign-enquiries.ts';
import { delayScripts, everyFragment } from '../support/delayed-scripts.ts';
import { findFormModules } from '../support/first-visit.ts';
import { journeysOn } from '../support/journey.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { interceptSends } from '../support/sends.ts';
import type { RunningServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';

const it = journeysOn();
const nested = journeysOn({ documents: createForeignDocuments(), content: createForeignContent() });
const thanks = /^Thank you/;

const ada: Answers = {
  name: 'Ada Marsh',
  email: 'ada@example.com',
  message: 'When is the yard open?\nOn Sundays too?',
};

/** Requests of the modules of the form, but not of the script that the page runs at once. */
const formScripts = /\/(?:assets\/(?!boot-)|forms\/|parts\/)[^?]+\.js(?:\?|$)/;

const isHydrated = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLElement>('#slipway-form')?.dataset.hydration);

/** Returns the enquiries that arrived with an address. */
const arrived = async (server: RunningServer, email: string) =>
  (await server.enquiries()).filter(({ values }) => values.email === email);

describe('a page that nobody touches', () => {
  it('runs no script but the first, and fetches the modules of its form while nothing else happens', async ({
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
    expect(ran.map(({ url }) => new URL(url).pathname.replace(/-[\w-]{8}\.js$/, ''))).toEqual([
      '/assets/boot',
    ]);
    expect(await isHydrated(page)).toBe('waiting');
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
      await page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300))),
      );
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
    await expect.poll(() => isHydrated(page)).toBe('done');
    await expect.poll(() => visitor.readValues(...Object.keys(ada))).toEqual(ada);
    const second = await context.newPage();
    await second.goto('/contact');
    expect(await isHydrated(second)).toBe('waiting');
  });

  it.for(['/contact#contact-form-name', '/contact#ContactFormSection', '/contact?step=any'])(
    'if its address leads into it: %s',
    async (path, { visitor, expect }) => {
      await visitor.page.goto(path);
      await expect.poll(() => isHydrated(visitor.page)).toBe('done');
    },
  );
});

describe('what a visitor does while the form is being hydrated', () => {
  it('is there afterwards: typed, chosen, ticked, picked', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'during@example.com';
    await page.goto('/contact');
    await visitor.chooses('enquiry_type', 8);
    await visitor.fills({ name: 'Ada Marsh', email, phone: '+44 1632 960017' });
    expect(await isHydrated(page)).toBe('loading');
    await scripts.letGo();
    await visitor.control('boat_make').waitFor();
    await expect
      .poll(() => visitor.readValues('enquiry_type', 'name', 'email'))
      .toEqual({ enquiry_type: '8', name: 'Ada Marsh', email });
    await visitor.fills({
      boat_make: 'Trevarrow',
      boat_model: 'Kerensa 46',
      year: '2015',
      boat_location: 'Mylor',
      tax_paid_status: 'tax-paid',
      engine_hours: '412',
      condition_of_boat: '8',
      accept_term: true,
    });
    await page.locator('input[type="file"]').setInputFiles(await createSamplePhoto('bow.jpg'));
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await arrived(server, email)).toHaveLength(1);
  });

  it('loses no letter of somebody who types twenty a second', async ({ visitor, expect }) => {
    const { page } = visitor;
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto('/contact');
    const text = 'the quick brown fox jumps over the lazy dog '.repeat(2);
    await visitor.control('message').focus();
    await page.keyboard.type(text, { delay: 50 });
    await expect.poll(() => isHydrated(page)).toBe('done');
    await expect.poll(() => visitor.readValues('message')).toEqual({ message: text });
    await expect.poll(() => visitor.focus()).toBe('message');
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  });

  it('is sent by scripts, once, if Send is pressed and they come soon', async ({
    visitor,
    server,
    expect,
  }) => {
    const { page } = visitor;
    const sends = await interceptSends(visitor);
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'pressed@example.com';
    await page.goto('/contact');
    await visitor.fills({ ...ada, office_location: '1', email });
    await visitor.sends();
    await scripts.letGo();
    await visitor.sees(thanks);
    expect(sends).toHaveLength(1);
    expect(await arrived(server, email)).toHaveLength(1);
  });

  it('is posted, once, if Send is pressed and they do not come', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const sends = await interceptSends(visitor);
    const part = await delayScripts(visitor, everyFragment);
    const email = 'posted@example.com';
    await page.goto('/contact');
    await visitor.fills({ ...ada, office_location: '1', email });
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await visitor.sends();
    await posted;
    // Scripts that come now must not send it a second time.
    await part.letGo();
    await visitor.sees(thanks);
    expect(sends).toEqual([]);
    expect(await arrived(server, email)).toHaveLength(1);
  });

  it('opens its dialog by the first press', async ({ visitor, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    await page.goto('/visit');
    await page.getByRole('link', { name: 'Contact us' }).click();
    await scripts.letGo();
    await page.getByRole('dialog').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('opens the file chooser by the first press', async ({ visitor, expect }) => {
    const { page } = visitor;
    await page.goto('/valuation');
    const chooser = page.waitForEvent('filechooser');
    await page.locator('.sw-dropzone').click();
    await (await chooser).setFiles(await createSamplePhoto('bow.jpg'));
    await page.getByRole('listitem').filter({ hasText: 'bow.jpg' }).getByText('Uploaded').waitFor();
    expect(await isHydrated(page)).toBe('done');
  });

  it('leaves pressing Send with files to the browser', async ({ visitor, server, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    const email = 'files@example.com';
    await page.goto('/valuation');
    await visitor.fills({
      boat_make: 'Trevarrow',
      boat_model: 'Kerensa 46',
      year: '2015',
      boat_location: 'Mylor',
      tax_paid_status: 'tax-paid',
      engine_hours: '412',
      condition_of_boat: '8',
      name: 'Ada Marsh',
      email,
      phone: '+44 1632 960017',
      accept_term: true,
    });
    await page.locator('input[type="file"]').setInputFiles(await createSamplePhoto('bow.jpg'));
    await visitor.sends();
    await visitor.sees(thanks);
    await scripts.letGo();
    const [record] = await arrived(server, email);
    expect(record?.photos).toHaveLength(1);
  });
});

describe('a list in a form that is being hydrated', () => {
  const path = `/foreign/${foreignEnquiries.findIndex(({ name }) => name === 'lists of objects')}`;

  nested('gets the item that was added before, and keeps the focus', async ({ visitor, expect }) => {
    const { page } = visitor;
    const scripts = await delayScripts(visitor, formScripts);
    await page.goto(path);
    const add = page.getByRole('button', { name: 'Add Guest' });
    await add.focus();
    await page.keyboard.press('Enter');
    await scripts.letGo();
    await expect.poll(() => page.getByRole('textbox', { name: 'First name' }).count()).toBe(1);
    expect(await isHydrated(page)).toBe('done');
  });

  nested('keeps the focus on a button that scripts replace', async ({ visitor, expect }) => {
    const { page } = visitor;
    await page.goto(path);
    await page.getByRole('button', { name: 'Add Guest' }).focus();
    await expect.poll(() => isHydrated(page)).toBe('done');
    await expect.poll(() => visitor.focus()).toBe('Add Guest');
  });
});

describe('modules of a form that do not come', () => {
  it.for(['page', 'client', 'parts'])(
    'are fetched again at a later touch, and nothing is lost: %s',
    async (name, { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const { page } = visitor;
      const email = `torn.${name}@example.com`;
      let isTorn = true;
      await page.route(formScripts, (route) => {
        const isThis = new URL(route.request().url()).pathname.includes(`/${name}`);
        return isThis && isTorn ? route.abort('connectionreset') : route.continue();
      });
      await page.goto('/contact');
      await visitor.fills({ ...ada, office_location: '1', email });
      await expect.poll(() => visitor.troubles.join()).toContain('Cannot load what draws the form');
      isTorn = false;
      await touches(visitor);
      await expect.poll(() => isHydrated(page)).toBe('done');
      await visitor.sends();
      await visitor.sees(thanks);
      expect(await arrived(server, email)).toHaveLength(1);
    },
  );
});

/** Presses a field, which moves the focus into it. */
async function touches({ page }: Visitor): Promise<void> {
  await page.getByTestId('contact-form').locator('[name="message"]').click();
}
