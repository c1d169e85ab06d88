import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerFiguresView } from '../../src/api/answer-figures.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry, createEntryWithoutRecipient } from '../../src/server/store/testing/new-entry.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-answer-figures-'));
const [trevarrow, solent] = ['www.trevarrow.example', 'solent.trevarrow.example'];
let server: RunningServer;
let owner: StudioSession;
let viewer: StudioSession;
let limited: StudioSession;

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
/** Valuations with a state of the boat, and one that a robot sent. */
const entries: readonly { readonly tax: string | null; readonly at: string; readonly campaign?: string }[] = [
  ...Array.from({ length: 6 }, () => ({ tax: 'tax-paid', at: '2026-05-04', campaign: 'spring' })),
  ...Array.from({ length: 2 }, () => ({ tax: 'tax-not-paid', at: '2026-05-12', campaign: 'boot' })),
  { tax: 'of an earlier form', at: '2026-05-12' },
  { tax: null, at: '2026-05-12' },
];

beforeAll(async () => {
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const join = async (differences: object) => {
    const { cookie } = await inviteAndJoin(server.url, owner, {
      name: 'Ben',
      role: 'viewer',
      ...differences,
    });
    return createStudioSession(server.url, { cookie });
  };
  viewer = await join({ name: 'Val' });
  limited = await join({ name: 'Lee', types: ['sales'], enquiries: 'read' });
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  for (const { tax, at, campaign } of entries)
    await store?.accept(
      createEntry({
        domain: trevarrow,
        enquiryType: 8,
        receivedAt: day(at),
        values: { enquiry_type: 8, tax_paid_status: tax, accept_term: true },
        ...(campaign !== undefined && { campaign: { campaign } }),
      }),
    );
  await store?.accept(
    createEntry({
      domain: solent,
      enquiryType: 6,
      receivedAt: day('2026-05-12'),
      values: { enquiry_type: 6 },
    }),
  );
  await store?.accept({
    ...createEntryWithoutRecipient({ domain: trevarrow, enquiryType: 8, receivedAt: day('2026-05-04') }),
    values: { enquiry_type: 8, tax_paid_status: 'tax-paid' },
    suspicion: 'honeypot',
  });
  await store?.close();
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

const may = 'from=2026-05-01&until=2026-05-31';
const read = (query = '', who = owner) =>
  who.get<AnswerFiguresView>(`figures/answers?${may}${query === '' ? '' : `&${query}`}`);
const findTax = ({ fields }: AnswerFiguresView) => fields.find(({ key }) => key === 'tax_paid_status');
const counts = (view: AnswerFiguresView) =>
  Object.fromEntries(findTax(view)?.choices.map(({ name, count }) => [name, count]) ?? []);

describe('GET /studio/api/figures/answers', () => {
  it('counts the choices of enquiries that are not suspected, by their labels', async () => {
    const view = await read();
    expect(view).toMatchObject({ enquiries: 11, groups: [], fewest: 0 });
    expect(findTax(view)).toMatchObject({ name: 'Tax status', asked: 10, answered: 9, isMultiple: false });
    expect(findTax(view)?.choices).toMatchObject([
      { key: 'tax-paid', name: 'Tax paid', count: 6 },
      { key: 'tax-not-paid', name: 'Tax not paid', count: 2 },
      { key: 'slipway:gone', count: 1 },
    ]);
    // A text that is no choice any more may be personal.
    expect(JSON.stringify(view)).not.toContain('of an earlier form');
  });

  it('labels choices in the language of the reader', async () => {
    const german = createStudioSession(server.url, { cookie: owner.cookie, 'accept-language': 'de' });
    expect(Object.keys(counts(await read('', german)))).not.toContain('Tax paid');
  });

  it('divides them by site, type, week and campaign', async () => {
    const names = async (by: string) =>
      (await read(`by=${by}`)).groups.map(({ name, count }) => [name, count]);
    expect(await names('site')).toEqual([
      ['Trevarrow', 10],
      ['Trevarrow Solent', 1],
    ]);
    expect(await names('type')).toEqual([
      ['Boat valuation', 10],
      ['Buying a yacht', 1],
    ]);
    expect(await names('campaign')).toEqual([
      ['spring', 6],
      ['', 3],
      ['boot', 2],
    ]);
    expect(await names('time')).toEqual([
      ['2026-04-27', 0],
      ['2026-05-04', 6],
      ['2026-05-11', 5],
      ['2026-05-18', 0],
      ['2026-05-25', 0],
    ]);
    expect(findTax(await read('by=campaign'))?.choices[0]?.byGroup).toEqual([6, 0, 0]);
    const months = await owner.get<AnswerFiguresView>(
      'figures/answers?from=2026-01-31&until=2026-05-31&by=time',
    );
    expect(months.groups.map(({ key }) => key)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
    ]);
    expect((await read('by=nothing')).groups).toEqual([]);
  });

  it('filters by type, site, campaign and days', async () => {
    expect((await read('campaign=spring')).enquiries).toBe(6);
    expect((await read('type=sales')).enquiries).toBe(1);
    expect((await read('site=119')).enquiries).toBe(1);
    expect((await read('type=nothing')).enquiries).toBe(0);
    const { enquiries } = await owner.get<AnswerFiguresView>(
      'figures/answers?from=2026-05-12&until=2026-05-12',
    );
    expect(enquiries).toBe(5);
  });

  it('hides small counts from people who may not read enquiries', async () => {
    const view = await read('by=campaign', viewer);
    expect(view.fewest).toBe(serverSettings.figures.fewest);
    // With 6 of 9 answers for the first choice, the other 3 would be known.
    expect(counts(view)).toMatchObject({ 'Tax paid': undefined, 'Tax not paid': undefined });
    expect(findTax(view)?.choices[1]?.byGroup).toEqual([0, 0, null]);
    expect(counts(await read('campaign=spring', viewer))).toMatchObject({ 'Tax paid': 6, 'Tax not paid': 0 });
  });

  it('shows nothing outside of what somebody is limited to', async () => {
    expect((await read('', limited)).enquiries).toBe(1);
    expect((await read('type=valuation', limited)).enquiries).toBe(0);
  });
});

describe('GET /studio/api/figures/answers/export', () => {
  it('has the enquiries of each group, and each choice by key and label', async () => {
    const response = await owner.ask('GET', `figures/answers/export?${may}&by=campaign&type=valuation`);
    const lines = (await response.text()).split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      'field,label,choice,choice_label,group,group_name,count',
      ',,,,,,10',
      ',,,,spring,spring,6',
    ]);
    expect(lines).toContain('tax_paid_status,Tax status,tax-paid,Tax paid,,,6');
    expect(lines).toContain('tax_paid_status,Tax status,tax-not-paid,Tax not paid,boot,boot,2');
  });
});
