import { describe } from 'vitest';
import { awaitUploader } from '../support/accessibility.ts';
import { everyScript } from '../support/delayed-scripts.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { journeysOn } from '../support/journey.ts';
import { awaitSettledPage } from '../support/layout-shifts.ts';
import { interceptSends, loseSend } from '../support/sends.ts';
import { startServer } from '../support/server.ts';
import type { Answers, Visitor } from '../support/visitor.ts';
import { createServiceEnquiry, describeLostScripts, findStoredEnquiry, pageScripts } from './lost-scripts.ts';

const secret = 'a secret that every instance knows, long enough';
const it = journeysOn({ env: { SLIPWAY_SECRET: secret } });
const thanks = /^Thank you/;
const failure = 'There was a problem. Please try again.';

describeLostScripts([
  ...pageScripts.map((script) => ({ script, fate: 'does not come' as const })),
  { script: 'client', fate: 'is there no more' },
  { script: 'client', fate: 'comes half' },
]);

describe('the scripts of the page', () => {
  it('are the ones that are lost above', async ({ visitor, expect }) => {
    const asked = new Set<string>();
    visitor.page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (everyScript.test(pathname + search)) asked.add(pathname);
    });
    await visitor.visits('/service/falmouth');
    await visitor.fills(createServiceEnquiry('undisturbed'));
    await visitor.sends();
    await visitor.sees(thanks);
    await expect.poll(() => [...asked].filter((path) => path.includes('success-scroll'))).toHaveLength(1);
    expect([...asked].filter((path) => !pageScripts.some((script) => path.includes(script)))).toEqual([]);
  });
});

