import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionData } from '../../src/contact/index.ts';
import { type InlinePageData, mergePageData } from '../../src/site/data.ts';
import { unpackSharedData } from '../../src/site/shared-data.ts';
import { loadDemoContent, withDemoPages } from '../support/content.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const { pages } = loadDemoContent();

/** Returns the data of the section that a page's script hydrates. */
async function sectionOf(path: string): Promise<SectionData> {
  const note = noteIn(await (await get(path)).text());
  const module = encodeURIComponent(await (await get(note.part)).text());
  const shared = unpackSharedData((await import(`data:text/javascript,${module}`)).default);
  return mergePageData(note, shared).form.section;
}

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_FRAME_ANCESTORS: 'self https://partner.example' } });
});
afterAll(() => server.stop());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(path, server.url), { headers: { accept: 'text/html', ...headers } });
}

/** Returns the data of a page for its script. */
function noteIn(html: string): InlinePageData {
  const text = /<script type="application\/json" id="slipway-data">(.*?)<\/script>/s.exec(html)?.[1];
  return JSON.parse(text ?? 'null');
}

describe('the pages', () => {
  it('are led to from the index, every one', async () => {
    const html = await (await get('/')).text();
    for (const { path } of pages) expect(html).toContain(`href="${path}"`);
  });

  it.each(pages.map(({ path }) => path))(
    'answer at %s with a strict policy and no inline style or script',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      const html = await response.text();
      expect(html).toMatch(/^<!doctype html>/);
      expect(html).not.toMatch(/<[^>]+\sstyle=/);
      expect(html).not.toMatch(/<[^>]+\son[a-z]+=/);
      expect(
        html.match(/<script(?! type="module" (?:async="" )?src="\/| type="application\/json")/g),
      ).toBeNull();
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy.split('; ')).toEqual([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self' https://partner.example",
        "require-trusted-types-for 'script'",
      ]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('answer unknown paths and half a path with 404', async () => {
    for (const path of [
      '/nowhere',
      '/contact/',
      '/forms/0/general.js',
      '/assets/none.js',
      '/..%2fpackage.json',
      '/%00',
      '/%',
    ])
      expect([path, (await get(path)).status]).toEqual([
        path,
        expect.toSatisfy((status) => status === 404 || status === 400),
      ]);
    expect(await (await get('/nowhere')).text()).toContain('There is no page here');
  });

  it('answer HEAD like GET, without a body', async () => {
    const response = await fetch(new URL('/contact', server.url), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('have a privacy policy, which the valuation form leads to', async () => {
    expect(await (await get('/valuation')).text()).toContain('href="/privacy-policy"');
    expect(await (await get('/privacy-policy', { 'accept-language': 'de' })).text()).toMatch(
      /<h1 class="site-title">Datenschutz/,
    );
    expect(await (await get('/privacy-policy')).text()).toContain('href="/clear-device"');
  });

  it('speak the language of their content, else the one that the visitor wants, else English', async () => {
    const lang = async (path: string, wanted: string) =>
      /<html lang="([^"]+)" dir="([^"]+)"/
        .exec(await (await get(path, { 'accept-language': wanted })).text())
        ?.slice(1);
    expect(await lang('/contact', 'fr-CA,fr;q=0.9,en;q=0.5')).toEqual(['fr', 'ltr']);
    expect(await lang('/contact', 'pt, *;q=0.1')).toEqual(['en', 'ltr']);
    expect(await lang('/ar/contact', 'de')).toEqual(['ar', 'rtl']);
  });

  it('are compressed as the browser takes it', async () => {
    const encoded = async (accepted: string) =>
      (await get('/contact', { 'accept-encoding': accepted })).headers.get('content-encoding');
    expect(await encoded('gzip, deflate, br')).toBe('br');
    expect(await encoded('gzip')).toBe('gzip');
    expect(await encoded('identity')).toBeNull();
    expect(await encoded('br;q=0, gzip')).toBe('gzip');
  });

  it('name their style sheets first, and no picture before them', async () => {
    for (const path of ['/', '/contact', '/service/falmouth', '/launch/steren-52', '/valuation']) {
      const head = (await (await get(path)).text()).split('</head>')[0] ?? '';
      const loaded = [...head.matchAll(/<(?:link|script)\b[^>]*\b(?:href|src)="([^"]+)"/g)]
        .map(([, address = '']) => address)
        .filter((address) => address !== '/favicon.svg');
      expect(head).not.toContain('as="image"');
      expect(loaded[0]).toMatch(/\.css$/);
      const firstScript = loaded.findIndex((address) => address.includes('.js'));
      expect(loaded.slice(firstScript === -1 ? loaded.length : firstScript).join()).not.toContain('.css');
    }
  });

  it('wear the look of their site', async () => {
    expect(await (await get('/lantern-quay/contact')).text()).toContain('data-theme="lantern"');
  });

  it('show no section, and load no script, where the rules hide it', async () => {
    const html = await (await get('/offices/winter')).text();
    expect(html).not.toContain('ContactFormSection');
    expect(html).not.toContain('<script');
    expect(await (await get('/launch/winter-works')).text()).toContain('id="ContactFormSection"');
  });
});

describe('what travels with a page', () => {
  it('holds no address of an office, only whether there is one', async () => {
    const html = await (await get('/contact')).text();
    const part = await (await get(noteIn(html).part)).text();
    for (const travelling of [html, part])
      expect(travelling).not.toMatch(/yard@trevarrow|@trevarrow\.example/);
    const { offices } = await sectionOf('/contact');
    expect(new Set(offices?.map(({ email }) => email))).toEqual(new Set(['*', undefined]));
  });

  it('brings the offices that its site uses, and no others', async () => {
    const abroad = await sectionOf('/international/contact');
    expect([Array.isArray(abroad.allOffices), abroad.offices]).toEqual([true, undefined]);
    const few = await sectionOf('/offices/cornwall');
    expect(few.offices).toHaveLength(4);
  });

  it('brings event titles where the form opens as an event enquiry, and only there', async () => {
    const titlesOn = async (path: string) =>
      noteIn(await (await get(path)).text()).form.section.futureEventTitles;
    expect(await titlesOn('/events')).toContain('Open Yard Weekend 2035');
    expect(await titlesOn('/contact')).toBeUndefined();
    expect(await titlesOn('/events/open-yard-2027')).toBeUndefined();
  });

  it('brings the definitions of the types that the page offers, and its language alone', async () => {
    const section = await sectionOf('/de/bewertung');
    expect(section.form.types.map(({ key }) => key)).toEqual(['valuation']);
    expect(Object.keys(section.form.texts)).toEqual(['de']);
  });

  it('lies beside it at an address of its own, for ever and for every visitor', async () => {
    const [one, other] = await Promise.all(
      ['/contact', '/contact'].map(async (path) => noteIn(await (await get(path)).text())),
    );
    expect(other?.part).toBe(one?.part);
    const part = await get(one?.part ?? '', { 'accept-encoding': 'br' });
    expect(part.headers.get('cache-control')).toContain('immutable');
    expect(part.headers.get('content-encoding')).toBe('br');
    expect(part.headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  it('is made again by a server that has not drawn the page, of no other page and of none that has changed', async () => {
    const { part } = noteIn(await (await get('/contact')).text());
    const text = await (await get(part)).text();
    const [other, changed] = await Promise.all([
      startServer(),
      startServer({ content: { 'yacht-models.json': [{ name: 'Kerensa 99' }] } }),
    ]);
    const there = await fetch(new URL(part, other.url));
    expect([there.status, await there.text()]).toEqual([200, text]);
    for (const wrong of [part.replace('%2Fcontact', '%2Fvisit-not'), part.replace('locale=en', 'locale=tlh')])
      expect((await fetch(new URL(wrong.replace(/[\w-]{3}\.js/, 'zzz.js'), other.url))).status).toBe(404);
    expect((await fetch(new URL(part, changed.url))).status).toBe(404);
    await Promise.all([other.stop(), changed.stop()]);
  });

  it('is one visitor’s: each drawing has its own ticket', async () => {
    const tickets = await Promise.all(
      ['/contact', '/contact', '/visit'].map(async (path) => noteIn(await (await get(path)).text()).ticket),
    );
    expect(tickets.every((ticket) => /^[\w-]+\.[\w-]{43}$/.test(ticket))).toBe(true);
    expect(tickets[0]).not.toBe(tickets[2]);
  });
});

describe('what a page loads', () => {
  it('is there, never changes, and comes compressed', async () => {
    const html = await (await get('/contact')).text();
    const { validators } = noteIn(html).form;
    const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address ?? '');
    expect(named.some((address) => address.endsWith('.js'))).toBe(true);
    expect(named.some((address) => address.endsWith('.css'))).toBe(true);
    for (const address of [...named, validators.replace(':type', 'general')]) {
      const response = await get(address, { 'accept-encoding': 'br' });
      expect([address, response.status]).toEqual([address, 200]);
      expect(response.headers.get('cache-control')).toContain('immutable');
      await response.arrayBuffer();
    }
  });

  it('includes a module for each type, which checks values and names problems', async () => {
    const html = await (await get('/contact')).text();
    const { validators } = noteIn(html).form;
    for (const key of ['general', 'sales', 'service', 'valuation', 'event', 'careers']) {
      const response = await get(validators.replace(':type', key));
      expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
      const source = await response.text();
      expect(source).toMatch(/^import \{ modules \} from "\/assets\//);
      expect(source).not.toMatch(/new Function|eval\(/);
    }
  });
});

describe('dealer images', () => {
  it('of other origins are admitted by the page’s policy, and by no other page’s', async () => {
    const dealer = { dealerHeading: 'Plymouth', dealerImage: 'https://images.example/a.jpg' };
    const page = {
      path: '/with-image',
      site: 101,
      title: 'Plymouth',
      placement: 'inline' as const,
      contactForm: dealer,
    };
    const other = await startServer({ content: withDemoPages([page]) });
    const policyAt = async (path: string) =>
      (await fetch(new URL(path, other.url))).headers.get('content-security-policy');
    expect(await policyAt('/with-image')).toContain("img-src 'self' blob: https://images.example;");
    expect(await policyAt('/contact')).not.toContain('images.example');
    await other.stop();
  });
});

describe('other origins', () => {
  const preflight = (path: string, origin: string) =>
    fetch(new URL(path, server.url), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key,slipway-ticket',
      },
    });

  it.each(['/graphql', '/api/contact-upload'])(
    'of the sites may call %s, with the headers that a section sends',
    async (path) => {
      const response = await preflight(path, 'https://www.lanternquay.example');
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://www.lanternquay.example');
      expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
        'idempotency-key, slipway-ticket',
      );
      expect(response.headers.get('vary')).toContain('Origin');
    },
  );

  it.each(['https://evil.example', 'https://www.lanternquay.example.evil.example', 'null', 'file://'])(
    'like %s may not',
    async (origin) => {
      expect((await preflight('/graphql', origin)).headers.get('access-control-allow-origin')).toBeNull();
    },
  );
});
