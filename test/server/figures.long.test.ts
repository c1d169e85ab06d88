import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboxListView } from '../../src/api/inbox.ts';
import type { FormView } from '../../src/contact/index.ts';
import type { ReportedStep } from '../../src/contact/send/figure-report.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import type { FigureSums } from '../../src/server/store/records/figure-entry.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { type ClockedServer, startClockedServer } from '../hostile/support/clocked-server.ts';
import { readRawDemoContent } from '../support/content.ts';
import { fetchFormPage, postForm } from '../support/posts.ts';
import { postEnquiry } from '../support/send.ts';
import { startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, signInTo } from '../support/studio-session.ts';

const { mostSteps } = serverSettings.figures;

/** The site of `/international/careers` disables counting. */
const sites = readRawDemoContent()['sites.json'].map((site) =>
  site.domain === 'international.trevarrow.example' ? { ...site, figures: false } : site,
);

let server: ClockedServer;
beforeAll(async () => {
  const env = { SLIPWAY_TRUST_PROXY: '1', SLIPWAY_STUDIO_PASSWORD: studioPassword };
  server = await startClockedServer({ env, content: { 'sites.json': sites } });
});
afterAll(() => server.stop());

const path = '/contact';

/** Returns the data in a page. */
async function drawnWith(at = path, headers: Readonly<Record<string, string>> = {}) {
  const html = await (await fetch(new URL(at, server.url), { headers })).text();
  const [, text = ''] =
    /<script type="application\/json" id="slipway-data">(.+?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text) as { readonly form: FormView; readonly ticket: string };
}

async function passOf(at = path): Promise<string> {
  const { figures } = (await drawnWith(at)).form.section;
  if (!figures) throw new Error('The page has nothing counted');
  return figures.pass;
}

