import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from 'vitest';
import { withDemoPages } from '../support/content.ts';
import { journeysOn } from '../support/journey.ts';

const dealer = {
  path: '/with-image',
  site: 101,
  title: 'Plymouth',
  placement: 'inline',
  contactForm: { dealerHeading: 'Plymouth', dealerImage: 'https://images.example/a.jpg' },
  locale: 'en',
} as const;
const it = journeysOn({
  content: withDemoPages([dealer]),
  env: { SLIPWAY_FRAME_ANCESTORS: 'self https://partner.example' },
});

describe('the security policy', () => {
  it('is kept by the browser: nothing inline, nothing evaluated, nothing from or to elsewhere', async ({
    visitor,
    expect,
  }) => {
    visitor.expectsTrouble();
    await visitor.visits('/contact');
    const tried = await visitor.page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        evaluates: () => new Function('return 1')(),
        'writes markup': () => {
          document.body.innerHTML = '<p>x</p>';
        },
        'runs an inline script': () => {
          const script = document.createElement('script');
          script.text = 'window.ranInline = true';
          document.body.append(script);
          if (!('ranInline' in window)) throw new TypeError('It did not run');
        },
        'calls elsewhere': () => fetch('https://elsewhere.example/'),
        'sets a base': () => {
          const base = document.createElement('base');
          base.href = 'https://elsewhere.example/';
          document.head.append(base);
          if (!document.baseURI.startsWith('https://elsewhere')) throw new TypeError('It is ignored');
        },
      };
      const done: string[] = [];
      // Code of the debugger may use `eval` during its task; later tasks of the page may not.
      await new Promise((resolve) => setTimeout(resolve));
      for (const [what, attempt] of Object.entries(attempts)) {
        try {
          await attempt();
          done.push(what);
        } catch {
          // Expected.
        }
      }
      return done;
    });
    expect(tried).toEqual([]);
    for (const said of ['TrustedScript', 'TrustedHTML', 'connect-src', 'base-uri'])
      expect(visitor.troubles.join('\n')).toContain(said);
  });

  it('says who may frame a page: nobody who is not named', async ({ visitor, server, expect }) => {
    visitor.expectsTrouble();
    const stranger = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${server.url}/contact"></iframe>`);
    });
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    await visitor.page.goto(`http://127.0.0.1:${port}/`);
    await expect.poll(() => visitor.troubles.join('\n')).toContain('frame-ancestors');
    await expect.poll(() => visitor.page.frameLocator('iframe').getByTestId('contact-form').count()).toBe(0);
    stranger.close();
  });
});
