import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, onTestFinished } from 'vitest';
import { createHostPage, openHostPage, scriptTag } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();
const inProduction = journeysOn({ env: { SLIPWAY_PUBLIC_URL: 'https://forms.example' } });

const element = '<enquiry-form page="/contact"></enquiry-form>';

interface Trouble {
  readonly body?: string;
  readonly head?: string;
  readonly brings?: (page: Page) => Promise<unknown>;
  /** The message on the console for the page's developer. */
  readonly says: RegExp;
  /** The path of the link for the visitor, behind the server's origin. */
  readonly leads?: string;
}

const answers = (status: number, body: string) => (page: Page) =>
  page.route('**/embed/v1?*', (route) =>
    route.fulfill({ status, body, headers: { 'access-control-allow-origin': '*' } }),
  );

const troubles: Readonly<Record<string, Trouble>> = {
  'an element without a page': {
    body: '<enquiry-form></enquiry-form>',
    says: /<enquiry-form>: Cannot embed the form: neither a page nor a site is named; add "page"/,
    leads: '/',
  },
  'a page that is not there': {
    body: '<enquiry-form page="/contct"></enquiry-form>',
    says: /there is no page at "\/contct"; the nearest is "\/contact"/,
    leads: '/contct',
  },
  'a page of elsewhere': {
    body: '<enquiry-form page="//elsewhere.example/contct"></enquiry-form>',
    says: /there is no page at "\/\/elsewhere.example\/contct"/,
    leads: '/elsewhere.example/contct',
  },
  'a page that is a script': {
    body: '<enquiry-form page="javascript:alert(1)"></enquiry-form>',
    says: /there is no page at "javascript:alert\(1\)"/,
    leads: '/javascript:alert(1)',
  },
  'a page that is no address': {
    body: '<enquiry-form page="http://["></enquiry-form>',
    says: /there is no page at "http:\/\/\["/,
    leads: '/http://[',
  },
  'a page of another site': {
    body: '<enquiry-form site="119" page="/contact"></enquiry-form>',
    says: /"\/contact" is a page of "www.trevarrow.example"; leave out "site"/,
    leads: '/contact',
  },
  'a site without the office': {
    body: '<enquiry-form site="101" office="nobody"></enquiry-form>',
    says: /no office has the id "nobody"/,
    leads: '/embed/form?site=101&office=nobody',
  },
  'a server that is down': {
    brings: (page) => page.route('**/embed/v1?*', (route) => route.abort()),
    says: /cannot reach http.*; see that it runs/,
    leads: '/contact',
  },
  'a proxy whose server is gone': {
    brings: answers(502, '<html>Bad gateway</html>'),
    says: /answered 502/,
    leads: '/contact',
  },
  'a server of another release': {
    brings: answers(200, '{"version":2}'),
    says: /answers as release 2, this is 1; load http.*embed\.js anew/,
    leads: '/contact',
  },
  'a program that is gone with a release': {
    brings: (page) => page.route('**/assets/mount-*', (route) => route.abort()),
    says: /cannot load http.*mount-.*script-src/,
    leads: '/contact',
  },
  'a page whose form the rules hide': {
    body: '<enquiry-form page="/offices/winter"></enquiry-form>',
    says: /no form is shown here: /,
    leads: '/offices/winter',
  },
};

