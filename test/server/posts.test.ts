import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '../../src/server/platform/secret/signed-token.ts';
import { issueTicket } from '../../src/server/platform/secret/ticket.ts';
import { charterId, createCharterContent, createCharterDocuments } from '../charter/charter.ts';
import { compileTestForm, readFrozenDocuments, readShippedDocuments } from '../support/forms.ts';
import {
  type FormPage,
  fetchFormPage,
  findControlText,
  parseFormPage,
  postForm,
  toMultipart,
} from '../support/posts.ts';
import { createSamplePhoto } from '../support/sample-photo.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const secret = 'a secret that every instance knows, long enough';
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_TRUST_PROXY: '1', SLIPWAY_SECRET: secret } });
});
afterAll(() => server.stop());

const ann = {
  enquiry_type: '3',
  office_location: '1',
  name: 'Ann Berry',
  email: 'ann@example.com',
  phone: '',
  message: 'Hello',
};

const failure = 'There was a problem. Please try again.';

/** Posts Ann's enquiry with changes, from a separate address. */
function postAnn(
  changes: Readonly<Record<string, string>> = {},
  { path = '/contact', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<FormPage> {
  return postForm(server.url, path, Object.entries({ ...ann, ...changes }), {
    ...fromNewAddress(),
    ...headers,
  });
}

let addresses = 0;
function fromNewAddress(): Record<string, string> {
  addresses += 1;
  return { 'x-forwarded-for': `192.0.2.${addresses}` };
}

async function arrivedFrom(email: string) {
  return (await server.enquiries()).filter(({ values }) => values.email === email);
}

function ticketOf({ hidden }: FormPage): string {
  return Object.fromEntries(hidden).slipway_ticket ?? '';
}

function expectThanks(page: FormPage): void {
  expect(page.status).toBe(303);
  expect(page.headers.get('location')).toMatch(/^\/contact\?sent=[\w.-]+$/);
  expect(page.headers.get('cache-control')).toBe('no-store');
}

describe('a form that was posted', () => {
  it.each<[string, (ticket: string) => Promise<string | undefined>]>([
    ['no ticket', async () => undefined],
    ['an old ticket', async () => oldTicket()],
    ['an altered ticket', async (ticket) => `${ticket.slice(0, -2)}xx`],
    ['a ticket that is none', async () => 'x'.repeat(5000)],
    ['another page’s ticket', async () => ticketOf(await fetchFormPage(server.url, '/valuation'))],
  ])(
    'with %s is taken, and answered with a ticket that holds where something is wrong',
    async (what, change) => {
      const email = `${what.replaceAll(/\W+/g, '.')}@example.com`;
      const ticket = await change(ticketOf(await fetchFormPage(server.url, '/contact')));
      const fields: Record<string, string> = ticket === undefined ? {} : { slipway_ticket: ticket };
      const page = await postAnn({ ...fields, email, name: ' ' });
      expect(page.status).toBe(422);
      expect(page.html).toContain('Enter your name');
      expect(findControlText(page, 'email')).toBe(email);
      const { slipway_ticket: fresh = '', idempotency_key: key = '' } = Object.fromEntries(page.hidden);
      expect(fresh).toMatch(/^[\w-]+\.[\w-]{43}$/);
      expect(fresh).not.toBe(ticket);
      expect(key).toMatch(/^[\da-f-]{36}$/);
      expectThanks(await postAnn({ ...fields, email }));
      expectThanks(await postAnn({ email: `other.${email}`, slipway_ticket: fresh, idempotency_key: key }));
      expect(await arrivedFrom(email)).toMatchObject([{ office: 1, submissionUrl: `${server.url}/contact` }]);
      expect(await arrivedFrom(`other.${email}`)).toHaveLength(1);
    },
  );

  it('is drawn again under its own ticket and key, so that it stays the same enquiry', async () => {
    const { hidden } = await fetchFormPage(server.url, '/contact');
    const page = await postAnn({ ...Object.fromEntries(hidden), name: '' });
    expect(page.hidden).toEqual(hidden);
  });

  it('twice, at once or later, makes one enquiry with one answer; with other words it makes another', async () => {
    const email = 'doubled@example.com';
    const fields = { ...Object.fromEntries((await fetchFormPage(server.url, '/contact')).hidden), email };
    const answers = await Promise.all([postAnn(fields), postAnn(fields), postAnn(fields)]);
    const later = await postAnn(fields);
    const references = [...answers, later].map(({ headers }) => receiptOf(headers.get('location'))[0]);
    expect(new Set(references).size).toBe(1);
    expect((await arrivedFrom(email)).map(({ reference }) => reference)).toEqual([references[0]]);
    expectThanks(await postAnn({ ...fields, message: 'Something else' }));
    expect((await arrivedFrom(email)).map(({ values }) => values.message)).toEqual([
      'Hello',
      'Something else',
    ]);
  });

  it('with the same photo twice makes one enquiry', async () => {
    const email = 'doubled.photo@example.com';
    const fields = {
      ...ann,
      ...Object.fromEntries((await fetchFormPage(server.url, '/service/falmouth')).hidden),
    };
    const { name, mimeType: type, buffer } = await createSamplePhoto('bow.jpg');
    const entries = () => [
      ...Object.entries({ ...fields, enquiry_type: '7', office_location: '2', email }),
      ['upload', new File([new Uint8Array(buffer)], name, { type })] as const,
    ];
    for (let times = 0; times < 2; times += 1)
      expect((await postForm(server.url, '/service/falmouth', entries(), fromNewAddress())).status).toBe(303);
    expect(await arrivedFrom(email)).toMatchObject([{ photos: [expect.stringMatching(/\.jpg$/)] }]);
  });

  it('thanks nobody by a receipt that was made up, of another page, or altered', async () => {
    const { headers } = await postAnn({ email: 'receipt@example.com' });
    const location = headers.get('location') ?? '';
    expect((await fetchFormPage(server.url, location)).html).toContain('Your reference is');
    for (const address of [
      location.slice(0, -1),
      location.replace('/contact', '/careers'),
      '/contact?sent',
      '/contact?sent=a&sent=b',
    ]) {
      const page = await fetchFormPage(server.url, address);
      expect([page.status, page.html.includes('sw-reference')]).toEqual([200, false]);
      expect(page.html).toContain('name="message"');
    }
  });

  it('on a page of that address alone: elsewhere there is nothing to post to', async () => {
    for (const path of ['/', '/nowhere', '/privacy-policy', '/healthz', '/contact/'])
      expect([path, (await postAnn({}, { path })).status]).toEqual([path, 404]);
    // The index, the privacy policy and similar pages have no form; a form hidden by rules accepts nothing.
    expect((await postAnn({}, { path: '/offices/winter' })).status).toBe(422);
  });

  it('by another site’s page is shown to its visitor before anything is sent or stored', async () => {
    const email = 'foreign@example.com';
    const { name, mimeType: type, buffer } = await createSamplePhoto('foreign.jpg');
    const entries = [
      ...Object.entries({ ...ann, enquiry_type: '7', office_location: '2', email }),
      ['upload', new File([new Uint8Array(buffer)], name, { type })] as const,
    ];
    const before = server.logged().split('photo-stored').length;
    const page = await postForm(server.url, '/contact', entries, {
      ...fromNewAddress(),
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    });
    expect(page.status).toBe(403);
    expect(page.html).toContain(failure);
    expect(findControlText(page, 'email')).toBe(email);
    expect(await arrivedFrom(email)).toEqual([]);
    expect(server.logged().split('photo-stored').length).toBe(before);
    const { enquiry_type: _type, office_location: _office, ...rest } = ann;
    const sent = {
      ...rest,
      enquiry_type: '7',
      office_location: '2',
      email,
      ...Object.fromEntries(page.hidden),
    };
    const own = await postForm(server.url, '/contact', Object.entries(sent), {
      ...fromNewAddress(),
      'sec-fetch-site': 'same-origin',
    });
    expectThanks(own);
  });
});

describe('bad input', () => {
  const form = compileTestForm(readShippedDocuments());
  const texts = form.types.map(({ id, key, fields }) => ({
    id,
    key,
    names: fields
      .filter(({ kind, maxLength }) => kind === 'string' && maxLength !== undefined)
      .map(({ name }) => name),
  }));

  it.each(texts)('of 10,000 characters in every field is told of and kept: $key', async ({ id, names }) => {
    expect(names.length).toBeGreaterThan(2);
    // Four bytes each, which need twelve in a form that is not multipart.
    const long = '⛵️🛥️'.repeat(2500);
    const typed = Object.fromEntries(names.map((name) => [name, long]));
    const page = await postAnn({ ...typed, enquiry_type: String(id) }, { path: '/contact' });
    expect(page.status).toBe(422);
    for (const name of names) {
      expect(findControlText(page, name), name).toBe(long);
      expect(page.html, name).toMatch(
        new RegExp(`<(?:input|textarea)(?=[^>]*name="${name}")[^>]*aria-invalid="true"`),
      );
    }
    expect(page.html).toMatch(/Shorten your name to 100 characters/);
  });

  it('is text wherever it is drawn again', async () => {
    const markup = `"'><script>alert(1)</script><img src=x onerror=alert(2)>&lt;\u0000\u202E`;
    const page = await postAnn({
      ...Object.fromEntries(Object.keys(ann).map((name) => [name, markup])),
      enquiry_type: '3',
      name: `${markup}${'x'.repeat(100)}`,
      slipway_ticket: markup,
      idempotency_key: markup,
      'kept-values': JSON.stringify({
        boat_model: markup,
        upload: [markup],
        __proto__: markup,
        enquiry_type: '8',
      }),
      upload: markup,
      [markup]: markup,
    });
    expect(page.status).toBe(422);
    expect(page.html).not.toMatch(/<script>|<img src=x|onerror=alert\(2\)>&lt;(?!")/);
    expect(page.html.match(/<script\b/g)).toBeNull();
    expect(findControlText(page, 'email')).toBe(markup);
    const { 'kept-values': kept = '{}' } = Object.fromEntries(page.hidden);
    expect(JSON.parse(kept)).toMatchObject({ boat_model: markup });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '7'],
    ['null', 'null'],
    ['a list', '["a"]'],
    ['what no field is called', '{"colour":"red","domain":"x","__proto__":{"a":"b"},"enquiry_type":"8"}'],
    ['no texts', '{"boat_model":{"a":1},"hin_number":[1,2]}'],
  ])('in the place of what waits counts as nothing: %s', async (_what, kept) => {
    const page = await postAnn({ 'kept-values': kept, name: '' });
    expect(page.status).toBe(422);
    expect(page.hidden.map(([name]) => name)).toEqual(['slipway_ticket', 'idempotency_key']);
  });

  it('of names that are no fields, or that come many times, does no harm', async () => {
    const odd = [
      '__proto__',
      'constructor',
      'toString',
      'a/b',
      '',
      'domain',
      'submission_url',
      'accept_term',
    ];
    const entries = [
      ...Object.entries({ ...ann, email: 'odd@example.com' }),
      ...odd.map((name) => [name, 'x'] as const),
      ...Array.from({ length: 500 }, (_, at) => ['name', `Later ${at}`] as const),
    ];
    expectThanks(await postForm(server.url, '/contact', entries, fromNewAddress()));
    expect(await arrivedFrom('odd@example.com')).toMatchObject([
      { domain: 'www.trevarrow.example', values: { name: 'Ann Berry', enquiry_type: 3 } },
    ]);
  });

  it('of unknown types and offices is refused beside a form that can be sent', async () => {
    const type = await postAnn({ enquiry_type: '77' });
    expect(type.status).toBe(422);
    expect(type.html).toMatch(/<select(?=[^>]*name="enquiry_type")[^>]*aria-invalid="true"/);
    const office = await postAnn({ office_location: '999999' });
    expect(office.html).toMatch(/<select(?=[^>]*name="office_location")[^>]*aria-invalid="true"/);
    expect((await postAnn({ upload: 'photos/1.jpg', enquiry_type: '7', office_location: '2' })).status).toBe(
      422,
    );
  });

  it.each<[string, string, BodyInit, number]>([
    ['JSON', 'application/json', '{"name":"Ann"}', 415],
    ['plain text', 'text/plain', 'name=Ann', 415],
    ['no type', '', 'name=Ann', 415],
    ['nothing', 'application/x-www-form-urlencoded', '', 422],
    ['no percent-encoding', 'application/x-www-form-urlencoded', '%%%=%zz&%ff%fe=%c3', 422],
    ['multipart without a boundary', 'multipart/form-data', 'name=Ann', 400],
    [
      'multipart that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
      400,
    ],
    ['multipart of nothing', 'multipart/form-data; boundary=x', '--x--\r\n', 422],
  ])('as %s is answered with a page that says what to do', async (_what, type, body, status) => {
    const response = await fetch(new URL('/contact', server.url), {
      method: 'POST',
      headers: { accept: 'text/html', ...fromNewAddress(), ...(type && { 'content-type': type }) },
      body: type ? body : new Blob([String(body)]),
    });
    const page = await parseFormPage(response);
    expect(page.status).toBe(status);
    if (status === 400) expect(page.html).toContain('Your message did not arrive');
    if (status === 422) expect(page.html).toContain('Enter your name');
    expect(page.html).not.toMatch(/\bat .+\.[jt]s:|FST_/);
  });

  it.each<[string, () => Promise<FormPage>]>([
    ['4 MB of text', () => postAnn({ message: 'x'.repeat(4_000_000) })],
    ['3,000 fields, multipart', () => postMany(3000, 'x')],
    ['1.5 MB of text in many fields, multipart', () => postMany(1500, 'x'.repeat(1000))],
    ['one field of 5 MB, multipart', () => postMany(1, 'x'.repeat(5_000_000))],
  ])('is too much: %s', async (_what, send) => {
    const page = await send();
    expect(page.status).toBe(413);
    expect(page.html).toContain('Your message is too long');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('of too many photos keeps the first ones and everything typed', async () => {
    const { mimeType: type, buffer } = await createSamplePhoto('0.jpg');
    const photos = Array.from(
      { length: 12 },
      (_, at) => ['upload', new File([new Uint8Array(buffer)], `${at}.jpg`, { type })] as const,
    );
    const page = await postForm(
      server.url,
      '/valuation',
      [...Object.entries({ ...ann, enquiry_type: '8' }), ...photos],
      fromNewAddress(),
    );
    expect(page.status).toBe(422);
    expect(findControlText(page, 'name')).toBe('Ann Berry');
    expect(page.html).toContain('Keep 10 photos and remove the others</a>');
    expect(page.html.match(/type="checkbox"[^>]*name="upload"/g)?.length).toBeGreaterThanOrEqual(10);
  });

  it.each([
    ['is too large', 20 * 2 ** 20 + 1, 'image/jpeg', 'big.jpg(choose a photo of at most 20\u00A0MB)'],
    ['is empty', 0, 'image/jpeg', 'big.jpg(the file is empty, choose another)'],
    ['is no photo', 1000, 'application/pdf', 'big.jpg(choose a photo of the type JPEG, PNG)'],
    [
      'is not what it says',
      1000,
      'image/png',
      'big.jpg(this is not a photo that we can read, choose another)',
    ],
  ])('in a photo that %s is told by its name, everything typed kept', async (_what, bytes, type, message) => {
    const { buffer } = await createSamplePhoto('big.jpg');
    const file = new File(
      [new Uint8Array(Buffer.concat([buffer, Buffer.alloc(bytes)])).slice(0, bytes)],
      'big.jpg',
      { type },
    );
    const fields = { ...ann, enquiry_type: '7', office_location: '2' };
    const page = await postForm(
      server.url,
      '/service/falmouth',
      [...Object.entries(fields), ['upload', file]],
      fromNewAddress(),
    );
    expect(page.status).toBe(422);
    expect(page.html).toContain(`${message}</a>`);
    expect(findControlText(page, 'name')).toBe('Ann Berry');
    expect(page.html).not.toMatch(/type="checkbox"[^>]*name="upload"/);
  });

  it('that breaks off on the way stores nothing, and the server goes on', async () => {
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const sending = request({
        hostname,
        port,
        path: '/contact',
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100000' },
      });
      sending.on('error', () => resolve());
      sending.write('--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nbroken@example.com\r\n', () =>
        sending.destroy(new Error('gone')),
      );
    });
    expect((await fetchFormPage(server.url, '/contact')).status).toBe(200);
    expect(await arrivedFrom('broken@example.com')).toEqual([]);
  });
});

describe('too many posts', () => {
  it('from one address are told when to go on, everything typed kept; other addresses are served', async () => {
    const address = { 'x-forwarded-for': '198.51.100.7' };
    const answers: FormPage[] = [];
    for (let count = 0; count < 31; count += 1)
      answers.push(await postAnn({ email: `many.${count}@example.com` }, { headers: address }));
    expect(answers.slice(0, 30).every(({ status }) => status === 303)).toBe(true);
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last?.html).toContain(failure);
    expect(last?.html).toMatch(/You can send again in (?:a minute|\d+ minutes)\./);
    expect(last && findControlText(last, 'email')).toBe('many.30@example.com');
    expectThanks(await postAnn({ email: 'another@example.com' }));
  });
});

describe('the log of posts', () => {
  it('holds nothing personal', () => {
    expect(server.logged()).toContain('"event":"enquiry-accepted"');
    expect(server.logged()).toContain('"code":"CROSS_SITE"');
    expect(server.logged()).not.toMatch(/Ann Berry|@example\.com|Hello|Later 1|foreign\.jpg/);
    expect(server.logged()).not.toMatch(/"level":"error"/);
  });
});

describe('a server behind a proxy', () => {
  it('notes the address that the outside uses, and thanks there', async () => {
    const publicUrl = 'https://www.trevarrow.example';
    const other = await startServer({ env: { SLIPWAY_PUBLIC_URL: publicUrl } });
    const { status, headers } = await postForm(other.url, '/contact?utm_source=mail', Object.entries(ann));
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/^\/contact\?sent=/)]);
    expect(await other.enquiries()).toMatchObject([
      { submissionUrl: `${publicUrl}/contact?utm_source=mail` },
    ]);
    await other.stop();
  });
});

