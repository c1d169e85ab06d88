import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormView } from '../../src/contact/index.ts';
import { serverSettings } from '../../src/server/config/settings.ts';
import type { FigureSums } from '../../src/server/store/figure-entry.ts';
import { openSqliteStoreBeside } from '../../src/server/store/sqlite/sqlite-store.ts';
import { rawDemonstration } from '../support/content.ts';
import { openPage, post } from '../support/posts.ts';
import { send } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** The site of `/international/careers` wants nothing counted. */
const sites = rawDemonstration()['sites.json'].map((site) =>
  site.domain === 'international.trevarrow.example' ? { ...site, figures: false } : site,
);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_TRUST_PROXY: '1' }, content: { 'sites.json': sites } });
});
afterAll(() => server.stop());

const path = '/contact';

/** What a page was drawn with. */
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
  const store = openSqliteStoreBeside({ dataFolder: server.data, settings: serverSettings });
  try {
    return (await store?.figures({ from: '0000', until: '9999' })) ?? { days: [], fields: [] };
  } finally {
    await store?.close();
  }
}

/** How often a step was counted of a type. */
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
    for (const body of [
      { step: 'began' },
      { step: 'met', field: 'phone', code: 'required' },
      { step: 'left', field: 'phone' },
      { step: 'returned', field: 'phone' },
      { step: 'changed' },
    ])
      expect(await report({ pass, type: 'service', ...body }, { from })).toBe(204);
    await expect.poll(() => counted('changed')).toBe(1);
    expect((await sums()).fields).toContainEqual({
      ...{ type: 'service', step: 'met', field: 'phone', code: 'required', count: 1 },
    });
    expect(server.logged()).not.toContain(from);
  });

  it('drops what is of no page, type or field of ours, and refuses what is no report', async () => {
    const pass = await passOf();
    const { ticket } = await drawnWith();
    const good = { pass, type: 'sales', step: 'began' };
    const dropped = [
      { ...good, pass: '' },
      { ...good, pass: `${pass}x` },
      { ...good, pass: ticket },
      { ...good, type: 'yachts' },
      { ...good, type: '__proto__' },
      { pass, type: 'sales', step: 'met', field: 'ann@example.com', code: 'required' },
      { pass, type: 'sales', step: 'left', field: 'toString' },
    ];
    for (const body of dropped) expect(await report(body), JSON.stringify(body)).toBe(204);
    const refused = [
      ...['', '[]', 'null', '"began"', '{', '7'],
      { ...good, step: 'sent' },
      { ...good, step: 'opened' },
      { ...good, field: 'phone' },
      { ...good, value: 'Ann' },
      { ...good, step: 'met', field: 'phone', code: 'Ann Berry' },
      { ...good, step: 'met', field: ['phone'], code: 'required' },
      { ...good, step: 'met', field: 'phone' },
      { ...good, pass: [pass] },
      { ...good, type: { toString: 'sales' } },
    ];
    for (const body of refused) expect(await report(body), JSON.stringify(body)).toBe(400);
    expect(await report({ ...good, field: 'x'.repeat(5000) })).toBe(413);
    expect(await report(`pass=${pass}`, { headers: { 'content-type': 'text/plain' } })).toBe(415);
    // The one that counts comes last: everything before it is written with it, or was not counted.
    expect(await report(good)).toBe(204);
    await expect.poll(() => counted('began', 'sales')).toBe(1);
    expect(await counted('met', 'sales')).toBe(0);
    expect(await counted('left', 'sales')).toBe(0);
  });

  it.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
  ])('counts nothing from %s', async (_what, headers) => {
    const [pass, before] = [await passOf(), await counted('began', 'event')];
    expect(await report({ pass, type: 'event', step: 'began' }, { headers })).toBe(204);
    expect(await report({ pass, type: 'event', step: 'began' })).toBe(204);
    await expect.poll(() => counted('began', 'event')).toBe(before + 1);
  });

  it('counts no more of an address than it may report, and then of others', async () => {
    const pass = await passOf();
    const body = { pass, type: 'general', step: 'began' };
    const statuses: number[] = [];
    for (let count = 0; count <= serverSettings.limits.figures; count += 1)
      statuses.push(await report(body, { from: '198.51.100.4' }));
    expect(statuses.filter((status) => status === 204)).toHaveLength(serverSettings.limits.figures);
    expect(statuses.at(-1)).toBe(429);
    expect(await report(body, { from: '198.51.100.5' })).toBe(204);
    await expect.poll(() => counted('began', 'general')).toBe(serverSettings.limits.figures + 1);
  });
});

describe('a page', () => {
  it('has the same pass for every visitor, and none for whoever asks not to be counted', async () => {
    expect(await passOf()).toBe(await passOf());
    for (const name of ['dnt', 'sec-gpc'])
      expect((await drawnWith(path, { [name]: '1' })).form.section.figures).toBeUndefined();
    expect((await drawnWith()).form.section.figures).toMatchObject({ endpoint: '/api/figures', share: 1 });
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
    // As long as nobody is suspected of being too fast.
    await new Promise((resolve) => setTimeout(resolve, serverSettings.limits.ticket.leastAgeMs));
    for (const way of ways)
      expect((await send(server.url, variables, { headers: headers(way) })).isSuccess).toBe(true);
    const counting = headers({ 'slipway-ticket': ticket, 'idempotency-key': 'd' });
    for (let count = 0; count < 2; count += 1)
      expect((await send(server.url, variables, { headers: counting })).isSuccess).toBe(true);
    await expect.poll(() => counted('sent', 'general')).toBe(1);
  });

  it('has the problems counted that the server alone has found', async () => {
    const { ticket } = await drawnWith();
    const before = await counted('met', 'general');
    const variables = { ...values, enquiry_type: 3, submission_url: new URL(path, server.url).href };
    const answer = await send(server.url, variables, { headers: { 'slipway-ticket': ticket } });
    const fields = answer.body.errors?.[0]?.extensions?.fields ?? [];
    expect(fields.length).toBeGreaterThan(0);
    await expect.poll(() => counted('met', 'general')).toBe(before + fields.length);
  });

  it('that is posted without scripts has its problems counted, and its beginning when it is sent', async () => {
    const page = await openPage(server.url, path);
    const entries = new Map<string, string>([...page.hidden, ['enquiry_type', '3'], ['name', 'Ann Berry']]);
    const [began, sent, met] = [
      await counted('began', 'general'),
      await counted('sent', 'general'),
      await counted('met', 'general'),
    ];
    expect((await post(server.url, path, entries)).status).toBe(422);
    await expect.poll(() => counted('met', 'general')).toBeGreaterThan(met);
    expect(await counted('began', 'general')).toBe(began);
    for (const [name, value] of [
      ['email', 'ann@example.com'],
      ['message', 'Hello'],
      ['office_location', '1'],
    ] as const)
      entries.set(name, value);
    await new Promise((resolve) => setTimeout(resolve, serverSettings.limits.ticket.leastAgeMs));
    expect((await post(server.url, path, entries)).status).toBe(303);
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
      body: JSON.stringify({ pass, type: 'service', step: 'began' }),
    });
    expect(status).toBe(204);
    await other.stop();
    const store = openSqliteStoreBeside({ dataFolder: other.data, settings: serverSettings });
    expect((await store?.figures({ from: '0000', until: '9999' }))?.days).toHaveLength(1);
    await store?.close();
  });
});