describe('a page whose script', () => {
  it.for([/apollo/, /\/forms\//, /uploader.*\.js/, /uploader.*\.css/])(
    'or style did not come the first time is asked for again: %s',
    async (script, { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const { page } = visitor;
      const answers = createServiceEnquiry(`again${script.source}`);
      const asked: string[] = [];
      await page.route(script, (route) => {
        asked.push(route.request().url());
        return asked.length === 1 ? route.abort('connectionreset') : route.continue();
      });
      await visitor.visits('/service/falmouth');
      await visitor.fills({ name: 'A' });
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      if (script.source.startsWith('uploader')) {
        const photo = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
        await page.locator('input[type="file"]').setInputFiles(photo);
        await page.getByRole('listitem').filter({ hasText: 'a.png' }).waitFor();
      }
      await visitor.fills(answers);
      await visitor.sends();
      await visitor.sees(thanks);
      await expect.poll(() => asked.length).toBeGreaterThan(1);
      expect(await findStoredEnquiry(server, answers)).toHaveLength(1);
    },
  );

  it.for([
    ['fails at once', 'throw new Error("from another time")'],
    ['knows another page', 'document.getElementById("slipway-data").textContent.no.such.thing'],
  ] as const)(
    'is an older one and %s leaves a form that is posted',
    async ([what, code], { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const answers = createServiceEnquiry(what);
      await visitor.page.route('**/assets/client-*.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: code }),
      );
      await visitor.page.goto('/service/falmouth');
      await sendsAsPost(visitor, answers);
      expect(await findStoredEnquiry(server, answers)).toHaveLength(1);
    },
  );

  it.for([
    ['has not what it draws', (data: string) => data.replace('"endpoints":', '"ends":')],
    ['is not JSON', (data: string) => data.slice(1)],
    ['is empty', () => '{}'],
  ] as const)(
    'meets a newer page whose data %s leaves a form that is posted',
    async ([what, change], { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const answers = createServiceEnquiry(what);
      const { page } = visitor;
      await page.route('**/service/falmouth', async (route) => {
        if (route.request().method() === 'POST') return route.continue();
        const response = await route.fetch();
        const html = await response.text();
        const body = html.replace(/(id="slipway-data">)(.*?)(<\/script>)/s, (_all, start, data, end) =>
          [start, change(String(data)), end].join(''),
        );
        await route.fulfill({ response, body });
      });
      await page.goto('/service/falmouth');
      await visitor.control('name').focus();
      await expect.poll(() => visitor.troubles).not.toEqual([]);
      await sendsAsPost(visitor, answers);
      expect(await findStoredEnquiry(server, answers)).toHaveLength(1);
    },
  );

  it('never ends arriving is not waited for', async ({ newVisitor, server, expect }) => {
    const visitor = await newVisitor();
    visitor.expectsTrouble();
    const { page } = visitor;
    const answers = createServiceEnquiry('stalled');
    await page.clock.install();
    await page.route(/apollo|\/forms\//, () => new Promise(() => undefined));
    await visitor.visits('/service/falmouth');
    await visitor.fills(answers);
    let isSent = false;
    page.on('request', (request) => {
      isSent ||= request.method() === 'POST';
    });
    await visitor.sends();
    // Advances the page's clock until it sends, at most by the timeout of a send. The time from then to the
    // confirmation depends on the machine.
    let seconds = 0;
    while (!isSent && seconds < 30) {
      await page.clock.fastForward(1_000);
      seconds += 1;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    expect(seconds).toBeLessThan(30);
    await visitor.sees(thanks);
    expect(await findStoredEnquiry(server, answers)).toHaveLength(1);
  });
});

describe('a visitor who is offline', () => {
  it('is told so where the form is, keeps everything, and sends it once they are not', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { context, page } = visitor;
    const answers = createServiceEnquiry('offline');
    // The transport is loaded once somebody uses the form.
    const asked = Promise.all(
      [/\/forms\//, /\/assets\/apollo-/, /\/assets\/uploader-/].map(async (path) => {
        const response = await page.waitForResponse(path);
        await response.finished();
      }),
    );
    await visitor.visits('/service/falmouth');
    await visitor.control('name').focus();
    await awaitUploader(page);
    await asked;
    await awaitSettledPage(visitor);
    await context.setOffline(true);
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(failure);
    await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
    await expect
      .poll(() => visitor.focus())
      .toContain('Your enquiry has not been sent: there is no connection.');
    await context.setOffline(false);
    await visitor.sends();
    await visitor.sees(thanks);
    expect(await findStoredEnquiry(server, answers)).toHaveLength(1);
  });

  it('reloads in vain and finds everything again under the same key', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const { context, page } = visitor;
    const answers = createServiceEnquiry('reload');
    const sends = await interceptSends(visitor, loseSend);
    await visitor.visits('/service/falmouth');
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(failure);
    await context.setOffline(true);
    await page.reload().catch(() => undefined);
    await context.setOffline(false);
    await visitor.visits('/service/falmouth');
    await expect.poll(() => visitor.readValues(...Object.keys(answers))).toEqual(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    expect(sends.map(({ key }) => key)).toEqual([sends[0]?.key, sends[0]?.key]);
    expect(await findStoredEnquiry(server, answers)).toHaveLength(1);
  });
});

describe('two versions side by side', () => {
  it('give a page whose part only the former had what it would be drawn of now, and keep what was typed', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const now = await startServer({
      env: { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_SECRET: secret },
      content: { 'yacht-models.json': [{ name: 'Kerensa 99' }] },
    });
    const answers: Answers = { ...createServiceEnquiry('mended'), boat_model: 'Kerensa 99' };
    const { name = '', message = '' } = answers;
    const typed = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      const url = route.request().url();
      if (route.request().isNavigationRequest()) return route.continue();
      if (url.includes('/parts/')) await typed.promise;
      const response = await route.fetch({ url: url.replace(server.url, now.url) });
      return route.fulfill({ response });
    });
    await page.goto('/service/falmouth', { waitUntil: 'commit' });
    await visitor.fills({ name, message });
    typed.resolve();
    await visitor.isHydrated();
    await expect.poll(() => visitor.readValues('name', 'message')).toEqual({ name, message });
    await visitor.fills(answers);
    await visitor.sends();
    await visitor.sees(thanks);
    expect((await findStoredEnquiry(now, answers)).map(({ values }) => values.boat_model)).toEqual([
      'Kerensa 99',
    ]);
    await visitor.leaves();
    await now.stop();
  });

  it('take a press on Send that goes down on what the former drew and up on what the latter draws; nothing scrolls', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    const { page } = visitor;
    const other = await startServer({
      env: { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_SECRET: secret },
      content: { 'yacht-models.json': [{ name: 'Kestrel 38' }, { name: 'Kerensa 99' }] },
    });
    const pressed = Promise.withResolvers<void>();
    await page.route('**/*', async (route) => {
      const url = route.request().url();
      if (route.request().isNavigationRequest()) return route.continue();
      const response = await route.fetch({ url: url.replace(server.url, other.url) });
      if (url.includes('/parts/')) await pressed.promise;
      return route.fulfill({ response });
    });
    await page.goto('/service/falmouth', { waitUntil: 'commit' });
    const answers = createServiceEnquiry('pressed');
    await visitor.fills(answers);
    await page.evaluate(() => document.fonts.ready);
    const button = page.getByTestId('contact-form').locator('button[type="submit"]');
    await button.scrollIntoViewIfNeeded();
    const former = await button.elementHandle();
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    const scrolled = await page.evaluate(() => scrollY);
    pressed.resolve();
    await expect.poll(() => former?.evaluate((node) => node.isConnected)).toBe(false);
    await visitor.isHydrated();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.mouse.up();
    await visitor.sees(thanks);
    expect(await findStoredEnquiry(other, answers)).toHaveLength(1);
    await visitor.leaves();
    await other.stop();
  });

  it('take each other’s enquiries, sent by scripts and posted', async ({ newVisitor, server, expect }) => {
    const { 'settings.json': settings } = readFrozenDocuments();
    const other = await startServer({
      env: { SLIPWAY_RATE_LIMIT: 'off', SLIPWAY_SECRET: secret },
      documents: { 'settings.json': { ...(settings as object), summaryAbove: 1 } },
    });
    for (const javaScriptEnabled of [true, false]) {
      const visitor = await newVisitor({ javaScriptEnabled });
      const answers = createServiceEnquiry(`balanced.${javaScriptEnabled}`);
      // All later requests go to the other instance.
      await visitor.page.route('**/*', async (route) => {
        const url = route.request().url();
        if (route.request().isNavigationRequest() && route.request().method() === 'GET')
          return route.continue();
        const response = await route.fetch({ url: url.replace(server.url, other.url), maxRedirects: 0 });
        await route.fulfill({ response });
      });
      await visitor.page.goto('/service/falmouth');
      await visitor.fills(answers);
      await visitor.sends();
      await expect.poll(async () => (await findStoredEnquiry(other, answers)).length).toBe(1);
      visitor.expectsTrouble();
      // The confirmation page may still be loading from the instance that ends now.
      await visitor.leaves();
    }
    await other.stop();
  });
});

/** Fills and sends a form without scripts. */
async function sendsAsPost(visitor: Visitor, answers: Answers): Promise<void> {
  await visitor.fills(answers);
  const posted = visitor.page.waitForRequest((request) => request.method() === 'POST');
  await visitor.sends();
  if (!(await posted).isNavigationRequest()) throw new Error('A script sent the form');
  await visitor.sees(thanks);
}