describe('an element that cannot show its form', () => {
  it.for(Object.entries(troubles))(
    'says why in one line, and leads to the yard: %s',
    async ([, { body = element, head = scriptTag, brings, says, leads }], { visitor, server, expect }) => {
      visitor.expectsTrouble();
      await brings?.(visitor.page);
      await openHostPage(visitor, server.url, { '/': createHostPage(body, head) });
      const message = () => visitor.troubles.filter((line) => line.startsWith('<enquiry-form>'));
      await expect.poll(message).toEqual([expect.stringMatching(says)]);
      const link = visitor.page.locator('enquiry-form a');
      await expect.poll(() => link.getAttribute('href')).toBe(`${server.url}${leads}`);
      await expect.poll(() => link.isVisible()).toBe(true);
    },
  );

  it('leaves the link that the page has brought', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.page.route('**/embed/v1?*', (route) => route.abort());
    const own = '<enquiry-form page="/contact"><a href="/ours">Write to us</a></enquiry-form>';
    await openHostPage(visitor, server.url, { '/': createHostPage(own) });
    await expect.poll(() => visitor.troubles.join()).toMatch(/cannot reach/);
    await expect
      .poll(() => visitor.page.locator('enquiry-form a').allTextContents())
      .toEqual(['Write to us']);
  });

  it('leads elsewhere once the page asks for another form', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.page.route('**/embed/v1?*', (route) => route.abort());
    await openHostPage(visitor, server.url, { '/': createHostPage(element) });
    const links = () =>
      visitor.page
        .locator('enquiry-form a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await expect.poll(links).toEqual([`${server.url}/contact`]);
    await visitor.page.evaluate(() =>
      document.querySelector('enquiry-form')?.setAttribute('page', '/solent/contact'),
    );
    await expect.poll(links).toEqual([`${server.url}/solent/contact`]);
  });

  it.for(['/embed/v1?*', '/assets/mount-*', '/assets/embed-style-*'])(
    'waits for a server that is slow, says so, and leads to the yard meanwhile: %s',
    async (slow, { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const { page } = visitor;
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      await page.clock.install();
      await page.route(`**${slow}`, async (route) => {
        await answered;
        await route.continue();
      });
      const asked = page.waitForRequest(`**${slow}`);
      await openHostPage(visitor, server.url, { '/': createHostPage(element) });
      await asked;
      await page.clock.runFor(11_000);
      await expect.poll(() => visitor.troubles.join()).toMatch(/has not answered for 10 s; still waiting/);
      const link = page.locator('enquiry-form > a');
      await expect.poll(() => link.getAttribute('href')).toBe(`${server.url}/contact`);
      answer();
      await visitor.control('name').waitFor();
      await expect.poll(() => link.isVisible()).toBe(false);
    },
  );

  it('says that a page from a file is none of a site', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const folder = mkdtempSync(join(tmpdir(), 'slipway-page-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'page.html');
    writeFileSync(file, createHostPage(element).text.replaceAll('http://localhost:4000', server.url));
    await visitor.page.goto(pathToFileURL(file).href);
    await expect.poll(() => visitor.troubles.join()).toMatch(/pages of "null" may not show/);
    await visitor.page.getByRole('link', { name: `${server.url}/contact` }).waitFor();
  });

  it('keeps the form, and what is typed, where an attribute asks for what is not there', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    await openHostPage(visitor, server.url, { '/': createHostPage(element) });
    await visitor.fills({ name: 'Ann' });
    await visitor.page.evaluate(() =>
      document.querySelector('enquiry-form')?.setAttribute('page', '/contct'),
    );
    await expect.poll(() => visitor.troubles.join()).toMatch(/there is no page at "\/contct"/);
    await expect.poll(() => visitor.readValues('name')).toEqual({ name: 'Ann' });
  });

  it.for(['/embed.js?again', '/embed.js?v=0.9'])(
    'is served by the first script where another stands beside it: %s',
    async (other, { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const twice = `${scriptTag}<script type="module" src="http://localhost:4000${other}"></script>`;
      await openHostPage(visitor, server.url, { '/': createHostPage(element, twice) });
      await visitor.control('name').waitFor();
      const message = visitor.troubles.filter((line) => line.startsWith('<enquiry-form>'));
      expect(message).toEqual([expect.stringMatching(/is here a second time; http.*\/embed\.js serves/)]);
    },
  );
});

describe('in production', () => {
  inProduction('refuses a page whose origin no site has', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await openHostPage(visitor, server.url, { '/': createHostPage(element) });
    await expect
      .poll(() => visitor.troubles.join())
      .toMatch(/pages of "http:\/\/127.*" may not show the form of "www.trevarrow.example"; add "127/);
    await visitor.page.locator('enquiry-form a').waitFor();
  });
});
