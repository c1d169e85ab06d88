import { describe } from 'vitest';
import type { Relay } from '../browsers/relay.ts';
import {
  createHostPage,
  type HostFile,
  openHostPage,
  readSeenEvents,
  scriptTag,
} from '../support/host-page.ts';
import { hasLoadedParts } from '../support/loaded-parts.ts';
import { openAnotherTab, type Visitor } from '../support/visitor.ts';
import { frameScript, frameSnippet, strictPolicy } from './embed-docs.ts';
import { awaitParts, button, countStored, findArrived, it, keeps } from './later-journey.ts';

const waiting = 'Your enquiry to Falmouth is waiting to be sent';
const onReturn = 'will be sent as soon as there is a connection and this page is open.';

/** The files of a host whose page has an element with these attributes. */
const hosts: Readonly<Record<string, Readonly<Record<string, HostFile>>>> = {
  'under a strict policy': {
    '/': {
      ...createHostPage('<enquiry-form page="/contact"></enquiry-form>'),
      policy: `${strictPolicy}; require-trusted-types-for 'script'`,
    },
  },
  'in a shadow tree': {
    '/': createHostPage('<enquiry-form isolated page="/contact"></enquiry-form>'),
  },
  'far below the visible area': {
    '/': createHostPage(
      '<div id="room"></div><enquiry-form page="/contact"></enquiry-form>',
      `${scriptTag}<link rel="stylesheet" href="/room.css">`,
    ),
    '/room.css': { text: '#room { block-size: 5000px }', type: 'text/css' },
  },
};

async function fillsEmbedded(visitor: Visitor, email: string): Promise<void> {
  await visitor.page.evaluate(() => scrollTo({ top: 5000, behavior: 'instant' }));
  await visitor.fills({ enquiry_type: 3, office_location: 1, name: 'Ada Marsh', email, message: 'When?' });
  await awaitParts(visitor);
}

async function storesEmbedded(visitor: Visitor, relay: Relay, email: string): Promise<void> {
  await fillsEmbedded(visitor, email);
  relay.cutAll(true);
  await visitor.sends();
  await keeps(visitor);
  await visitor.sees(waiting);
}

const listWorkers = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    return registrations.map(({ active }) => active?.scriptURL.replace(location.origin, ''));
  });

