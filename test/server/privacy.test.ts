import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AuditListView } from '../../src/api/people.ts';
import type { PersonDataView, PersonErasureCertificate, RetentionView } from '../../src/api/privacy.ts';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { createEntry } from '../../src/server/store/testing/new-entry.ts';
import { createPicture, createTruncatedJpeg } from '../photos/support/pictures.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { postEnquiry, type SendVariables } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { findMarkers, readDataFiles } from '../support/stored-bytes.ts';
import { openStudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { inviteAndJoin, type StudioSession } from '../support/studio-session.ts';
import { uploadPhotoOverHttp } from '../support/uploads.ts';

// The stored data of a person: found by their address, exported, and erased until no byte of it is left.

const uiFile = 'forms/valuation/ui.json';
const resumable = { [uiFile]: { ...(readFrozenDocuments()[uiFile] as object), 'ui:resume': { days: 14 } } };
const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ documents: resumable, env });
  owner = await openStudioClient(server);
});
afterAll(() => server.stop());

const zoe = 'Zoe.Wynterbotham@example.org';
/** Texts that only she wrote, as they are in files: escaped in JSON. */
const rare = ['wynterbotham', 'Quindlewrack', 'Ærøskøbing \\"Kestrel\\"', 'zanzibarred'];

function enquiry(to: RunningServer, values: SendVariables = {}) {
  return postEnquiry(to.url, {
    domain: 'www.trevarrow.example',
    submission_url: new URL('/contact', to.url).href,
    upload: [],
    enquiry_type: 3,
    name: 'Ann Berry',
    email: 'ann@example.com',
    message: 'Hello',
    office_location: '1',
    ...values,
  });
}

const hers = { name: 'Zoe Wynterbotham', email: zoe, message: 'Ærøskøbing "Kestrel" Quindlewrack' };

/**
 * Sends an enquiry of hers.
 * @throws If it is not accepted.
 */
async function sendsHers(to: RunningServer, values: SendVariables = {}): Promise<string> {
  const { isSuccess, body } = await enquiry(to, { ...hers, ...values });
  if (!isSuccess) throw new Error(JSON.stringify(body));
  return body.extensions?.reference ?? '';
}

