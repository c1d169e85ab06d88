import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  EnquiryView,
  InboxListView,
  InboxViews,
  PersonName,
  SelectionOutcome,
  SelectionRequest,
} from '../../src/api/inbox.ts';
import type { EnquiryRight, SignedInPerson } from '../../src/api/people.ts';
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

const data = mkdtempSync(join(tmpdir(), 'slipway-enquiry-selection-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };

let server: RunningServer;
let owner: StudioSession;
let ada: StudioSession & SignedInPerson;
let sam: StudioSession & SignedInPerson;
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  ada = await joins('Ada', { enquiries: 'handle' });
  sam = await joins('Sam', { enquiries: 'handle', types: ['service'] });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function joins(
  name: string,
  reach: { readonly enquiries?: EnquiryRight; readonly types?: readonly string[] },
): Promise<StudioSession & SignedInPerson> {
  const session = await inviteAndJoin(server.url, owner, { name, role: 'viewer', ...reach });
  return { ...session, ...(await session.get<SignedInPerson>('me')) };
}

async function sent(variables: SendVariables = {}): Promise<EnquiryView> {
  const { body } = await postEnquiry(server.url, { ...sampleEnquiry, ...variables });
  await server.mailsDone();
  return owner.get<EnquiryView>(`enquiries/${body.extensions?.reference}`);
}

const act = (person: StudioSession, request: SelectionRequest) =>
  person.post<SelectionOutcome>('enquiries/selected', request);

const seen = { state: 'new' } as const;

describe('an action on several enquiries', () => {
  it('assigns and answers all that it may, says which not and why, and is undone', async () => {
    const [first, second, third] = [await sent(), await sent(), await sent()];
    await ada.post(`enquiries/${second.id}/handling`, { seen, state: 'answered' });
    const wish = { seen, state: 'in-hand', assignee: ada.id } as const;
    const request: SelectionRequest = {
      action: 'handle',
      enquiries: [first, second, third, third, { id: 'gone' }].map(({ id }) => ({ id, ...wish })),
    };
    const outcome = await act(ada, request);
    expect(outcome.done.map(({ id }) => id).toSorted()).toEqual([first.id, third.id].toSorted());
    expect(outcome.done).toMatchObject([
      { state: 'in-hand', assignee: { name: 'Ada' } },
      { state: 'in-hand', assignee: { name: 'Ada' } },
    ]);
    expect(outcome.refused).toEqual(
      expect.arrayContaining([
        { id: 'gone', reason: 'not-found' },
        { id: second.id, reason: 'changed', row: expect.objectContaining({ state: 'answered' }) },
      ]),
    );
    // A repeated request, such as after a lost answer, changes nothing again.
    expect((await act(ada, request)).done).toHaveLength(2);
    const { history } = await ada.get<EnquiryView>(`enquiries/${first.id}`);
    expect(history.map(({ kind }) => kind)).toEqual(['handled', 'assigned']);
    const back = await act(ada, {
      action: 'handle',
      enquiries: outcome.done.map(({ id }) => ({
        id,
        seen: { state: 'in-hand', assignee: ada.id },
        state: 'new',
        assignee: null,
      })),
    });
    expect(back.done).toHaveLength(2);
    expect(await ada.get<EnquiryView>(`enquiries/${third.id}`)).not.toHaveProperty('assignee');
  });

  it('is judged for each enquiry by the limits of the person and of the assignee', async () => {
    const [general, service] = [await sent(), await sent({ enquiry_type: 7 })];
    const both = [general, service].map(({ id }) => ({ id, seen }));
    const bySam = await act(sam, {
      action: 'handle',
      enquiries: both.map((one) => ({ ...one, state: 'answered' })),
    });
    expect([bySam.done.length, bySam.refused]).toEqual([1, [{ id: general.id, reason: 'not-found' }]]);
    const toSam = await act(ada, {
      action: 'handle',
      enquiries: [{ id: general.id, seen, assignee: sam.id }],
    });
    expect(toSam.refused).toMatchObject([{ id: general.id, reason: 'not-assignable' }]);
    const holders = (enquiries: readonly { readonly id: string }[]) =>
      ada.post<readonly PersonName[]>('enquiries/selected/holders', { enquiries });
    expect((await holders([service])).map(({ name }) => name)).toContain('Sam');
    const ofBoth = (await holders(both)).map(({ name }) => name);
    expect(ofBoth).toContain('Ada');
    expect(ofBoth).not.toContain('Sam');
    expect(await holders([{ id: 'of-nothing' }])).toEqual([]);
  });

  it('forwards each enquiry once, also if two people ask for it at once', async () => {
    const [first, second] = [await sent(), await sent()];
    const { offices } = await ada.get<{
      readonly offices: readonly { readonly id: number; readonly hasAddress: boolean }[];
    }>('enquiries/choices');
    const office = offices.find(({ id, hasAddress }) => hasAddress && id !== first.office?.id)?.id ?? 0;
    const request: SelectionRequest = {
      action: 'forward',
      office,
      enquiries: [first, second].map(({ id }) => ({ id })),
    };
    await Promise.all([act(ada, request), act(owner, request)]);
    expect((await act(ada, request)).done).toHaveLength(2);
    await server.mailsDone();
    for (const { id } of [first, second]) {
      const { history, mail } = await ada.get<EnquiryView>(`enquiries/${id}`);
      expect(history.map(({ kind }) => kind)).toEqual(['forwarded']);
      expect(mail.tries).toHaveLength(2);
    }
    expect((await ada.ask('POST', 'enquiries/selected', { ...request, office: 77 })).status).toBe(400);
  });

  it('moves enquiries to the spam and back, without a second mail', async () => {
    const one = await sent();
    const enquiries = [{ id: one.id }];
    expect((await act(ada, { action: 'mark', enquiries })).done).toMatchObject([
      { delivery: 'suspected', suspicion: 'marked-sent' },
    ]);
    const tray = await ada.get<InboxListView>('enquiries/suspected');
    expect(tray.rows.map(({ id }) => id)).toContain(one.id);
    expect((await act(ada, { action: 'release', enquiries })).done).toMatchObject([{ delivery: 'sent' }]);
    await server.mailsDone();
    const { history, mail } = await ada.get<EnquiryView>(`enquiries/${one.id}`);
    expect(history.map(({ kind }) => kind)).toEqual(['marked', 'unmarked']);
    expect(mail.tries).toHaveLength(1);
  });

  it.each([
    ['action', { action: 'erase', enquiries: [] }],
    ['enquiries', { action: 'mark', enquiries: ['a'] }],
    ['enquiries', { action: 'mark' }],
    ['enquiries', { action: 'handle', enquiries: [{ id: 'a', state: 'new' }] }],
    ['enquiries', { action: 'handle', enquiries: [{ id: 'a', seen, state: 'lost' }] }],
    ['enquiries', { action: 'handle', enquiries: [{ id: 'a', seen }] }],
  ])('is refused as a whole if it cannot be meant: %s %j', async (field, body) => {
    const answer = await ada.ask('POST', 'enquiries/selected', body);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error: 'bad-request', field },
    });
  });

  it('is bounded, as is the export of single enquiries', async () => {
    const most = serverSettings.desk.mostSelected;
    const enquiries = Array.from({ length: most + 1 }, (_, at) => ({ id: `x${at}` }));
    const answer = await ada.ask('POST', 'enquiries/selected', { action: 'mark', enquiries });
    expect([answer.status, await answer.json()]).toMatchObject([400, { field: 'enquiries', most }]);
    const [first, second] = [await sent(), await sent()];
    const only = (references: readonly string[]) =>
      ada.ask('GET', `enquiries/export?format=json&only=${references.join(',')}`);
    const file = await (await only([first.reference, second.reference])).text();
    expect(JSON.parse(file)).toHaveLength(2);
    expect((await only(enquiries.map(({ id }) => id))).status).toBe(400);
  });
});

