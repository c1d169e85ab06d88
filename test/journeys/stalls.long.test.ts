import { chromium } from 'playwright-core';
import { describe } from 'vitest';
import { browserFlags, findTestBrowser } from '../support/browser.ts';
import { awaitSettledPage, readLayoutShifts } from '../support/layout-shifts.ts';
import {
  awaitPaint,
  createStallingEnquiry,
  findStalledEnquiry,
  it,
  thanksHeading,
  toStoredValues,
} from './stalling-journey.ts';

describe('a network that stalls', () => {
  it.for([
    { what: 'the links of the head', path: '/dealers/plymouth', width: 1280, before: '<li><a href="/launch' },
    { what: 'the links of the head', path: '/valuation', width: 1280, before: '<li><a href="/service' },
    { what: 'a landing page’s card', path: '/launch/steren-52', width: 360, before: '</h1>' },
    { what: 'a landing page’s form', path: '/launch/steren-52', width: 360, before: '</select>' },
  ])(
    'amid $what moves nothing of what has come: $path at $width px',
    async ({ path, width, before }, { relay, relayed, expect }) => {
      const { page } = relayed;
      await page.setViewportSize({ width, height: 800 });
      // Text in another font may be narrower, so only later content may cause a shift.
      relayed.expectsTrouble();
      await page.route('**/*.woff2', (route) => route.abort());
      const html = await (await fetch(new URL(path, relay.url))).text();
      const at = Buffer.byteLength(html.slice(0, html.indexOf(before)));
      expect(at).toBeGreaterThan(0);
      const rest = relay.stall(new RegExp(`^${path}$`), at / Buffer.byteLength(html));
      await page.goto(path, { waitUntil: 'commit' });
      await rest.hasBegun;
      await awaitPaint(relayed);
      rest.letGo();
      await relayed.isHydrated();
      await awaitSettledPage(relayed);
      expect(await readLayoutShifts(relayed)).toEqual([]);
    },
  );

  it('amid a page leaves its lines as wide as they are beside the scrollbar of the whole page', async ({
    relay,
    expect,
    onTestFinished,
  }) => {
    const browser = await chromium.launch({
      executablePath: findTestBrowser(),
      args: [...browserFlags],
      // A scrollbar with a width, as with a mouse.
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ baseURL: relay.url });
    const widths = () => page.evaluate(() => [document.body.offsetWidth, window.innerWidth]);
    const html = await (await fetch(new URL('/contact', relay.url))).text();
    const at = Buffer.byteLength(html.slice(0, html.indexOf('<main')));
    const rest = relay.stall(/^\/contact$/, at / Buffer.byteLength(html));
    await page.goto('/contact', { waitUntil: 'commit' });
    await rest.hasBegun;
    await page.locator('header').waitFor();
    const [amid] = await widths();
    rest.letGo();
    await page.locator('footer').waitFor();
    const [whole, ofWindow] = await widths();
    expect(whole).toBeLessThan(ofWindow ?? 0);
    // Subpixels are rounded differently while the page is loading.
    expect(Math.abs((amid ?? 0) - (whole ?? 0))).toBeLessThanOrEqual(1);
  });

  it.for(
    [
      ['a style sheet', /^\/assets\/client-[^/]*\.css/],
      ['the script', /^\/assets\/client-[^/]*\.js/],
      ['what lies beside the page', /^\/parts\//],
      ['a part that comes late', /^\/assets\/apollo-[^/]*\.js/],
      ['the validators', /^\/forms\//],
    ].flatMap(([what, path]) => [
      { what, path: path as RegExp, end: 'is sent before it goes on' },
      { what, path: path as RegExp, end: 'is kept, and sent once it goes on' },
    ]),
  )(
    'amid $what is typed past: what is typed $end',
    async ({ what, path, end }, { relay, relayed, server, expect }) => {
      const { page } = relayed;
      const answers = createStallingEnquiry(`${what}.${end}`);
      // The fallback for Apollo Client logs a message.
      if (what === 'a part that comes late') relayed.expectsTrouble();
      const part = relay.stall(path, 0.5);
      await page.goto('/contact', { waitUntil: 'commit' });
      await awaitPaint(relayed);
      await relayed.fills(answers);
      await part.hasBegun;
      if (end !== 'is sent before it goes on') {
        part.letGo();
        await relayed.isHydrated();
      }
      await expect.poll(() => relayed.readValues(...Object.keys(answers))).toEqual(answers);
      await relayed.sends();
      await relayed.sees(thanksHeading);
      expect(await findStalledEnquiry(server, answers)).toEqual([toStoredValues(answers)]);
      part.letGo();
    },
  );
});
