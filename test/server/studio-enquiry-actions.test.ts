import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EnquiryView, InboxListView, PersonName } from '../../src/api/inbox.ts';
import type { AuditListView, EnquiryRight, Role, SignedInPerson } from '../../src/api/people.ts';
import type { ArrivalsView } from '../../src/api/studio.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { readEnquiryMails } from '../support/mailbox.ts';
import { runProgram } from '../support/run-program.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { demonstrationFolder, type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-enquiry-actions-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };

/** The demonstration's offices, with a yard in Kiel, and an office without an address. */
function offices(): unknown {
  const shipped = JSON.parse(readFileSync(join(demonstrationFolder, 'offices.json'), 'utf8'));
  const kiel = { id: 901, name: 'Kiel', email: 'werft@trevarrow.example', site: { id: 900 } };
  return [...shipped, kiel, { id: 902, name: 'Nowhere', site: { id: 900 } }];
}

function sites(): unknown {
  const shipped = JSON.parse(readFileSync(join(demonstrationFolder, 'sites.json'), 'utf8'));
  return [...shipped, { id: 900, domain: 'www.trevarrow-werft.example', locale: 'de' }];
}

let server: RunningServer;
let owner: StudioSession;
let ada: StudioSession & SignedInPerson;
let ben: StudioSession & SignedInPerson;
beforeAll(async () => {
  server = await startServer({ env, content: { 'offices.json': offices(), 'sites.json': sites() } });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  [ada, ben] = [await joins('Ada', { enquiries: 'handle' }), await joins('Ben', { enquiries: 'handle' })];
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

async function joins(
  name: string,
  reach: { readonly enquiries?: EnquiryRight; readonly types?: readonly string[]; readonly role?: Role },
): Promise<StudioSession & SignedInPerson> {
  const session = await inviteAndJoin(server.url, owner, { name, role: 'viewer', ...reach });
  return { ...session, ...(await session.get<SignedInPerson>('me')) };
}

async function sent(
  variables: SendVariables = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { body } = await postEnquiry(server.url, { ...sampleEnquiry, ...variables }, { headers });
  return body.extensions?.reference ?? '';
}

const view = (reference: string, person = owner) => person.get<EnquiryView>(`enquiries/${reference}`);

async function answered(person: StudioSession, path: string, body: unknown = {}) {
  const answer = await person.ask('POST', `enquiries/${path}`, body);
  return { status: answer.status, body: (await answer.json()) as EnquiryView };
}

const lastRecorded = async () => (await owner.get<AuditListView>('audit')).entries[0];

describe('looking after an enquiry', () => {
  it('is taken up, handed on, answered and given back, all of it in its history', async () => {
    const reference = await sent();
    const seen = { state: 'new' };
    const taken = await ada.post<EnquiryView>(`enquiries/${reference}/handling`, {
      seen,
      state: 'in-hand',
      assignee: ada.id,
    });
    expect(taken).toMatchObject({ state: 'in-hand', assignee: { id: ada.id, name: 'Ada' } });
    await ada.post(`enquiries/${reference}/handling`, {
      seen: { state: 'in-hand', assignee: ada.id },
      assignee: ben.id,
    });
    const mine = await ben.get<InboxListView>('enquiries?assignee=me&state=in-hand');
    expect(mine.rows.map((row) => row.reference)).toEqual([reference]);
    const done = await ben.post<EnquiryView>(`enquiries/${reference}/handling`, {
      seen: { state: 'in-hand', assignee: ben.id },
      state: 'answered',
      assignee: null,
    });
    expect(done).not.toHaveProperty('assignee');
    expect(done.history).toMatchObject([
      { kind: 'handled', from: 'new', to: 'in-hand', by: { id: ada.id, name: 'Ada' } },
      { kind: 'assigned', to: { id: ada.id, name: 'Ada' }, by: { name: 'Ada' } },
      { kind: 'assigned', to: { id: ben.id, name: 'Ben' }, by: { name: 'Ada' } },
      { kind: 'handled', from: 'in-hand', to: 'answered', by: { name: 'Ben' } },
      { kind: 'assigned', by: { name: 'Ben' } },
    ]);
  });

  it('tells the second of two at once what the first has done, and loses neither', async () => {
    const reference = await sent();
    await server.mailsDone();
    const seen = { state: 'new' };
    const both = await Promise.all(
      [ada, ben].map((person) =>
        answered(person, `${reference}/handling`, { seen, state: 'answered', assignee: person.id }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [first, second] = both.toSorted((one, other) => one.status - other.status);
    expect(second?.body).toEqual({ error: 'changed', enquiry: await view(reference) });
    expect(first?.body).toEqual(await view(reference));
  });

  it.each([
    ['seen', {}],
    ['seen', { seen: { state: 'lost' }, state: 'answered' }],
    ['state', { seen: { state: 'new' }, state: 'lost' }],
    ['assignee', { seen: { state: 'new' }, assignee: 'nobody' }],
    ['assignee', { seen: { state: 'new' }, assignee: 7 }],
  ])('says what is wrong with a wish: %s', async (field, body) => {
    const reference = await sent();
    expect(await answered(ada, `${reference}/handling`, body)).toMatchObject({
      status: 400,
      body: { error: 'bad-request', field },
    });
    expect((await view(reference)).history).toEqual([]);
  });

  it('is given to nobody who may not look after it', async () => {
    const reference = await sent();
    const reads = await joins('Reads', { enquiries: 'read' });
    const other = await joins('Elsewhere', { enquiries: 'erase', types: ['sales'] });
    for (const { id } of [reads, other])
      expect(
        await answered(ada, `${reference}/handling`, { seen: { state: 'new' }, assignee: id }),
      ).toMatchObject({ status: 400, body: { field: 'assignee' } });
    // It is not offered to them either.
    const holders = await ada.get<readonly PersonName[]>(`enquiries/${reference}/holders`);
    expect(holders.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada', 'Ben']));
    for (const { id } of [reads, other]) expect(holders.map((holder) => holder.id)).not.toContain(id);
    expect((await reads.ask('GET', `enquiries/${reference}/holders`)).status).toBe(403);
  });

  it('keeps notes, as they are written, and none that says nothing or too much', async () => {
    const reference = await sent();
    const text = 'Rang back:\n<b>keel</b> \u202eon Monday';
    expect((await answered(ada, `${reference}/notes`, { text })).body.history).toMatchObject([
      { kind: 'noted', text, by: { name: 'Ada' } },
    ]);
    const most = serverSettings.desk.longestNote;
    for (const wrong of ['', '  \n', 'x'.repeat(most + 1), 7, undefined])
      expect(await answered(ada, `${reference}/notes`, { text: wrong })).toMatchObject({ status: 400 });
    expect((await answered(ada, `${reference}/notes`, { text: 'x'.repeat(most + 1) })).body).toMatchObject({
      field: 'text',
      most,
    });
    expect((await view(reference)).history).toHaveLength(1);
  });
});

describe('the mail of an enquiry', () => {
  it('is sent again, and each try is told', async () => {
    const reference = await sent();
    await server.mailsDone();
    const { body } = await answered(ada, `${reference}/resend`);
    expect(body.history).toMatchObject([{ kind: 'resent', to: 'yard@trevarrow.example' }]);
    await server.mailsDone();
    const { mail } = await view(reference);
    expect(mail.tries.map(({ outcome, to }) => [outcome, to])).toEqual([
      ['sent', 'yard@trevarrow.example'],
      ['sent', 'yard@trevarrow.example'],
    ]);
  });

  it('goes to the office that it is forwarded to, and says in its language by whom and from where', async () => {
    const reference = await sent();
    await server.mailsDone();
    const { body } = await answered(ada, `${reference}/forward`, { office: 901 });
    expect(body).toMatchObject({
      office: { id: 901, name: 'Kiel' },
      mail: { to: 'werft@trevarrow.example' },
    });
    expect(body.history).toMatchObject([
      {
        kind: 'forwarded',
        office: { id: 901, name: 'Kiel' },
        from: { id: 1, name: 'Falmouth - Yard and head office' },
        to: 'werft@trevarrow.example',
        by: { name: 'Ada' },
      },
    ]);
    await server.mailsDone();
    const [mail] = await readEnquiryMails(server, body.id);
    const notice = 'Ada hat diese Anfrage von „Falmouth - Yard and head office“ an Sie weitergeleitet.';
    expect(mail?.to).toMatchObject([{ address: 'werft@trevarrow.example' }]);
    expect(mail?.text).toContain(notice);
    expect(mail?.html).toContain(`<td lang="de" dir="ltr"`);
    expect(mail?.html).toContain(notice);
    expect(await lastRecorded()).toMatchObject({
      action: 'enquiry-forwarded',
      about: reference,
      who: { name: 'Ada' },
      details: { office: '901', to: 'werft@trevarrow.example' },
    });
    // A resend, here or in the terminal, goes to the same address.
    await answered(ada, `${reference}/resend`);
    expect((await view(reference)).mail.to).toBe('werft@trevarrow.example');
    const beside = { SLIPWAY_DATA: data, SLIPWAY_CONTENT: server.contentFolder ?? '' };
    expect(await runProgram('enquiries', beside, '--resend', reference)).toContain('werft@trevarrow.example');
    expect((await owner.get<InboxListView>('enquiries?office=901')).rows).toMatchObject([{ reference }]);
  });

  it('is forwarded to no office that there is not, or that has no address', async () => {
    const reference = await sent();
    expect(await answered(ada, `${reference}/forward`, { office: 902 })).toMatchObject({
      status: 409,
      body: { error: 'no-recipient' },
    });
    for (const office of [77, null, { id: 901 }, '../901'])
      expect(await answered(ada, `${reference}/forward`, { office })).toMatchObject({
        status: 400,
        body: { error: 'bad-request', field: 'office' },
      });
    expect((await view(reference)).history).toEqual([]);
  });
});

describe('an enquiry, from the terminal beside the server', () => {
  const terminal = (...args: readonly string[]) =>
    runProgram('enquiries', { SLIPWAY_DATA: data, SLIPWAY_CONTENT: server.contentFolder ?? '' }, ...args);

  it('is forwarded, taken in hand, given to somebody and noted on, as the studio then shows', async () => {
    const reference = await sent();
    await server.mailsDone();
    await terminal('--forward', reference, '--to', '901');
    await terminal('--handle', reference, '--as', 'in-hand');
    await terminal('--assign', reference, '--to', 'ada');
    await terminal('--note', reference, '--text', 'By hand.');
    await server.mailsDone();
    const { id, history, office, assignee } = await view(reference);
    expect({ office, assignee }).toEqual({
      office: { id: 901, name: 'Kiel' },
      assignee: { id: ada.id, name: 'Ada' },
    });
    expect(history.map(({ kind }) => kind)).toEqual(['forwarded', 'handled', 'assigned', 'noted']);
    expect(history.some(({ by }) => by)).toBe(false);
    const [mail] = await readEnquiryMails(server, id);
    expect(mail?.to).toMatchObject([{ address: 'werft@trevarrow.example' }]);
    expect(mail?.text).toContain(
      'hat diese Anfrage von „Falmouth - Yard and head office“ an Sie weitergeleitet.',
    );
    expect(await lastRecorded()).toMatchObject({
      action: 'enquiry-forwarded',
      who: { name: 'command line' },
    });
    await expect(terminal('--forward', reference, '--to', 'Nowhere')).rejects.toThrow(
      `Cannot forward ${reference} to "Nowhere": office 902 Nowhere has no mail address`,
    );
  });

  it('is erased whole, and is not there any more for anybody', async () => {
    const reference = await sent({ message: 'Quillrattle' });
    await server.mailsDone();
    expect(await terminal('--erase', reference, '--yes')).toContain('Erased: 1 enquiry, 0 photos, 1 mail');
    expect((await owner.ask('GET', `enquiries/${reference}`)).status).toBe(404);
    expect((await owner.get<InboxListView>('enquiries?search=Quillrattle')).rows).toEqual([]);
    const isLeft = () =>
      readdirSync(data, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes('Quillrattle'));
    await expect.poll(isLeft).toBe(false);
    expect(await lastRecorded()).toMatchObject({ action: 'enquiry-erased', about: reference });
  });
});

describe('a suspected enquiry', () => {
  const robot = { 'slipway-trap': '1' };

  it('is released, with its mail, or erased, for good', async () => {
    const [real, casino] = [await sent({}, robot), await sent({ message: 'Casino' }, robot)];
    for (const path of ['resend', 'forward'])
      expect(await answered(ada, `${real}/${path}`, { office: 901 })).toMatchObject({
        status: 409,
        body: { error: 'suspected' },
      });
    const released = await answered(ada, `${real}/release`);
    expect(released.body.history).toMatchObject([{ kind: 'released', by: { name: 'Ada' } }]);
    expect(await lastRecorded()).toMatchObject({ action: 'enquiry-released', about: real });
    expect(await answered(ada, `${real}/release`)).toMatchObject({ body: { error: 'not-suspected' } });
    const tray = await owner.get<InboxListView>('enquiries/suspected');
    expect(tray.rows.map(({ reference }) => reference)).toEqual([casino]);

    expect((await ada.ask('DELETE', `enquiries/${casino}`)).status).toBe(403);
    expect((await owner.ask('DELETE', `enquiries/${casino}`)).status).toBe(200);
    expect(await lastRecorded()).toMatchObject({ action: 'suspected-erased', about: casino });
    expect((await owner.ask('DELETE', `enquiries/${casino}`)).status).toBe(404);
    const stored = await owner.ask('DELETE', `enquiries/${real}`);
    expect({ status: stored.status, body: await stored.json() }).toEqual({
      status: 409,
      body: { error: 'not-suspected' },
    });
  });
});

function filesWith(folder: string, word: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(word));
}

it('is erased whole by whoever may, who types its reference; and noted without a word of it', async () => {
  const reference = await sent({ message: 'Quindlewrack' });
  const path = `${reference}/erase`;
  expect((await answered(ada, path, { confirm: reference })).status).toBe(403);
  expect(await answered(owner, path, { confirm: 'K7Q-M2X-HP4' })).toMatchObject({
    status: 400,
    body: { error: 'bad-request', field: 'confirm' },
  });
  expect(await answered(owner, path, { confirm: reference })).toMatchObject({
    status: 200,
    body: { reference, by: 'owner', enquiries: 1, photos: 0, mails: 1, isLogEmpty: true },
  });
  const recorded = await lastRecorded();
  expect(recorded).toMatchObject({ action: 'enquiry-erased', about: reference, details: { enquiries: 1 } });
  expect(JSON.stringify(recorded)).not.toContain('Quindlewrack');
  expect((await answered(owner, path, { confirm: reference })).status).toBe(404);
  expect((await owner.get<InboxListView>('enquiries?search=Quindlewrack')).rows).toEqual([]);
  await expect.poll(() => filesWith(server.data, 'Quindlewrack')).toEqual([]);
});

it('does nothing to what lies outside of somebody’s limits', async () => {
  const reference = await sent({}, { 'slipway-trap': '1' });
  const before = await view(reference);
  const limited = await joins('Limited', { enquiries: 'erase', types: ['sales'] });
  for (const [path, body] of [
    ['handling', { seen: { state: 'new' }, state: 'answered' }],
    ['notes', { text: 'Mine' }],
    ['resend', {}],
    ['forward', { office: 901 }],
    ['release', {}],
    ['erase', { confirm: reference }],
  ] as const)
    expect(await answered(limited, `${reference}/${path}`, body)).toEqual({
      status: 404,
      body: { error: 'not-found' },
    });
  expect((await limited.ask('DELETE', `enquiries/${reference}`)).status).toBe(404);
  expect(await view(reference)).toEqual(before);
});

it('counts what arrived for nobody who is limited to other types and sites', async () => {
  await sent();
  const limited = await joins('Counting', { enquiries: 'read', types: ['valuation'] });
  const [all, theirs] = [
    await owner.get<ArrivalsView>('arrivals'),
    await limited.get<ArrivalsView>('arrivals'),
  ];
  expect(all.length).toBeGreaterThan(0);
  expect(theirs).toEqual([]);
});

describe('two who send one enquiry on', () => {
  it.each(['forward', 'resend'])(
    'do not both: the second sees what the first did, and decides (%s)',
    async (act) => {
      const reference = await sent();
      const saw = { queued: 0 };
      const first = await answered(ada, `${reference}/forward`, { office: 901, seen: saw });
      expect(first.status).toBe(200);
      const body = act === 'forward' ? { office: 1, seen: saw } : { seen: saw };
      const second = await answered(ben, `${reference}/${act}`, body);
      expect(second).toMatchObject({
        status: 409,
        body: {
          error: 'changed',
          enquiry: { office: { name: 'Kiel' }, history: [{ kind: 'forwarded', by: { name: 'Ada' } }] },
        },
      });
      expect((await view(reference)).history).toHaveLength(1);
      const [{ number: queued } = { number: 0 }] = first.body.history;
      expect(await answered(ben, `${reference}/${act}`, { ...body, seen: { queued } })).toMatchObject({
        status: 200,
        body: { history: [{ kind: 'forwarded' }, { kind: act === 'forward' ? 'forwarded' : 'resent' }] },
      });
      expect(await answered(ben, `${reference}/${act}`, { ...body, seen: 7 })).toMatchObject({
        status: 400,
        body: { field: 'seen' },
      });
    },
  );
});
