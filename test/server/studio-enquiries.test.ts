import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnquiryView, InboxChoices, InboxListView } from '../../src/api/inbox.ts';
import type { EnquiryRight } from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-studio-enquiries-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
const british = 'www.trevarrow.example';
const abroad = 'international.trevarrow.example';
const message = 'The gelcoat is crazed around the cleats of the starboard bow.';

let server: RunningServer;
let owner: StudioSession;
let gelcoat = '';
let other = '';
let suspected = '';
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  gelcoat = await sent({ ...sampleEnquiry, name: 'Zoë Winter', email: 'zoe@example.org', message });
  other = await sent({ ...sampleEnquiry, domain: abroad, message: 'Where do you sell keels?' });
  suspected = await sent({ ...sampleEnquiry, message: 'Cheap keels' }, { 'slipway-trap': '1' });
  await server.mailsDone();
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function sent(
  variables: SendVariables,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { body } = await postEnquiry(server.url, variables, { headers });
  expect(body.errors).toBeUndefined();
  return body.extensions?.reference ?? '';
}

let names = 0;
function joins(reach: {
  readonly enquiries?: EnquiryRight;
  readonly types?: readonly string[];
  readonly sites?: readonly string[];
}): Promise<StudioSession> {
  names += 1;
  return inviteAndJoin(server.url, owner, { name: `Person ${names}`, role: 'viewer', ...reach });
}

const listed = async (person: StudioSession, query: Readonly<Record<string, string>> = {}) =>
  (await person.get<InboxListView>(`enquiries?${new URLSearchParams(query)}`)).rows.map(
    ({ reference }) => reference,
  );