describe('the element without a connection', () => {
  it.for(Object.keys(hosts))(
    'sends at the next visit of its host: %s',
    async (host, { relay, newVisitor, server, expect }) => {
      const email = `hosted.${Object.keys(hosts).indexOf(host)}@example.com`;
      const visitor = await newVisitor({ serviceWorkers: 'allow' });
      visitor.expectsTrouble();
      await openHostPage(visitor, relay.url, hosts[host] ?? {});
      await storesEmbedded(visitor, relay, email);
      await visitor.sees(onReturn);
      expect(
        await visitor.page
          .locator('.sw-later-actions')
          .first()
          .evaluate((row) => getComputedStyle(row).display),
      ).toBe('flex');
      expect(await listWorkers(visitor)).toEqual([]);
      relay.cutAll(false);
      const mend = relay.cut('/graphql', 'before');
      await visitor.page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await visitor.page.reload();
      await visitor.sees(waiting);
      expect(await findArrived(server, email)).toEqual([]);
      mend();
      await visitor.page.reload();
      await visitor.page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
      const [sent, ...others] = await findArrived(server, email);
      expect(others).toEqual([]);
      await expect
        .poll(async () => (await readSeenEvents(visitor)).told)
        .toEqual([
          ['ready', null],
          ['conversion', { enquiryType: 3 }],
          ['sent', { enquiryType: 3, reference: sent?.reference }],
        ]);
      await expect.poll(() => countStored(visitor)).toEqual([0, 0]);
    },
  );

  it('is edited on its host page, also from another page of the host', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'hosted.edited@example.com';
    const page = createHostPage('<enquiry-form page="/contact"></enquiry-form>');
    const url = await openHostPage(relayed, relay.url, {
      '/': page,
      '/other': createHostPage('<enquiry-form page="/visit"></enquiry-form>'),
    });
    await storesEmbedded(relayed, relay, email);
    const other = await openAnotherTab(relayed);
    other.expectsTrouble();
    await relayed.page.close();
    relay.cutAll(false);
    const mend = relay.cut('/graphql', 'before');
    await other.page.goto(`${url}/other`);
    await other.sees(waiting);
    await button(other, 'Edit').click();
    await other.page.waitForURL(`${url}/`);
    await expect.poll(() => other.readValues('email', 'message')).toEqual({ email, message: 'When?' });
    await expect.poll(() => other.focus()).toBe('enquiry_type');
    mend();
    await other.control('message').fill('And on Sundays?');
    await other.sends();
    await other.sees(/^Thank you/);
    expect((await findArrived(server, email)).map(({ values }) => values.message)).toEqual([
      'And on Sundays?',
    ]);
    await expect.poll(() => countStored(other)).toEqual([0, 0]);
  });

  it('is shown again in an element that a program takes away and brings back, and edited in its dialog', async ({
    relay,
    relayed,
    server,
    expect,
  }) => {
    const email = 'hosted.dialog@example.com';
    const { page } = relayed;
    await openHostPage(relayed, relay.url, {
      '/': createHostPage('<enquiry-form isolated page="/contact" placement="modal"></enquiry-form>'),
    });
    await relayed.opensDialog();
    await relayed.fills({ name: 'Ada Marsh', email, message: 'When?' });
    await awaitParts(relayed);
    relay.cutAll(true);
    await relayed.sends();
    await keeps(relayed);
    await relayed.sees('Your enquiry is waiting to be sent');
    await page.evaluate(() => {
      const gone = document.querySelector('enquiry-form');
      gone?.remove();
      Object.assign(window, { gone });
    });
    await page.locator('enquiry-form').waitFor({ state: 'detached' });
    relay.cutAll(false);
    const mend = relay.cut('/graphql', 'before');
    await page.evaluate(() => document.body.append((window as unknown as { gone: Element }).gone));
    await relayed.sees('Your enquiry is waiting to be sent');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await button(relayed, 'Edit').click();
    await page.locator('dialog[open]').waitFor();
    await expect.poll(() => relayed.readValues('email', 'message')).toEqual({ email, message: 'When?' });
    mend();
    await relayed.sends();
    await relayed.sees(/^Thank you/);
    expect(await findArrived(server, email)).toHaveLength(1);
    await expect.poll(() => countStored(relayed)).toEqual([0, 0]);
  });

  it('does not disturb the service worker of its host', async ({ relay, newVisitor, server, expect }) => {
    const email = 'hosted.worker@example.com';
    const visitor = await newVisitor({ serviceWorkers: 'allow' });
    visitor.expectsTrouble();
    await openHostPage(visitor, relay.url, {
      '/': createHostPage(
        '<enquiry-form page="/contact"></enquiry-form>',
        `${scriptTag}<script src="/register.js"></script>`,
      ),
      '/register.js': { text: `navigator.serviceWorker.register('/sw.js')`, type: 'text/javascript' },
      '/sw.js': {
        text: `addEventListener('install', () => skipWaiting());
          addEventListener('activate', (event) => event.waitUntil(clients.claim()));
          addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`,
        type: 'text/javascript',
      },
    });
    await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await storesEmbedded(visitor, relay, email);
    await visitor.sees(onReturn);
    expect(await listWorkers(visitor)).toEqual(['/sw.js']);
    relay.cutAll(false);
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Your enquiry has been sent' }).waitFor();
    expect(await findArrived(server, email)).toHaveLength(1);
    expect(await listWorkers(visitor)).toEqual(['/sw.js']);
  });
});

describe('a frame without a connection', () => {
  it('is edited and sent at a later visit of its host', async ({ relay, newVisitor, server, expect }) => {
    const email = 'framed.later@example.com';
    const visitor = await newVisitor({ serviceWorkers: 'allow' });
    visitor.expectsTrouble();
    const { page } = visitor;
    await openHostPage(visitor, relay.url, {
      '/': {
        ...createHostPage(frameSnippet, frameScript),
        policy: `${strictPolicy}; frame-src http://localhost:4000`,
      },
    });
    const frame = page.frameLocator('iframe');
    const field = (name: string) => frame.locator(`[name="${name}"]`);
    await field('enquiry_type').selectOption('3');
    await field('office_location').selectOption('1');
    for (const [name, text] of Object.entries({ name: 'Ada Marsh', email, message: 'When?' }))
      await field(name).fill(text);
    const [, inner] = page.frames();
    await inner?.waitForFunction(hasLoadedParts);
    relay.cutAll(true);
    await frame.locator('button[type="submit"]').click();
    await frame.getByRole('button', { name: 'Send when I am back online' }).click();
    await frame.getByText(onReturn).waitFor();
    expect(await listWorkers(visitor)).toEqual([]);
    relay.cutAll(false);
    const mend = relay.cut('/graphql', 'before');
    await page.reload();
    await frame.getByRole('button', { name: 'Edit' }).click();
    await expect.poll(() => field('message').inputValue()).toBe('When?');
    mend();
    await frame.locator('button[type="submit"]').click();
    await frame.getByText('Thank you').first().waitFor();
    expect(await findArrived(server, email)).toHaveLength(1);
    expect(
      await page.frames()[1]?.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0);
  });
});