async function report(
  body: unknown,
  { from = '192.0.2.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const { status } = await fetch(new URL('/api/figures', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return status;
}

async function sums(): Promise<FigureSums> {
  const store = openExistingSqliteStore({ dataFolder: server.data, settings: serverSettings });
  try {
    return (await store?.figures({ from: '0000', until: '9999' })) ?? { days: [], fields: [] };
  } finally {
    await store?.close();
  }
}

/** Returns the count of a step of a type. */
async function counted(step: string, type = 'service'): Promise<number> {
  const { days, fields } = await sums();
  return (step === 'met' ? fields : days)
    .filter((figure) => figure.step === step && figure.type === type)
    .reduce((sum, { count }) => sum + count, 0);
}

describe('POST /api/figures', () => {
  it('counts what a page of ours reports, as sums that name nobody', async () => {
    const pass = await passOf();
    const from = '192.0.2.77';
    const steps: readonly ReportedStep[] = [
      { type: 'service', step: 'began' },
      { type: 'service', step: 'met', field: 'phone', code: 'required' },
      { type: 'service', step: 'left', field: 'phone' },
      { type: 'service', step: 'returned', field: 'phone' },
      { type: 'careers', step: 'began', after: 'service' },
    ];
    expect(await report({ pass, steps }, { from })).toBe(204);
    await expect.poll(() => counted('changed')).toBe(1);
    const done = ['began', 'left', 'returned'].map((step) => counted(step));
    expect(await Promise.all(done)).toEqual([1, 1, 1]);
    expect(await counted('began', 'careers')).toBe(1);
    expect((await sums()).fields).toContainEqual({
      type: 'service',
      step: 'met',
      field: 'phone',
      code: 'required',
      count: 1,
    });
    expect(server.logged()).not.toContain(from);
  });

  it('drops what is of no page, type or field of ours, and refuses what is no report', async () => {
    const pass = await passOf();
    const { ticket } = await drawnWith();
    const good = { type: 'sales', step: 'began' };
    for (const wrong of ['', `${pass}x`, ticket])
      expect(await report({ pass: wrong, steps: [good] }), wrong).toBe(204);
    const dropped = [
      { ...good, type: 'yachts' },
      { ...good, type: '__proto__' },
      { ...good, after: 'yachts' },
      { ...good, after: 'sales' },
      { type: 'sales', step: 'met', field: 'ann@example.com', code: 'required' },
      { type: 'sales', step: 'left', field: 'toString' },
    ];
    for (const step of dropped) expect(await report({ pass, steps: [step] }), JSON.stringify(step)).toBe(204);
    const refused = [
      { ...good, step: 'sent' },
      { ...good, step: 'changed' },
      { ...good, step: 'opened' },
      { ...good, field: 'phone' },
      { ...good, value: 'Ann' },
      { ...good, after: ['service'] },
      { ...good, step: 'met', field: 'phone', code: 'Ann Berry' },
      { ...good, step: 'met', field: ['phone'], code: 'required' },
      { ...good, step: 'met', field: 'phone' },
      { ...good, step: 'met', field: 'phone', code: 'required', after: 'service' },
      { ...good, step: 'left', field: 'phone', after: 'service' },
      { ...good, type: { toString: 'sales' } },
      null,
      'began',
      [],
    ];
    for (const step of refused)
      expect(await report({ pass, steps: [good, step] }), JSON.stringify(step)).toBe(400);
    const broken = [
      '',
      '[]',
      'null',
      '"began"',
      '{',
      '7',
      good,
      { pass, ...good },
      { pass },
      { steps: [good] },
      { pass: [pass], steps: [good] },
      { pass, steps: [] },
      { pass, steps: good },
      { pass, steps: [good], value: 'Ann' },
      { pass, steps: Array(mostSteps + 1).fill(good) },
    ];
    for (const body of broken) expect(await report(body), JSON.stringify(body)).toBe(400);
    expect(await report({ pass, steps: [{ ...good, field: 'x'.repeat(20_000) }] })).toBe(413);
    expect(await report(`pass=${pass}`, { headers: { 'content-type': 'text/plain' } })).toBe(415);
    // Each step is validated separately. Valid ones come last: all earlier ones are stored together with
    // them, or were not counted.
    expect(await report({ pass, steps: [...dropped, good, ...dropped] })).toBe(204);
    await expect.poll(() => counted('began', 'sales')).toBe(1);
    for (const step of ['met', 'left', 'changed']) expect(await counted(step, 'sales')).toBe(0);
  });

  it('takes a report of as many steps as a page may tell, with names as long as ours', async () => {
    const pass = await passOf('/valuation');
    const before = await counted('met', 'valuation');
    const step = { type: 'valuation', step: 'met', field: 'additional_information', code: 'wrong-format' };
    const steps = Array(mostSteps).fill(step);
    expect(await report({ pass, steps }, { from: '192.0.2.78' })).toBe(204);
    await expect.poll(() => counted('met', 'valuation')).toBe(before + mostSteps);
  });

  it.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('counts nothing from %s', async (_what, headers) => {
    const [pass, before] = [await passOf(), await counted('began', 'event')];
    const body = { pass, steps: [{ type: 'event', step: 'began' }] };
    expect(await report(body, { headers })).toBe(204);
    expect(await report(body)).toBe(204);
    await expect.poll(() => counted('began', 'event')).toBe(before + 1);
  });

  it('counts no more steps of an address than it may report, however they are bundled, and then of others', async () => {
    const pass = await passOf();
    const { figures: most } = serverSettings.limits;
    const bodyOf = (count: number) => ({
      pass,
      steps: Array(count).fill({ type: 'general', step: 'began' }),
    });
    const from = '198.51.100.4';
    for (let count = 0; count < 7; count += 1) expect(await report(bodyOf(1), { from })).toBe(204);
    const whole = Math.floor((most - 7) / mostSteps);
    for (let count = 0; count < whole; count += 1)
      expect(await report(bodyOf(mostSteps), { from })).toBe(204);
    // A refused report does not use up the limit.
    expect(await report(bodyOf(mostSteps), { from })).toBe(429);
    expect(await report(bodyOf(most - 7 - whole * mostSteps), { from })).toBe(204);
    expect(await report(bodyOf(1), { from })).toBe(429);
    expect(await report(bodyOf(1), { from: '198.51.100.5' })).toBe(204);
    await expect.poll(() => counted('began', 'general')).toBe(most + 1);
  });
});

describe('a page', () => {
  it('has the same pass for every visitor, and none for whoever asks not to be counted', async () => {
    expect(await passOf()).toBe(await passOf());
    for (const name of ['dnt', 'sec-gpc'])
      expect((await drawnWith(path, { [name]: '1' })).form.section.figures).toBeUndefined();
    expect((await drawnWith()).form.section.figures).toMatchObject({
      endpoint: '/api/figures',
      share: 1,
      mostSteps,
    });
  });

  it('has none where its site’s content says so', async () => {
    expect((await drawnWith('/international/careers')).form.section.figures).toBeUndefined();
  });
});

describe('an enquiry', () => {
  const values = {
    domain: 'www.trevarrow.example',
    upload: [],
    enquiry_type: 8,
    name: 'Ann Berry',
    email: 'ann@example.com',
  };

  it('is counted as sent by the server, once, where it comes from a page of ours and looks like a person’s', async () => {
    const { ticket } = await drawnWith();
    const ann = { ...values, enquiry_type: 3, message: 'Hello', office_location: '1' };
    const variables = { ...ann, submission_url: new URL(path, server.url).href };
    const headers = (more: object) => ({ 'x-forwarded-for': '192.0.2.9', ...more }) as Record<string, string>;
    const ways = [
      { 'slipway-ticket': ticket, 'slipway-trap': 'filled', 'idempotency-key': 'a' },
      { 'slipway-ticket': ticket, dnt: '1', 'idempotency-key': 'b' },
      { 'idempotency-key': 'c' },
    ];
    // Long enough not to be suspected as too fast.
    server.moveClockTo(serverSettings.limits.ticket.leastAgeMs);
    for (const way of ways)
      expect((await postEnquiry(server.url, variables, { headers: headers(way) })).isSuccess).toBe(true);
    const counting = headers({ 'slipway-ticket': ticket, 'idempotency-key': 'd' });
    for (let count = 0; count < 2; count += 1)
      expect((await postEnquiry(server.url, variables, { headers: counting })).isSuccess).toBe(true);
    await expect.poll(() => counted('sent', 'general')).toBe(1);
    // The suspected one was not abandoned: its beginning no longer counts.
    expect(await counted('changed', 'general')).toBe(1);
    const began = await counted('began', 'general');
    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const { rows } = await owner.get<InboxListView>('enquiries/suspected');
    const [suspected] = rows.filter(({ suspicion }) => suspicion === 'honeypot');
    await owner.post(`enquiries/${suspected?.id}/release`, {});
    await expect.poll(() => counted('sent', 'general')).toBe(2);
    expect(await counted('began', 'general')).toBe(began + 1);
    // Of a second release nothing is counted.
    const enquiries = [{ id: suspected?.id }];
    await owner.post('enquiries/selected', { action: 'mark', enquiries });
    await owner.post('enquiries/selected', { action: 'release', enquiries });
  });

  it('has the problems counted that the server alone has found', async () => {
    const { ticket } = await drawnWith();
    const before = await counted('met', 'general');
    const variables = { ...values, enquiry_type: 3, submission_url: new URL(path, server.url).href };
    const answer = await postEnquiry(server.url, variables, { headers: { 'slipway-ticket': ticket } });
    const fields = answer.body.errors?.[0]?.extensions?.fields ?? [];
    expect(fields.length).toBeGreaterThan(0);
    await expect.poll(() => counted('met', 'general')).toBe(before + fields.length);
  });

  it('that is posted without scripts has its problems counted, and its beginning when it is sent', async () => {
    const page = await fetchFormPage(server.url, path);
    const entries = new Map<string, string>([...page.hidden, ['enquiry_type', '3'], ['name', 'Ann Berry']]);
    const [began, sent, met] = [
      await counted('began', 'general'),
      await counted('sent', 'general'),
      await counted('met', 'general'),
    ];
    expect((await postForm(server.url, path, entries)).status).toBe(422);
    await expect.poll(() => counted('met', 'general')).toBeGreaterThan(met);
    expect(await counted('began', 'general')).toBe(began);
    for (const [name, value] of [
      ['email', 'ann@example.com'],
      ['message', 'Hello'],
      ['office_location', '1'],
    ] as const)
      entries.set(name, value);
    server.moveClockTo(2 * serverSettings.limits.ticket.leastAgeMs);
    expect((await postForm(server.url, path, entries)).status).toBe(303);
    await expect.poll(() => counted('sent', 'general')).toBe(sent + 1);
    expect(await counted('began', 'general')).toBe(began + 1);
  });
});

describe('a stop', () => {
  it('writes what was counted since the last time', async () => {
    const other = await startServer({ env: { SLIPWAY_DATA: `${server.data}-other` } });
    const html = await (await fetch(new URL(path, other.url))).text();
    const [, pass] = /"pass":"([^"]+)"/.exec(html) ?? [];
    const { status } = await fetch(new URL('/api/figures', other.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pass, steps: [{ type: 'service', step: 'began' }] }),
    });
    expect(status).toBe(204);
    await other.stop();
    const store = openExistingSqliteStore({ dataFolder: other.data, settings: serverSettings });
    expect((await store?.figures({ from: '0000', until: '9999' }))?.days).toHaveLength(1);
    await store?.close();
  });
});