describe('forms of other schemas', () => {
  it('are posted in their own types where they are flat', async () => {
    const other = await startServer({ documents: createCharterDocuments(), content: createCharterContent() });
    const fields = {
      ...Object.fromEntries((await fetchFormPage(other.url, '/charter')).hidden),
      enquiry_type: String(charterId),
      office_location: '20',
      charter_date: '2027-06-12',
      guests: '13',
      name: 'Gwen Hale',
      email: 'gwen@example.com',
    };
    const refused = await postForm(other.url, '/charter', Object.entries(fields));
    expect(refused.html).toContain('She sleeps 12 guests; enter no more');
    expect(findControlText(refused, 'guests')).toBe('13');
    expect((await postForm(other.url, '/charter', Object.entries({ ...fields, guests: '8' }))).status).toBe(
      303,
    );
    const [record] = await other.enquiries();
    expect(record?.values).toEqual({
      enquiry_type: charterId,
      office_location: 20,
      charter_date: '2027-06-12',
      guests: 8,
      name: 'Gwen Hale',
      email: 'gwen@example.com',
    });
    await other.stop();
  });

  it('say that they need scripts where they are not, on the page and in the answer to a post', async () => {
    const schema = readFrozenDocuments()['forms/general/schema.json'] as { properties: object };
    const boats = {
      type: 'array',
      title: 'Boats',
      items: { type: 'object', properties: { built: { type: 'string', format: 'date-time' } } },
    };
    const other = await startServer({
      documents: { 'forms/general/schema.json': { ...schema, properties: { ...schema.properties, boats } } },
    });
    const message = 'This form needs JavaScript. Turn it on in your browser and reload the page.';
    const page = await fetchFormPage(other.url, '/contact');
    expect(page.html).toMatch(new RegExp(`<noscript>.*${message}.*</noscript>`));
    const answer = await postForm(other.url, '/contact', Object.entries(ann));
    expect(answer.status).toBe(422);
    expect(answer.html).toContain(message);
    expect(answer.html).not.toContain('<noscript>');
    expect((await fetchFormPage(other.url, '/valuation')).html).not.toContain('<noscript>');
    await other.stop();
  });
});

function oldTicket(): string {
  const note = {
    formHash: compileTestForm(readShippedDocuments()).hash,
    path: '/contact',
    locale: 'en',
    issuedAt: Date.now() - 3 * 86_400_000,
  };
  return issueTicket(note, deriveKeys(secret, 'ticket'));
}

/** Returns the lines of a receipt, its reference first. */
function receiptOf(location: string | null): readonly unknown[] {
  const [, note = ''] = /sent=([\w-]+)\./.exec(location ?? '') ?? [];
  return JSON.parse(Buffer.from(note, 'base64url').toString());
}

async function postMany(count: number, text: string): Promise<FormPage> {
  const entries = Array.from({ length: count }, (_, at) => [`field_${at}`, text] as const);
  const response = await fetch(new URL('/contact', server.url), {
    method: 'POST',
    headers: { accept: 'text/html', ...fromNewAddress() },
    body: toMultipart(entries),
  });
  return parseFormPage(response);
}
