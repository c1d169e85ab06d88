import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { opensHost, pageWith, scriptTag } from '../support/host-page.ts';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();
const inProduction = journeysOn({ env: { SLIPWAY_PUBLIC_URL: 'https://forms.example' } });

const element = '<enquiry-form page="/contact"></enquiry-form>';

interface Trouble {
  readonly body?: string;
  readonly head?: string;
  readonly brings?: (page: Page) => Promise<unknown>;
  /** What the console says to whoever develops the page. */
  readonly says: RegExp;
  /** Where the visitor is led, behind the server's origin. */
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
    says: /no page is at "\/contct"; the nearest is "\/contact"/,
    leads: '/contct',
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
      await opensHost(visitor, server.url, { '/': pageWith(body, head) });
      const said = () => visitor.troubles.filter((line) => line.startsWith('<enquiry-form>'));
      await expect.poll(said).toEqual([expect.stringMatching(says)]);
      const link = visitor.page.locator('enquiry-form a');
      await expect.poll(() => link.getAttribute('href')).toBe(`${server.url}${leads}`);
      expect(await link.isVisible()).toBe(true);
    },
  );

  it('leaves the link that the page has brought', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await visitor.page.route('**/embed/v1?*', (route) => route.abort());
    const own = '<enquiry-form page="/contact"><a href="/ours">Write to us</a></enquiry-form>';
    await opensHost(visitor, server.url, { '/': pageWith(own) });
    await expect.poll(() => visitor.troubles.join()).toMatch(/cannot reach/);
    expect(await visitor.page.locator('enquiry-form a').allTextContents()).toEqual(['Write to us']);
  });

  it('waits for a server that is slow, and says so', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await visitor.page.clock.install();
    await visitor.page.route('**/embed/v1?*', async (route) => {
      await answered;
      await route.continue();
    });
    const asked = visitor.page.waitForRequest('**/embed/v1?*');
    await opensHost(visitor, server.url, { '/': pageWith(element) });
    await asked;
    await visitor.page.clock.runFor(11_000);
    await expect.poll(() => visitor.troubles.join()).toMatch(/has not answered for 10 s; still waiting/);
    answer();
    await visitor.control('name').waitFor();
  });

  it('keeps the form, and what is typed, where an attribute asks for what is not there', async ({
    visitor,
    server,
    expect,
  }) => {
    visitor.expectsTrouble();
    await opensHost(visitor, server.url, { '/': pageWith(element) });
    await visitor.fills({ name: 'Ann' });
    await visitor.page.evaluate(() =>
      document.querySelector('enquiry-form')?.setAttribute('page', '/contct'),
    );
    await expect.poll(() => visitor.troubles.join()).toMatch(/no page is at "\/contct"/);
    expect(await visitor.holds('name')).toEqual({ name: 'Ann' });
  });

  it.for(['/embed.js?again', '/embed.js?v=0.9'])(
    'is served by the first script where another stands beside it: %s',
    async (other, { visitor, server, expect }) => {
      visitor.expectsTrouble();
      const twice = `${scriptTag}<script type="module" src="http://localhost:4000${other}"></script>`;
      await opensHost(visitor, server.url, { '/': pageWith(element, twice) });
      await visitor.control('name').waitFor();
      const said = visitor.troubles.filter((line) => line.startsWith('<enquiry-form>'));
      expect(said).toEqual([expect.stringMatching(/is here a second time; http.*\/embed\.js serves/)]);
    },
  );
});

describe('in production', () => {
  inProduction('refuses a page whose origin no site has', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    await opensHost(visitor, server.url, { '/': pageWith(element) });
    await expect
      .poll(() => visitor.troubles.join())
      .toMatch(/pages of "http:\/\/127.*" may not show what is of "www.trevarrow.example"; add "127/);
    await visitor.page.locator('enquiry-form a').waitFor();
  });
});
