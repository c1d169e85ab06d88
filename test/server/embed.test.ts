import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbedData } from '../../src/site/embed/embed-data.ts';
import { readRawDemoContent } from '../support/content.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const publicUrl = 'https://forms.example';
const sites = readRawDemoContent()['sites.json'];
const content = {
  'sites.json': sites.map((site) =>
    site.id === 119 ? { ...site, domains: ['yard.example', 'Würth.example'] } : site,
  ),
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ content, env: { SLIPWAY_PUBLIC_URL: publicUrl, SLIPWAY_RATE_LIMIT: 'off' } });
});
afterAll(() => server.stop());

const own = 'https://www.trevarrow.example';

function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(address, server.url), { headers });
}

async function noteAt(query: string): Promise<EmbedData> {
  const answer = await get(`/embed/v1?${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as EmbedData;
}

async function refusalAt(query: string, headers?: Record<string, string>) {
  const answer = await get(`/embed/v1?${query}`, headers);
  return { status: answer.status, ...((await answer.json()) as { error: string; message: string }) };
}

describe('/embed/v1', () => {
  it('gives all that a form of a page needs, with whole addresses', async () => {
    const { form, address, assets, ...note } = await noteAt('page=/contact');
    expect(note).toMatchObject({ version: 1, locale: 'en', dir: 'ltr', ticket: expect.any(String) });
    expect(address).toBe(`${publicUrl}/contact`);
    expect(form.section.endpoints).toEqual({
      graphql: `${publicUrl}/graphql`,
      contactUpload: `${publicUrl}/api/contact-upload`,
    });
    expect(form.validators).toMatch(`${publicUrl}/forms/${form.section.form.hash}/:type.js`);
    expect(Object.keys(form.section.form.texts)).toEqual(['en']);
    expect(form.section.offices?.length).toBeGreaterThan(1);
    for (const part of [assets.script, ...assets.styles, ...assets.preloads])
      expect((await get(String(part).replace(publicUrl, ''))).status).toBe(200);
  });

  it('gives a form that no page has, of a site, in a placement, a language, with an office or an event', async () => {
    const { form, locale, address } = await noteAt(
      'site=119&placement=modal&locale=fr&office=12&event=Regatta',
    );
    expect(form).toMatchObject({ placement: 'modal', isShown: true });
    expect(form.section).toMatchObject({
      site: { id: 119 },
      eventTitle: 'Regatta',
      selectedOffice: { id: 12 },
    });
    expect(locale).toBe('fr');
    expect(address).toBe(
      `${publicUrl}/embed/form?site=119&placement=modal&locale=fr&office=12&event=Regatta`,
    );
  });

  it('gives the same page otherwise', async () => {
    const { form } = await noteAt('page=/contact&placement=landing&locale=de');
    expect(form).toMatchObject({ placement: 'landing', section: { site: { id: 101 }, locale: 'de' } });
  });

  it.each([
    ['', 400, 'nothing-asked', 'add "page"'],
    ['page=/contct', 404, 'unknown-page', 'the nearest is "/contact"'],
    ['page=http://[', 404, 'unknown-page', 'pages.json'],
    ['page=%00', 404, 'unknown-page', 'pages.json'],
    ['site=1119', 404, 'unknown-site', 'the nearest is "119"'],
    ['site=119&page=/contact', 400, 'page-of-another-site', 'www.trevarrow.example'],
    ['site=119&office=nobody', 404, 'unknown-office', 'offices.json'],
    ['site=119&placement=popup', 404, 'unknown-placement', 'inline, modal, landing'],
    ['site=119&locale=e!', 400, 'bad-locale', '"en"'],
    [`site=119&event=${'x'.repeat(201)}`, 400, 'event-too-long', '200'],
  ])('refuses "%s" in a line that says what to do', async (query, status, error, advice) => {
    const refusal = await refusalAt(query);
    expect(refusal).toMatchObject({ status, error });
    expect(refusal.message).toMatch(/^Cannot embed the form: .*; .*\.$/);
    expect(refusal.message).toContain(advice);
  });

  it('may be read by pages of every domain of the site, and of no other', async () => {
    const from = (query: string, origin: string) => get(`/embed/v1?${query}`, { origin });
    for (const [query, origin] of [
      ['page=/contact', own],
      ['page=/solent/contact', 'https://solent.trevarrow.example'],
      ['page=/solent/contact', 'https://yard.example:8443'],
      ['page=/solent/contact', 'https://xn--wrth-0ra.example'],
      ['page=/contact', publicUrl],
    ] as const) {
      const answer = await from(query, origin);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    }
    for (const origin of [
      'https://yard.example',
      'https://elsewhere.example',
      'https://www.trevarrow.example.elsewhere.example',
      'https://www.trevarrow.example.',
      'ftp://www.trevarrow.example',
      'null',
      'http://localhost:5173',
    ]) {
      const refusal = await refusalAt('page=/contact', { origin });
      expect(refusal).toMatchObject({ status: 403, error: 'origin-not-allowed' });
      expect(refusal.message).toContain(origin);
    }
  });

  it('says that nothing has changed to whoever has it already', async () => {
    const first = await get('/embed/v1?page=/contact', { 'accept-language': 'de' });
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('content-language')).toBe('de');
    const again = await get('/embed/v1?page=/contact', { 'accept-language': 'de', 'if-none-match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await get('/embed/v1?page=/contact', { 'accept-language': 'fr', 'if-none-match': tag });
    expect(other.status).toBe(200);
    // Also not for a page without access, which could detect a correct guess.
    const knows = { 'accept-language': 'de', 'if-none-match': tag, origin: 'https://elsewhere.example' };
    const refused = await get('/embed/v1?page=/contact', knows);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([403, 'no-store']);
    expect(refused.headers.get('vary')).toContain('Origin');
  });

  it('gives each visitor a ticket of their own, by which an enquiry is judged as its form was drawn', async () => {
    const [one, other] = [await noteAt('site=101&locale=en&office=2'), await noteAt('site=101&locale=en')];
    expect(one.ticket).not.toBe(other.ticket);
    const variables = {
      domain: 'www.trevarrow.example',
      submission_url: `${own}/boats`,
      upload: [],
      enquiry_type: 3,
      name: 'Ann',
      email: 'embedded@example.com',
      message: 'Hello',
    };
    const headers = { 'slipway-ticket': one.ticket, origin: own };
    const invented = await postEnquiry(server.url, { ...variables, office_location: 'nobody' }, { headers });
    expect(invented.body.errors?.[0]?.extensions?.fields?.[0]?.field).toBe('office_location');
    const sent = await postEnquiry(server.url, { ...variables, office_location: '1' }, { headers });
    expect(sent.isSuccess).toBe(true);
    const stored = (await server.enquiries()).find(
      ({ visitor }) => visitor?.email === 'embedded@example.com',
    );
    expect(stored).toMatchObject({ office: 1, submissionUrl: `${own}/boats` });
  });
});

describe('/embed/form', () => {
  it('may be framed by the pages of its site, and by no others', async () => {
    const answer = await get('/embed/form?page=/solent/contact');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')?.split('; ')).toContain(
      "frame-ancestors 'self' https://solent.trevarrow.example:* http://solent.trevarrow.example:* https://yard.example:* http://yard.example:* https://xn--wrth-0ra.example:* http://xn--wrth-0ra.example:*",
    );
    for (const page of ['/nowhere', 'http://[']) {
      const unknown = await get(`/embed/form?page=${page}`, { accept: 'text/html' });
      expect(unknown.status).toBe(404);
    }
  });
});

describe('what a form loads', () => {
  it.each(['/embed.js', '/assets', '/forms'])('%s may be loaded by pages of any origin', async (address) => {
    const { assets, form } = await noteAt('page=/contact');
    const known: Record<string, string> = {
      '/assets': String(assets.script),
      '/forms': form.validators.replace(':type', 'general'),
    };
    const answer = await get((known[address] ?? address).replace(publicUrl, ''), { origin: own });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

describe('while nobody but this machine reaches the server', () => {
  it('lets any page of this machine show its forms', async () => {
    const alone = await startServer();
    try {
      const origin = 'http://localhost:5173';
      const answer = await fetch(`${alone.url}/embed/v1?page=/contact`, { headers: { origin } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
      const preflight = await fetch(`${alone.url}/graphql`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
    } finally {
      await alone.stop();
    }
  });
});
