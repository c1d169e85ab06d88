import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { postNames } from '#engine';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { fetchFormPage, findControlText, postForm } from '../support/posts.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, type ServerOptions, startServer } from '../support/server.ts';

// Saved answers, and the link with which a visitor continues.

const uiFile = 'forms/valuation/ui.json';
const days = 14;
const resumable = { [uiFile]: { ...(readFrozenDocuments()[uiFile] as object), 'ui:resume': { days } } };

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ documents: resumable, env: { SLIPWAY_TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());

const boat = { enquiry_type: '8', boat_make: 'Trevarrow <38>', boat_model: 'Kestrel', year: '2015' };

let visitors = 0;
function newVisitor(): { readonly email: string; readonly from: string } {
  visitors += 1;
  return { email: `visitor${visitors}@example.com`, from: `192.0.2.${visitors}` };
}

interface Save {
  readonly email: unknown;
  readonly from?: string;
  readonly path?: string;
  readonly values?: unknown;
  readonly to?: RunningServer;
}

async function save({
  email,
  from = '198.51.100.1',
  path = '/part-exchange',
  values = boat,
  to = server,
}: Save) {
  const response = await fetch(new URL('/api/contact-resume', to.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ path, email, values }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The mails to an address, in no order. */
async function mailsTo(email: string): Promise<readonly Email[]> {
  const folder = join(server.data, 'outbox');
  const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(join(folder, file)))));
  return mails.filter(({ to }) => to?.some(({ address }) => address?.toLowerCase() === email.toLowerCase()));
}

