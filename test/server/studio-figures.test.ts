import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FiguresView } from '../../src/api/figures.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import type { Figure } from '../../src/server/store/records/figure-entry.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-studio-figures-'));
let server: RunningServer;
let owner: StudioSession;
let limited: StudioSession;
beforeAll(async () => {
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const { cookie } = await inviteAndJoin(server.url, owner, {
    name: 'Ben',
    role: 'viewer',
    types: ['sales'],
    sites: ['101'],
  });
  limited = createStudioSession(server.url, { cookie });
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  await store?.addFigures(figures);
  await store?.close();
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

const service = { day: '2026-05-02', site: '101', type: 'service', field: '', code: '' };
const figures: readonly Figure[] = [
  { ...service, step: 'began', count: 20 },
  { ...service, step: 'changed', count: 2 },
  { ...service, step: 'sent', count: 12.5 },
  { ...service, step: 'left', field: 'phone', count: 7 },
  { ...service, step: 'returned', field: 'phone', count: 1 },
  { ...service, step: 'left', field: 'email', count: 4 },
  { ...service, step: 'left', field: 'gone_field', count: 5 },
  { ...service, step: 'met', field: 'phone', code: 'too-long', count: 9 },
  { ...service, step: 'met', field: 'year', code: 'too-small', count: 5 },
  { ...service, step: 'met', field: 'email', code: 'required', count: 4 },
  { ...service, day: '2026-05-03', step: 'sent', count: 1 },
  // More returned than were possible.
  { ...service, day: '2026-05-04', step: 'changed', count: 1000 },
  { ...service, day: '2026-05-04', step: 'returned', field: 'phone', count: 1000 },
  { ...service, type: 'sales', site: '119', step: 'began', count: 3 },
  { ...service, type: 'sales', step: 'began', count: 8 },
  { ...service, type: 'a-type-of-old', step: 'began', count: 1 },
];

const may = 'from=2026-05-01&until=2026-05-31';
const read = (query = may, who = owner) => who.get<FiguresView>(`figures?${query}`);

describe('GET /studio/api/figures', () => {
  it('tells what was begun, sent and abandoned: in all, by day, type and site', async () => {
    const view = await read();
    expect(view.total).toEqual({ began: 30, sent: 14, abandoned: 17 });
    expect(view.days).toHaveLength(31);
    expect(view.days.slice(0, 3)).toEqual([
      { day: '2026-05-01', began: 0, sent: 0, abandoned: 0 },
      { day: '2026-05-02', began: 30, sent: 13, abandoned: 18 },
      // Begun before midnight, it does not count as abandoned afterwards.
      { day: '2026-05-03', began: 0, sent: 1, abandoned: 0 },
    ]);
    expect(view.types.map(({ name, began }) => [name, began])).toEqual([
      ['Service and repair', 18],
      ['Buying a yacht', 11],
      ['a-type-of-old', 1],
    ]);
    expect(view.sites.map(({ key, name, began }) => [key, name, began])).toEqual([
      ['101', 'Trevarrow', 27],
      ['119', 'Trevarrow Solent', 3],
    ]);
  });

  it('tells where people stop, without those who came back, and no number that is about few', async () => {
    expect((await read()).stops.map(({ field, count }) => [field?.name, count])).toEqual([
      ['Phone number', 6],
      ['gone_field', 5],
      ['Email address', undefined],
    ]);
  });

  it('tells messages as the live form says them, with what is the same for everybody', async () => {
    const { messages } = await read();
    expect(messages.map(({ message, count }) => [message, count])).toEqual([
      ['Shorten the phone number to 30 characters', 9],
      ['Enter a year of build from … to …', 5],
      ['Enter your email address', undefined],
    ]);
    const german = await createStudioSession(server.url, {
      cookie: owner.cookie,
      'accept-language': 'de',
    }).get<FiguresView>(`figures?${may}`);
    expect(german.messages[2]?.message).not.toBe('Enter your email address');
  });

  it('narrows to a type, a site and days', async () => {
    expect((await read(`${may}&type=sales`)).total.began).toBe(11);
    expect((await read(`${may}&site=119`)).total.began).toBe(3);
    expect((await read('from=2026-05-03&until=2026-05-03')).total).toEqual({
      began: 0,
      sent: 1,
      abandoned: 0,
    });
    expect((await read(`${may}&type=nothing`)).total.began).toBe(0);
  });

  it('shows the last four weeks, and never more than a year, whatever is asked', async () => {
    expect((await read('')).days).toHaveLength(28);
    for (const query of ['from=2026-02-30&until=x', 'from[]=a', 'until=9999999', 'from=%00'])
      expect((await read(query)).days).toHaveLength(28);
    expect((await read('from=1000-01-01&until=2026-05-31')).days).toHaveLength(366);
    expect((await read('from=2026-06-01&until=2026-05-31')).days).toHaveLength(1);
  });

  it('shows nothing outside of what somebody is limited to, whatever they ask for', async () => {
    const view = await read(may, limited);
    expect(view.total).toEqual({ began: 8, sent: 0, abandoned: 8 });
    expect([view.stops, view.messages]).toEqual([[], []]);
    expect(view.choices).toEqual({
      types: [{ key: 'sales', name: 'Buying a yacht' }],
      sites: [{ key: '101', name: 'Trevarrow' }],
    });
    for (const asked of ['type=service', 'site=119'])
      expect((await read(`${may}&${asked}`, limited)).total.began).toBe(0);
    const exported = await (await limited.ask('GET', `figures/export?${may}`)).text();
    expect(exported).toBe('day,site,type,step,count\r\n2026-05-02,101,sales,began,8\r\n');
  });
});