/** Bytes from the middle of each stored photo. */
function photoMarkers(to: RunningServer): readonly Buffer[] {
  return readDataFiles(to)
    .filter(([path]) => /^photos\/(?:originals|ready)\//.test(path))
    .map(([, bytes]) => bytes.subarray(bytes.length >> 1).subarray(0, 40));
}

const asked = (email = zoe) => ({ email, confirm: email });

describe('what is stored of a person', () => {
  it('is erased to the last byte, while others send and a mail of hers is under way', async () => {
    const photo = await uploadPhotoOverHttp(server.url, await createPicture(640, 480).jpeg().toBuffer());
    const damaged = await uploadPhotoOverHttp(server.url, await createTruncatedJpeg());
    const references = [
      await sendsHers(server, { enquiry_type: 7, upload: [photo] }),
      await sendsHers(server, { enquiry_type: 7, upload: [damaged] }),
    ];
    const saved = await fetch(new URL('/api/contact-resume', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        path: '/part-exchange',
        email: zoe,
        values: { enquiry_type: '8', boat_make: 'zanzibarred' },
      }),
    });
    expect(saved.status).toBe(200);
    // As an update of the server leaves one.
    writeFileSync(join(server.data, 'slipway.db.step-8'), `a copy with ${zoe} in it`);
    await server.mailsDone();
    expect(photoMarkers(server)).toHaveLength(2);
    const photos = photoMarkers(server);
    for (const word of rare) expect(findMarkers(server, [word]), word).not.toEqual([]);

    const reported = await owner.post<PersonDataView>('privacy/person', { email: zoe.toUpperCase() });
    expect(reported).toMatchObject({
      enquiries: 2,
      photos: 2,
      mails: 2,
      savedAnswers: 1,
      mailFiles: 1,
      copies: 1,
      isStored: true,
      erasures: [],
    });
    expect(reported.latest.map(({ reference }) => reference)).toEqual(references.reverse());

    const others: Promise<unknown>[] = [];
    const sendOthers = () => others.push(...Array.from({ length: 20 }, () => enquiry(server)));
    sendOthers();
    const last = await sendsHers(server);
    const certificate = await owner.post<PersonErasureCertificate>('privacy/person/erase', asked());
    sendOthers();
    expect(certificate).toMatchObject({
      enquiries: 3,
      photos: 2,
      savedAnswers: 1,
      mailFiles: 1,
      copies: 1,
      by: 'owner',
      isLogEmpty: true,
    });
    // While it runs, and other enquiries are pending.
    expect(findMarkers(server, [...rare, ...photos])).toEqual([]);
    const answers = (await Promise.all(others)) as Awaited<ReturnType<typeof enquiry>>[];
    expect(answers.filter(({ isSuccess }) => !isSuccess)).toEqual([]);

    const left = await server.mailsDone();
    expect(left.map(({ reference }) => reference)).not.toContain(last);
    expect(left).toHaveLength(answers.length);
    expect(left.filter(({ mail }) => mail.state !== 'sent')).toEqual([]);
    expect(findMarkers(server, [...rare, ...photos])).toEqual([]);
    expect(server.logged().toLowerCase()).not.toContain('wynterbotham');

    const again = await owner.post<PersonDataView>('privacy/person', { email: zoe });
    const { email: _email, isLogEmpty: _isLogEmpty, ...erasure } = certificate;
    expect(again).toMatchObject({
      enquiries: 0,
      photos: 0,
      savedAnswers: 0,
      mailFiles: 0,
      copies: 0,
      isStored: false,
      erasures: [erasure],
    });
    const { entries } = await owner.get<AuditListView>(`audit?search=${certificate.mark}`);
    expect(entries).toMatchObject([
      { who: { name: 'owner' }, about: certificate.mark, action: 'person-looked-up' },
      { who: { name: 'owner' }, about: certificate.mark, action: 'erased', details: { enquiries: 3 } },
      { who: { name: 'owner' }, about: certificate.mark, action: 'person-looked-up' },
    ]);
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('wynterbotham');

    const nothing = await owner.ask('POST', 'privacy/person/erase', asked());
    expect({ status: nothing.status, body: await nothing.json() }).toEqual({
      status: 409,
      body: { error: 'nothing-stored' },
    });
    expect((await owner.get<AuditListView>('audit?action=erased')).entries).toHaveLength(1);
    // A copy may contain a person who is no longer in the database.
    writeFileSync(join(server.data, 'slipway.db.step-9'), `a copy with ${zoe} in it`);
    const copied = await owner.post<PersonDataView>('privacy/person', { email: zoe });
    expect(copied).toMatchObject({ enquiries: 0, copies: 1, isStored: true });
    const second = await owner.post<PersonErasureCertificate>('privacy/person/erase', asked());
    expect(second).toMatchObject({ enquiries: 0, copies: 1 });
    expect(findMarkers(server, rare)).toEqual([]);
    const { erasures } = await owner.post<PersonDataView>('privacy/person', { email: zoe });
    expect(erasures).toMatchObject([{ copies: 1 }, { enquiries: 3 }]);
  });

  it('leaves nothing where its mail is refused, or still being taken, and is gone after the server has stopped', async () => {
    let release = () => {};
    const holding = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    const { url } = await startMailServer({
      async onData(stream, _session, callback) {
        for await (const _chunk of stream);
        if (isHeld) await holding;
        callback(isHeld ? null : Object.assign(new Error(`Not from ${zoe}`), { responseCode: 451 }));
      },
    });
    const data = join(server.data, 'another');
    mkdirSync(data);
    const other = await startServer({
      env: { ...env, SMTP_URL: url, SLIPWAY_PUBLIC_URL: 'https://www.trevarrow.example', SLIPWAY_DATA: data },
    });
    const session = await openStudioClient(other);
    await sendsHers(other);
    const tried = async () => (await other.enquiries())[0]?.mail.attempts;
    await expect.poll(tried).toBeGreaterThan(0);
    isHeld = true;
    await sendsHers(other);
    await enquiry(other);
    const certificate = await session.post<PersonErasureCertificate>('privacy/person/erase', asked());
    expect(certificate).toMatchObject({ enquiries: 2, mails: 2, isLogEmpty: true });
    expect(findMarkers(other, rare)).toEqual([]);
    release();
    await other.mailsDone();
    expect(await other.enquiries()).toMatchObject([{ mail: { state: 'sent' } }]);
    expect(findMarkers(other, rare)).toEqual([]);
    expect(await other.stop()).toBe(0);
    expect(findMarkers({ ...other, data }, rare)).toEqual([]);
  });

  it('is exported whole, as an archive', async () => {
    const ben = 'ben.archived@example.org';
    const photo = await uploadPhotoOverHttp(server.url, await createPicture(320, 200).jpeg().toBuffer());
    const { body } = await enquiry(server, { enquiry_type: 7, name: 'Ben', email: ben, upload: [photo] });
    const reference = body.extensions?.reference ?? '';
    await server.mailsDone();
    const answer = await owner.ask('POST', 'privacy/person/export', { email: ben.toUpperCase() });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const folder = `enquiries/${reference}`;
    expect(Object.keys(files).sort()).toEqual([
      `${folder}/enquiry.json`,
      `${folder}/mail.txt`,
      `${folder}/photo-1-bow.jpg`,
      'person.json',
    ]);
    const text = (name: string) => Buffer.from(files[name] ?? []).toString();
    expect(JSON.parse(text(`${folder}/enquiry.json`))).toMatchObject({ reference, values: { email: ben } });
    expect(text(`${folder}/mail.txt`)).toContain(ben);
    expect(JSON.parse(text('person.json'))).toMatchObject({ enquiries: [reference] });
    expect(files[`${folder}/photo-1-bow.jpg`]?.subarray(0, 2)).toEqual(Uint8Array.of(0xff, 0xd8));
  });

  it('is not erased by a slip, or by whoever may not see everything', async () => {
    await enquiry(server, { name: 'Cleo', email: 'cleo@example.org' });
    const slip = await owner.ask('POST', 'privacy/person/erase', {
      email: 'cleo@example.org',
      confirm: 'cleo@example.com',
    });
    expect({ status: slip.status, body: await slip.json() }).toMatchObject({
      status: 400,
      body: { error: 'bad-request', field: 'confirm' },
    });
    const reach = { role: 'viewer', enquiries: 'erase', types: ['general'] } as const;
    const limited = await inviteAndJoin(server.url, owner, { name: 'Limited', ...reach });
    const answer = await limited.ask('POST', 'privacy/person/erase', asked('cleo@example.org'));
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 403,
      body: { error: 'outside-reach' },
    });
    expect(await owner.post('privacy/person', { email: 'cleo@example.org' })).toMatchObject({ enquiries: 1 });
    for (const email of ['', 'nobody', 'a@b@c', 'x'.repeat(300), 7])
      expect((await owner.ask('POST', 'privacy/person', { email })).status).toBe(400);
    // No request log may contain whose data is requested.
    expect((await owner.ask('GET', 'privacy/person?email=cleo@example.org')).status).toBe(404);
  });
});