describe('the list of enquiries', () => {
  it('has what arrived, the latest first, without what is suspected', async () => {
    const page = await owner.get<InboxListView>('enquiries');
    expect(page).toMatchObject({ count: 2, counted: serverSettings.desk.mostCounted });
    expect(page).not.toHaveProperty('next');
    expect(page.rows.map(({ reference }) => reference)).toEqual([other, gelcoat]);
    expect(page.rows[1]).toMatchObject({
      type: { id: 3, name: 'General enquiry' },
      office: { id: 1, name: 'Falmouth - Yard and head office' },
      site: british,
      from: 'Zoë Winter',
      excerpt: message,
      photos: 0,
      state: 'new',
      delivery: 'sent',
    });
    const tray = await owner.get<InboxListView>('enquiries/suspected');
    expect(tray.rows).toMatchObject([{ reference: suspected, delivery: 'suspected', suspicion: 'honeypot' }]);
  });

  it('is in the language of whoever reads it', async () => {
    const german = createStudioSession(server.url, { cookie: owner.cookie, 'accept-language': 'de' });
    const page = await german.get<InboxListView>('enquiries');
    expect(page.rows[0]?.type).toEqual({ id: 3, name: 'Allgemeine Anfrage' });
  });

  it.each([
    ['a word of what they say, whatever its case', { search: 'GELCOAT' }, ['gelcoat']],
    ['a name, without its accents', { search: 'zoe' }, ['gelcoat']],
    ['words that syntax would take for its own', { search: 'gelcoat OR keels' }, []],
    ['quotes and signs, which are no syntax', { search: '"gelcoat* NEAR(' }, []],
    ['a type', { type: '3' }, ['elsewhere', 'gelcoat']],
    ['a type that there is not', { type: '77' }, []],
    ['an office', { office: '1', site: british }, ['gelcoat']],
    ['a site', { site: abroad }, ['elsewhere']],
    ['a state', { state: 'new' }, ['elsewhere', 'gelcoat']],
    ['a state that nothing is in', { state: 'answered' }, []],
    ['a state that there is not', { state: 'lost' }, []],
    ['what became of the mail', { delivery: 'sent' }, ['elsewhere', 'gelcoat']],
    ['what is suspected, which stands elsewhere', { delivery: 'suspected' }, []],
    ['whoever asks', { assignee: 'me' }, []],
    ['days to come', { from: '2099-01-01', zone: 'Europe/Paris' }, []],
    ['days that are over', { until: '2001-01-01' }, []],
    ['what is no filter', { colour: 'blue', before: 'x' }, ['elsewhere', 'gelcoat']],
  ])('finds by %s', async (_what, query, expected) => {
    const all: Readonly<Record<string, string>> = { elsewhere: other, gelcoat };
    expect(await listed(owner, query)).toEqual(expected.map((name) => all[name]));
  });

  it.each([
    ['search', `search=${'x'.repeat(10_000)}`, { most: serverSettings.desk.longestSearch }],
    ['from', 'from=2026-02-30', {}],
    ['until', 'until=soon', {}],
    ['zone', 'from=2026-02-01&zone=Europe/Atlantis', {}],
    ['site', 'site=a&site=b', {}],
  ])('says what is wrong with a filter: %s', async (field, query, more) => {
    for (const list of ['enquiries', 'enquiries/suspected']) {
      const answer = await owner.ask('GET', `${list}?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'bad-request', field, ...more });
    }
  });

  it('goes on where a page ends', async () => {
    const more = serverSettings.desk.pageSize;
    for (let count = 0; count < more; count += 1) await sent({ ...sampleEnquiry, message: 'One of many' });
    const first = await owner.get<InboxListView>('enquiries');
    expect(first.rows).toHaveLength(serverSettings.desk.pageSize);
    const second = await owner.get<InboxListView>(`enquiries?before=${first.next}`);
    expect(second.rows.map(({ reference }) => reference)).toEqual([other, gelcoat]);
    expect(second.count).toBe(more + 2);
    // From one of them in both directions, on whatever page it is.
    const from = Number(second.rows[0]?.sequence);
    const later = await owner.get<InboxListView>(`enquiries?after=${from}`);
    expect(later.rows[0]?.reference).toBe(first.rows.at(-1)?.reference);
    expect(later.rows).toHaveLength(serverSettings.desk.pageSize);
    const earlier = await owner.get<InboxListView>(`enquiries?before=${from}`);
    expect(earlier.rows.map(({ reference }) => reference)).toEqual([gelcoat]);
    expect((await owner.get<InboxListView>(`enquiries?after=${first.rows[0]?.sequence}`)).rows).toEqual([]);
    expect(second).not.toHaveProperty('next');
    const references = ({ rows }: InboxListView) => rows.map(({ reference }) => reference);
    for (const strange of ['before=1.5', 'after=0.5', 'before=1e300'])
      expect(references(await owner.get<InboxListView>(`enquiries?${strange}`))).toEqual(references(first));
  });
});

describe('one enquiry', () => {
  it('has every answer in the words of its mail, and what became of it', async () => {
    const { id } = (await owner.get<InboxListView>('enquiries?search=gelcoat')).rows[0] ?? { id: '' };
    const view = await owner.get<EnquiryView>(`enquiries/${gelcoat}`);
    expect(await owner.get<EnquiryView>(`enquiries/${id}`)).toEqual(view);
    expect(view).toMatchObject({
      reference: gelcoat,
      email: 'zoe@example.org',
      wordedIn: 'en-GB',
      version: 1,
      submissionUrl: 'https://elsewhere.example/contact',
      isOwnPage: false,
      pictures: [],
      mail: {
        to: 'yard@trevarrow.example',
        tries: [{ to: 'yard@trevarrow.example', outcome: 'sent' }],
      },
      history: [],
    });
    expect(view.answers).toContainEqual({ label: 'Message', value: message });
  });

  it('is not found where there is none', async () => {
    const answer = await owner.ask('GET', 'enquiries/AAA-AAA-AAA');
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 404,
      body: { error: 'not-found' },
    });
  });
});

describe('somebody who is limited', () => {
  it.each([
    ['to types', { types: ['sales'] }],
    ['to sites', { sites: ['305'] }],
    ['to a type that there is no more', { types: ['gone'] }],
  ])('finds and sees nothing outside: %s', async (_what, limits) => {
    const limited = await joins({ enquiries: 'erase', ...limits });
    const page = await limited.get<InboxListView>('enquiries');
    expect(page).toMatchObject({ rows: [], count: 0 });
    expect(await listed(limited, { search: 'gelcoat' })).toEqual([]);
    // A link shared by another person.
    expect(await listed(limited, { site: british, type: '3', office: '1' })).toEqual([]);
    expect((await limited.get<InboxListView>('enquiries/suspected')).rows).toEqual([]);
    expect((await limited.ask('GET', `enquiries/${gelcoat}`)).status).toBe(404);
  });

  it('sees what is inside, and is offered nothing else to filter by', async () => {
    const limited = await joins({ enquiries: 'read', types: ['general'], sites: ['204'] });
    expect(await listed(limited)).toEqual([other]);
    expect((await limited.ask('GET', `enquiries/${other}`)).status).toBe(200);
    expect((await limited.ask('GET', `enquiries/${gelcoat}`)).status).toBe(404);
    const choices = await limited.get<InboxChoices>('enquiries/choices');
    expect(choices.types).toEqual([{ id: 3, name: 'General enquiry' }]);
    expect(choices.sites).toEqual([abroad]);
  });
});

it('offers every type, office and site, and people who may look after enquiries', async () => {
  await joins({});
  await joins({ enquiries: 'read' });
  const before = names;
  await joins({ enquiries: 'handle' });
  const choices = await owner.get<InboxChoices>('enquiries/choices');
  expect(choices.types).toHaveLength(6);
  expect(choices.sites).toContain(british);
  expect(choices.offices).toContainEqual({
    id: 1,
    name: 'Falmouth - Yard and head office',
    hasAddress: true,
  });
  expect(choices.longestSearch).toBe(serverSettings.desk.longestSearch);
  const offered = choices.people.map(({ name }) => name);
  expect(offered).toContain(`Person ${before + 1}`);
  expect(offered).toContain('owner');
  expect(offered).not.toContain(`Person ${before}`);
  expect(offered).not.toContain(`Person ${before - 1}`);
});