/** The link of the one mail to an address, as its path and query. */
async function linkTo(email: string): Promise<string> {
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  const [link = ''] = /https?:\/\/\S+\?resume=[\w-]{32}(?=\s)/.exec(mail?.text ?? '') ?? [];
  expect(mail?.html).toContain(`href="${link}"`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

it('come back by the link that was mailed, as often as it is opened', async () => {
  const { email, from } = newVisitor();
  const { status, body, headers } = await save({ email, from });
  expect({ status, body }).toEqual({
    status: 200,
    body: { until: expect.stringMatching(/^\d+ \w+ 20\d\d$/) },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  const link = await linkTo(email);
  for (const _time of [1, 2]) {
    const page = await fetchFormPage(server.url, link);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.html).toMatch(/<script[^>]+type="module"/);
    expect(findControlText(page, 'boat_make')).toBe(boat.boat_make);
    expect(findControlText(page, 'year')).toBe(boat.year);
  }
});

it('are as old as they were saved, so that whoever sends them at once is taken for no robot', async () => {
  const { email, from } = newVisitor();
  const savedAt = Date.now();
  await save({ email, from });
  const { hidden } = await fetchFormPage(server.url, await linkTo(email));
  const ticket = hidden.find(([name]) => name === postNames.ticket)?.[1] ?? '';
  const [_form, _path, _locale, issuedAt, begunAt] = JSON.parse(
    Buffer.from(ticket.split('.')[0] ?? '', 'base64url').toString(),
  );
  expect(begunAt).toBeGreaterThanOrEqual(savedAt);
  expect(begunAt).toBeLessThan(issuedAt);
});

it('stand in no mail, and their link in no log and no database', async () => {
  const { email, from } = newVisitor();
  await save({ email, from });
  const word = new URL(await linkTo(email), server.url).searchParams.get('resume') ?? '';
  const [mail] = await mailsTo(email);
  expect(mail?.text).not.toContain('Trevarrow <38>');
  expect(mail?.text).not.toContain('Kestrel');
  expect(mail?.text).toContain('Boat valuation');
  expect(server.logged()).not.toContain(word);
  const files = readdirSync(server.data).filter((file) => file.includes('.db'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(readFileSync(join(server.data, file)).includes(word)).toBe(false);
});

it('are neither files nor what the form does not know', async () => {
  const { email, from } = newVisitor();
  await save({ email, from, values: { ...boat, upload: ['2026/11/a.jpg'], admin: 'yes', year: { a: 1 } } });
  const { html } = await fetchFormPage(server.url, await linkTo(email));
  expect(html).toContain('Kestrel');
  for (const other of ['2026/11/a.jpg', '"admin"', '"a":1']) expect(html).not.toContain(other);
});

it('are saved without scripts by a post, which keeps everything on the page', async () => {
  const { email, from } = newVisitor();
  const entries = Object.entries({ ...boat, 'resume-email': email, 'save-answers': 'Send me the link' });
  const page = await postForm(server.url, '/part-exchange', entries, { 'x-forwarded-for': from });
  expect(page.status).toBe(200);
  expect(findControlText(page, 'boat_make')).toBe(boat.boat_make);
  expect(page.html).toContain(`on its way to \u2068${email}\u2069`);
  const resumed = await fetchFormPage(server.url, await linkTo(email));
  expect(findControlText(resumed, 'boat_model')).toBe('Kestrel');
  // Unlike the page that answers the post, this one loads scripts, which may show more until they have arrived.
  expect(resumed.html).toContain('sw-form--awaited');
  expect(resumed.html).not.toContain('sw-form--posted');
  expect(page.html).toContain('sw-form--posted');
});

it('are not saved for what is no mail address, which the page says without losing it', async () => {
  const entries = Object.entries({ ...boat, 'resume-email': 'ada@', 'save-answers': 'x' });
  const page = await postForm(server.url, '/part-exchange', entries, { 'x-forwarded-for': '198.51.100.2' });
  expect(page.status).toBe(422);
  expect(findControlText(page, 'boat_make')).toBe(boat.boat_make);
  expect(findControlText(page, 'resume-email')).toBe('ada@');
  expect(page.html).toContain('Enter an email address in the form');
});

it('are refused with the reason where they cannot be saved', async () => {
  const email = 'refused@example.com';
  const refusals = [
    [{ email: 'nobody' }, 422, 'bad-address'],
    [{ email: 'root@localhost' }, 422, 'bad-address'],
    [{ email: 'root@127' }, 422, 'bad-address'],
    [{ email: 'a%c@b.example' }, 422, 'bad-address'],
    [{ email: 'a!b@c.example' }, 422, 'bad-address'],
    [{ email: 'a@b.example\r\nBcc: c@d.example' }, 422, 'bad-address'],
    [{ email: 7 }, 400, 'bad-request'],
    [{ email, path: '/nowhere' }, 400, 'bad-request'],
    [{ email, path: '/contact', values: { enquiry_type: '3' } }, 409, 'not-resumable'],
    [{ email, path: '/valuation' }, 409, 'not-resumable'],
    [
      { email, values: { ...boat, boat_make: 'é'.repeat(serverSettings.resume.maxBytes / 2) } },
      413,
      'answers-too-large',
    ],
  ] as const;
  for (const [request, status, error] of refusals) {
    const answer = await save(request);
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
    expect(answer.body.message).toMatch(/\w+ \w+/);
  }
  expect(await mailsTo(email)).toEqual([]);
});

it('reach one mailbox and come from one address only so often', async () => {
  const { recipient, address } = serverSettings.limits.resumeLinks;
  const email = 'flooded@example.com';
  const statuses: number[] = [];
  for (let time = 0; time <= recipient; time += 1)
    statuses.push(
      (await save({ email: time % 2 ? email : email.toUpperCase(), from: `203.0.113.${time}` })).status,
    );
  expect(statuses).toEqual([...Array<number>(recipient).fill(200), 429]);
  const answers = await Promise.all(
    Array.from({ length: address + 1 }, (_each, at) =>
      save({ email: `many${at}@example.com`, from: '203.0.113.99' }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('are gone once an enquiry of that type came from that address', async () => {
  const { email, from } = newVisitor();
  await save({ email: email.toUpperCase(), from });
  const link = await linkTo(email);
  const sent = await postEnquiry(server.url, {
    domain: 'www.trevarrow.example',
    submission_url: 'https://www.trevarrow.example/valuation',
    upload: [],
    enquiry_type: 8,
    office_location: '1',
    boat_make: 'T',
    boat_model: 'K',
    year: '2015',
    boat_location: 'Falmouth',
    tax_paid_status: 'tax-paid',
    engine_hours: '3',
    accept_term: true,
    name: 'Ada',
    email,
    phone: '+44 20 7946 0018',
    address: 'Quay 1',
  });
  expect(sent.body.errors).toBeUndefined();
  const page = await fetchFormPage(server.url, link);
  expect(page.status).toBe(200);
  expect(page.html).toContain('This link does not work any more');
  expect(findControlText(page, 'boat_make')).toBe('');
});

it('are nobody’s by another word or on another page', async () => {
  const { email, from } = newVisitor();
  await save({ email, from });
  const link = await linkTo(email);
  for (const other of [
    `${link.slice(0, -1)}~`,
    link.replace('/part-exchange', '/contact'),
    '/part-exchange?resume=',
  ])
    expect((await fetchFormPage(server.url, other)).html).not.toContain('Kestrel');
});

it('are told as not sent where the mail server does not take the link', async () => {
  const unwilling = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith('gone')
          ? Object.assign(new Error('No such user'), { responseCode: 550 })
          : Object.assign(new Error('Try later'), { responseCode: 451 }),
      ),
  });
  const options: ServerOptions = {
    documents: resumable,
    env: { SMTP_URL: unwilling.url, SLIPWAY_PUBLIC_URL: 'https://www.trevarrow.example' },
  };
  const mailing = await startServer(options);
  onTestFinished(async () => {
    await mailing.stop();
  });
  expect((await save({ email: 'gone@example.com', to: mailing })).status).toBe(422);
  const later = await save({ email: 'ada@example.com', to: mailing });
  expect(later).toMatchObject({ status: 503, body: { error: 'not-saved' } });
  await expect.poll(() => mailing.logged()).toContain('resume-link-not-sent');
  expect(mailing.logged()).not.toContain('ada@example.com');
});