describe('the saved views of the inbox', () => {
  const view = {
    id: 'view-000001',
    name: 'My new ones',
    query: 'state=new&assignee=me&page=7',
    isCounted: true,
  };

  it('are one’s own, counted, and replaced only as they were seen', async () => {
    const before = await sam.get<InboxViews>('enquiries/views');
    expect(before).toMatchObject({ revision: 0, views: [] });
    const saved = await sam.ask('PUT', 'enquiries/views', { seen: 0, views: [view] });
    expect(await saved.json()).toMatchObject({
      revision: 1,
      views: [{ ...view, query: 'state=new&assignee=me', count: 0 }],
    });
    const late = await sam.ask('PUT', 'enquiries/views', { seen: 0, views: [] });
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { error: 'views-changed', current: { revision: 1 } },
    ]);
    expect((await ada.get<InboxViews>('enquiries/views')).views).toEqual([]);
  });

  it.each([
    ['no-name', [{ ...view, name: ' ' }]],
    ['long-name', [{ ...view, name: 'x'.repeat(41) }]],
    ['same-name', [view, { ...view, id: 'view-000002', name: 'MY  new ones' }]],
    ['address', [{ ...view, query: 'search=zoe%40example.org' }]],
    ['address', [{ ...view, query: 'search=zoe\uff20example.org' }]],
    ['too-many', Array.from({ length: 21 }, (_, at) => ({ ...view, name: `n${at}` }))],
  ])('are refused with the reason: %s', async (reason, views) => {
    const answer = await ada.ask('PUT', 'enquiries/views', { seen: 0, views });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'bad-view', reason }]);
  });
});