describe('how long enquiries are kept', () => {
  it('is for good, is set and previewed, and refused where it is no rule', async () => {
    expect(await owner.get<RetentionView>('privacy/retention')).toMatchObject({
      rules: [],
      now: [],
      soon: [],
    });
    const rules = [{ type: '3', enquiries: 30, photos: 7 }, { mails: 365 }];
    const preview = await owner.post<RetentionView>('privacy/retention/preview', { rules });
    expect(preview.now).toEqual([]);
    expect(preview.soon).toEqual([{ type: '3', enquiries: expect.any(Number), photos: 0, mails: 0 }]);
    expect(preview.soon[0]?.enquiries).toBeGreaterThan(0);
    const set = await owner.post<RetentionView>('privacy/retention', { rules, seen: [] });
    expect(set).toMatchObject({
      rules,
      set: { by: 'owner', at: expect.any(Number) },
      types: expect.arrayContaining([{ id: '3', name: expect.any(String) }]),
    });
    const { entries } = await owner.get<AuditListView>('audit?action=retention-changed');
    expect(entries).toMatchObject([
      { details: { '3': 'enquiries 30 days, photos 7 days', all: 'mails 365 days' } },
    ]);
    const late = await owner.ask('POST', 'privacy/retention', { rules: [{ enquiries: 1 }], seen: [] });
    expect({ status: late.status, body: await late.json() }).toMatchObject({
      status: 409,
      body: { error: 'rules-changed', retention: { rules, set: { by: 'owner' } } },
    });
    expect((await owner.ask('POST', 'privacy/retention', { rules })).status).toBe(400);
    expect(await owner.get('privacy/retention')).toMatchObject({ rules });
    for (const given of [
      {},
      [{ enquiries: 0 }],
      [{ enquiries: 1.5 }],
      [{ mails: '9' }],
      [{}, {}],
      [null, null],
      [null],
      ['sales'],
      [{ days: 9 }],
    ])
      expect((await owner.ask('POST', 'privacy/retention', { rules: given, seen: rules })).status).toBe(400);
  });

  it('is told of a type that is gone from the form, so that its rule is not lost by setting another', async () => {
    const rules = [{ type: '3', enquiries: 30 }, { type: '999', enquiries: 3650 }, { enquiries: 30 }];
    const { rules: seen } = await owner.get<RetentionView>('privacy/retention');
    const { types } = await owner.post<RetentionView>('privacy/retention', { rules, seen });
    expect(types.filter(({ id }) => id === '3' || id === '999')).toEqual([
      { id: '3', name: expect.any(String) },
      { id: '999', name: '999' },
    ]);
    expect((await owner.get<RetentionView>('privacy/retention')).types).toEqual(types);
    await owner.post<RetentionView>('privacy/retention', { rules: [], seen: rules });
  });

  it('ends what has been kept for that long as a server starts: enquiry, words, mail; and nothing younger', async () => {
    const data = mkdtempSync(join(tmpdir(), 'slipway-retention-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const store = openSqliteStore({ dataFolder: data, settings: serverSettings });
    const daysAgo = (days: number) => Date.now() - days * 86_400_000;
    const entry = (days: number, message: string) =>
      createEntry({ receivedAt: daysAgo(days), enquiryType: 6, values: { message } });
    const [old, young] = [entry(31, 'Quindlewrack'), entry(29, 'Kestrel')];
    await store.accept(old);
    await store.accept(young);
    await store.close();
    const options = { env: { ...env, SLIPWAY_DATA: data } };
    const before = await startServer(options);
    await before.mailsDone();
    expect(findMarkers(before, ['Quindlewrack']).length).toBeGreaterThan(0);
    const person = await openStudioClient(before);
    await person.post('privacy/retention', { rules: [{ type: '6', enquiries: 30 }], seen: [] });
    expect(await before.stop()).toBe(0);

    const after = await startServer(options);
    onTestFinished(async () => void (await after.stop()));
    // Only the files are read: a reader of the database would keep its log from being emptied.
    await expect.poll(() => findMarkers(after, ['Quindlewrack', old.id])).toEqual([]);
    expect((await after.enquiries()).map(({ id }) => id)).toEqual([young.id]);
    const again = await openStudioClient(after);
    const { entries } = await again.get<AuditListView>('audit?action=retention-applied');
    expect(entries).toMatchObject([
      { who: { name: expect.any(String) }, details: { enquiries: 1, photos: 0, mails: 1 } },
    ]);
  });
});
