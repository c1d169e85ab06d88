import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { setText } from '../../engine/editing/index.ts';
import type {
  AuditEntry,
  AuditListView,
  LinkAnswer,
  NewTokenAnswer,
  OfferedInvitation,
  PeopleView,
  RecoveryCodesAnswer,
  SecondFactorOffer,
  SessionView,
  SignedInPerson,
  TokenView,
} from '../../src/api/people.ts';
import type { ChangeAnswer, DraftView } from '../../src/api/studio.ts';
import { startMailServer } from '../../src/server/delivery/mail/testing/mail-server.ts';
import { withoutRules } from '../support/forms.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  getLinkToken,
  goodPassword,
  inviteAndJoin,
  type StudioSession,
  signInTo,
  toCookieHeader,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-people-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ documents: withoutRules, env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

let names = 0;
function joins(
  role: string,
  more: { readonly types?: readonly string[]; readonly sites?: readonly string[] } = {},
) {
  names += 1;
  return inviteAndJoin(server.url, owner, { name: `Person ${names}`, role, ...more });
}

const idOf = async (session: StudioSession) => (await session.get<SignedInPerson>('me')).id;

async function refusalOf(asked: Promise<Response>) {
  const response = await asked;
  return [response.status, await response.json()];
}

async function changeText(session: StudioSession, key: string, text: string): Promise<Response> {
  const { draft, documents } = await session.get<DraftView>('draft');
  const patches = setText(documents, { locale: 'en', key }, text);
  const change = { id: crypto.randomUUID(), title: { key: 'text' }, patches };
  return session.ask('POST', 'changes', { draft, by: 'one', change });
}

describe('an invitation', () => {
  it('says what it offers, makes an account once, and is no more then', async () => {
    const given = { email: 'ann@example.com', role: 'editor', types: ['service'], sites: ['101'] };
    const { link = '', isMailed } = await owner.post<LinkAnswer>('invitations', given);
    expect(isMailed).toBe(false);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/studio\/invitation#[\w-]{32}$/);
    const nobody = createStudioSession(server.url, {});
    const word = getLinkToken(link);
    const offered = await nobody.post<OfferedInvitation>('invitation', { word });
    expect(offered).toMatchObject({ ...given, by: 'owner' });
    // Names instead of keys: an invited person has not seen any document yet.
    expect(offered.names).toEqual({ types: ['Service and repair'], sites: ['Trevarrow'] });
    const accept = { word, name: 'Ann Berry', password: goodPassword };
    expect(await refusalOf(nobody.ask('POST', 'invitation/accept', { ...accept, name: 'OWNER' }))).toEqual([
      409,
      { error: 'name-taken' },
    ]);
    expect(await nobody.post('invitation/accept', accept)).toMatchObject({
      me: { name: 'Ann Berry', role: 'editor', types: ['service'], email: 'ann@example.com' },
    });
    for (const path of ['invitation', 'invitation/accept'])
      expect(await refusalOf(nobody.ask('POST', path, { ...accept, name: 'Ann 2' }))).toEqual([
        410,
        { error: 'link-ended' },
      ]);
    expect(
      await refusalOf(owner.ask('POST', 'invitations', { email: 'ANN@example.com', role: 'viewer' })),
    ).toEqual([409, { error: 'mail-taken' }]);
  });

  it('can be sent again, and taken back: the link before ends', async () => {
    const first = await owner.post<LinkAnswer>('invitations', { email: 'bea@example.com', role: 'viewer' });
    const idNow = async () =>
      (await owner.get<PeopleView>('people')).invitations.find(({ email }) => email === 'bea@example.com')
        ?.id;
    const second = await owner.post<LinkAnswer>(`invitations/${await idNow()}/again`, {});
    const nobody = createStudioSession(server.url, {});
    expect((await nobody.ask('POST', 'invitation', { word: getLinkToken(first.link ?? '') })).status).toBe(
      410,
    );
    expect((await nobody.ask('POST', 'invitation', { word: getLinkToken(second.link ?? '') })).status).toBe(
      200,
    );
    expect((await owner.ask('DELETE', `invitations/${await idNow()}`)).status).toBe(200);
    expect((await nobody.ask('POST', 'invitation', { word: getLinkToken(second.link ?? '') })).status).toBe(
      410,
    );
    expect(await idNow()).toBeUndefined();
  });

  it.each([
    [{ email: 'no mail address', role: 'viewer' }, 'email'],
    [{ email: 'x@example.com\r\nBcc: eve@example.com', role: 'viewer' }, 'email'],
    [{ email: 'x@example.com', role: 'admin' }, 'role'],
    [{ email: 'x@example.com', role: '__proto__' }, 'role'],
    [{ email: 'x@example.com', role: 'viewer', types: [] }, 'role'],
    [{ email: 'x@example.com', role: 'viewer', sites: [7] }, 'sites'],
  ])('is for a mail address and a role: %j', async (given, field) => {
    expect(await refusalOf(owner.ask('POST', 'invitations', given))).toMatchObject([400, { field }]);
  });
});

describe('the name "owner"', () => {
  it('is for owners alone: a password of the environment makes whoever has it one', async () => {
    const other = await startServer({ env: { SLIPWAY_RATE_LIMIT: 'off' } });
    onTestFinished(() => other.stop().then(() => undefined));
    const nobody = createStudioSession(other.url, {});
    const word = getLinkToken(/\S+\/studio\/welcome#\S+/.exec(other.printed())?.[0] ?? '');
    const made = await nobody.ask('POST', 'welcome', { word, name: 'Zoë', password: goodPassword });
    const first = createStudioSession(other.url, { cookie: toCookieHeader(made) });
    await expect(inviteAndJoin(other.url, first, { name: 'Owner', role: 'publisher' })).rejects.toThrow(
      'name-taken',
    );
    const ann = await inviteAndJoin(other.url, first, { name: 'Ann', role: 'publisher' });
    expect(await refusalOf(ann.ask('POST', 'me', { name: 'OWNER' }))).toEqual([409, { error: 'name-taken' }]);
    expect(await first.post('me', { name: 'owner' })).toMatchObject({ name: 'owner' });
  });
});

describe('owners', () => {
  it('cannot remove each other both, nor make the last one less', async () => {
    const [ann, bob] = [await joins('owner'), await joins('owner')];
    const [a, b] = [await idOf(ann), await idOf(bob)];
    // Until only these two exist.
    const others = (await owner.get<PeopleView>('people')).people.filter(
      ({ id, role }) => role === 'owner' && ![a, b].includes(id),
    );
    const results = await Promise.all([ann.ask('DELETE', `people/${b}`), bob.ask('DELETE', `people/${a}`)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, expect.any(Number)]);
    expect([401, 403]).toContain(Math.max(...results.map(({ status }) => status)));
    const left = results[0]?.status === 200 ? ann : bob;
    for (const { id } of others)
      expect((await left.ask('POST', `people/${id}/reach`, { role: 'editor' })).status).toBe(200);
    const last = await idOf(left);
    expect(await refusalOf(left.ask('DELETE', `people/${last}`))).toEqual([409, { error: 'last-owner' }]);
    expect(await refusalOf(left.ask('POST', `people/${last}/reach`, { role: 'viewer' }))).toEqual([
      409,
      { error: 'last-owner' },
    ]);
    for (const { id } of others) await left.post(`people/${id}/reach`, { role: 'owner' });
    await owner.ask('DELETE', `people/${last}`);
    expect((await left.ask('GET', 'me')).status).toBe(401);
  });

  it('see and end the sessions of others, and give them new passwords', async () => {
    const ann = await joins('viewer');
    const id = await idOf(ann);
    const [session] = await owner.get<readonly SessionView[]>(`people/${id}/sessions`);
    expect(session).toMatchObject({ isThis: false });
    await owner.ask('DELETE', `people/${id}/sessions/${session?.id}`);
    expect((await ann.ask('GET', 'me')).status).toBe(401);
    const { link = '' } = await owner.post<LinkAnswer>(`people/${id}/reset`, {});
    const password = 'a kite above the estuary';
    const nobody = createStudioSession(server.url, {});
    await nobody.post('reset', { word: getLinkToken(link), password });
    expect(await signInTo(server.url, { name: `Person ${names}`, password })).not.toBe('');
  });
});

describe('a role that is taken away', () => {
  it('is taken at once: what is changed from then on is refused, and nothing of it is lost', async () => {
    const ann = await joins('editor');
    const id = await idOf(ann);
    expect((await changeText(ann, 'submit', 'Send it')).status).toBe(200);
    await owner.post(`people/${id}/reach`, { role: 'viewer' });
    expect(await refusalOf(changeText(ann, 'submit', 'Send it now'))).toMatchObject([
      403,
      { error: 'not-allowed', needs: 'editor' },
    ]);
    expect((await ann.get<DraftView>('draft')).documents['texts/en.json']).toMatchObject({
      submit: 'Send it',
    });
    await owner.post(`people/${id}/reach`, { role: 'editor' });
    expect((await changeText(ann, 'submit', 'Send it now')).status).toBe(200);
  });
});

describe('an editor who is limited to an enquiry type', () => {
  it('changes what is of it, and is told by name what is not', async () => {
    const ann = await joins('editor', { types: ['service'] });
    const own = await changeText(ann, 'forms.service.fields.upload.label', 'Photos of your boat');
    expect(((await own.json()) as ChangeAnswer).kind).toBe('taken');
    expect(await refusalOf(changeText(ann, 'submit', 'Go'))).toMatchObject([
      403,
      { error: 'outside-reach', outside: ['texts/en.json: submit'] },
    ]);
  });

  it('publishes a draft only where all of it is of it', async () => {
    const [ann, bob] = [await joins('publisher', { types: ['service'] }), await joins('editor')];
    await changeText(bob, 'submit', `Go on ${names}`);
    const { draft, version } = await ann.get<DraftView>('draft');
    expect(
      await refusalOf(ann.ask('POST', 'publish', { draft, version, page: 'one', note: '' })),
    ).toMatchObject([
      403,
      { error: 'outside-reach', outside: expect.arrayContaining(['texts/en.json: submit']) },
    ]);
  });

  it('cancels no version that is more than of it', async () => {
    const ann = await joins('publisher', { types: ['service'] });
    // As a scenario requires it.
    await changeText(owner, 'submit', 'Submit');
    await changeText(owner, 'close', `Shut it ${names}`);
    const { draft, version } = await owner.get<DraftView>('draft');
    const at = { at: '2030-01-07T09:00', timeZone: 'Europe/Paris' };
    const asked = { draft, version, page: 'one', note: 'x', isWarned: true, ...at };
    const scheduled = await owner.post<{
      readonly kind: string;
      readonly version: { readonly number: number };
    }>('publish', asked);
    expect(scheduled.kind).toBe('scheduled');
    const path = `versions/${scheduled.version.number}`;
    expect(await refusalOf(ann.ask('DELETE', path))).toMatchObject([403, { error: 'outside-reach' }]);
    expect((await owner.ask('DELETE', path)).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('is asked for after the password; no code is taken twice, and a recovery code once', async () => {
    const ann = await joins('editor');
    const name = (await ann.get<SignedInPerson>('me')).name;
    const signIn = (more: object) =>
      refusalOf(
        createStudioSession(server.url, {}).ask('POST', 'sign-in', { name, password: goodPassword, ...more }),
      );
    expect((await ann.ask('POST', 'me/second-factor/begin', { password: 'wrong' })).status).toBe(403);
    const { secret, uri, offer } = await ann.post<SecondFactorOffer>('me/second-factor/begin', {
      password: goodPassword,
    });
    expect(uri).toContain(secret);
    const totp = new TOTP({ secret: Secret.fromBase32(secret), issuer: 'Slipway', label: name });
    // Two-factor sign-in is active only after the first code.
    expect((await signIn({}))[0]).toBe(200);
    expect((await ann.ask('POST', 'me/second-factor/confirm', { code: '000', offer })).status).toBe(403);
    const at = Date.now();
    const code = totp.generate({ timestamp: at });
    const { recoveryCodes } = await ann.post<RecoveryCodesAnswer>('me/second-factor/confirm', {
      code,
      offer,
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await signIn({})).toEqual([403, { error: 'code-needed' }]);
    expect(await signIn({ code })).toEqual([403, { error: 'wrong-code' }]);
    expect(await signIn({ code: '123456' })).toEqual([403, { error: 'wrong-code' }]);
    expect(await signIn({ password: 'wrong', code })).toEqual([403, { error: 'wrong-password' }]);
    const next = totp.generate({ timestamp: at + 30_000 });
    expect((await signIn({ code: `${next.slice(0, 3)} ${next.slice(3)}` }))[0]).toBe(200);
    expect(await signIn({ code: next })).toEqual([403, { error: 'wrong-code' }]);
    expect((await signIn({ code: recoveryCodes[0]?.toUpperCase() }))[0]).toBe(200);
    expect(await signIn({ code: recoveryCodes[0] })).toEqual([403, { error: 'wrong-code' }]);
    expect((await ann.get<SignedInPerson>('me')).secondFactor).toMatchObject({ recoveryCodesLeft: 9 });
    await owner.post(`people/${await idOf(ann)}/remove-second-factor`, {});
    expect((await signIn({}))[0]).toBe(200);
  });
});

describe('a token', () => {
  it('is shown once, does what its role and its maker may, and goes with them', async () => {
    const ann = await joins('publisher');
    const expiresAt = Date.now() + 3_600_000;
    const given = { purpose: 'CI of the website', role: 'editor', expiresAt };
    const { token, view } = await ann.post<NewTokenAnswer>('tokens', given);
    expect(token).toMatch(/^slipway_[\w-]{43}$/);
    expect(view).toMatchObject({
      role: 'editor',
      purpose: given.purpose,
      isOwn: true,
      start: token.slice(0, 12),
    });
    const program = createStudioSession(server.url, { authorization: `Bearer ${token}` });
    expect(await program.get<SignedInPerson>('me')).toMatchObject({
      via: 'token',
      role: 'editor',
      id: await idOf(ann),
    });
    expect((await program.ask('POST', 'publish', {})).status).toBe(403);
    const [listed] = await ann.get<readonly TokenView[]>('tokens');
    expect(listed?.usedAt).toBeGreaterThan(0);
    expect(JSON.stringify(listed)).not.toContain(token);
    for (const path of ['tokens', 'me/password', 'me/second-factor/begin'])
      expect((await program.ask('POST', path, given)).status).toBe(403);
    for (const wrong of [
      { role: 'owner' },
      { expiresAt: 0 },
      { expiresAt: 9e15 },
      { expiresAt: 'x' },
      { purpose: ' ' },
    ])
      expect((await ann.ask('POST', 'tokens', { ...given, ...wrong })).status).toBe(400);
    const id = await idOf(ann);
    await owner.post(`people/${id}/reach`, { role: 'viewer' });
    expect(await program.get<SignedInPerson>('me')).toMatchObject({ role: 'viewer' });
    const another = await ann.post<NewTokenAnswer>('tokens', { ...given, role: 'viewer' });
    await owner.ask('DELETE', `tokens/${another.view.id}`);
    const ended = createStudioSession(server.url, { authorization: `Bearer ${another.token}` });
    expect(await refusalOf(ended.ask('GET', 'me'))).toMatchObject([401, { error: 'unknown-token' }]);
    await owner.ask('DELETE', `people/${id}`);
    expect(await refusalOf(program.ask('GET', 'me'))).toMatchObject([401, { error: 'unknown-token' }]);
  });

  it('is ended by its own person or an owner alone', async () => {
    const [ann, bob] = [await joins('publisher'), await joins('publisher')];
    const expiresAt = Date.now() + 3_600_000;
    const { view } = await ann.post<NewTokenAnswer>('tokens', { purpose: 'x', role: 'viewer', expiresAt });
    expect(await bob.get<readonly TokenView[]>('tokens')).toEqual([]);
    expect((await bob.ask('DELETE', `tokens/${view.id}`)).status).toBe(404);
    expect((await ann.ask('DELETE', `tokens/${view.id}`)).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('has every action with who, when, from where and what; hangs together; and is exported', async () => {
    const page = await owner.get<AuditListView>('audit');
    expect(page.brokenAt).toBeUndefined();
    expect(page.entries).toHaveLength(50);
    const older = await owner.get<AuditListView>(`audit?before=${page.next}`);
    expect(older.entries[0]?.number).toBe((page.next ?? 0) - 1);
    const { entries } = await owner.get<AuditListView>('audit?action=draft-changed');
    expect(entries[0]).toMatchObject({
      action: 'draft-changed',
      who: { via: 'session' },
      from: expect.any(String),
    });
    expect((await owner.get<AuditListView>('audit?action=nothing')).entries).toEqual([]);
    for (const strange of ['before=1.5', 'until=0.5', 'from=Infinity', 'from=1e300'])
      expect((await owner.get<AuditListView>(`audit?${strange}`)).entries).toEqual(page.entries);
    const text = await (await owner.ask('GET', 'audit/export?format=jsonl')).text();
    const lines = text.trimEnd().split('\n');
    let before = '';
    for (const [index, line] of lines.entries()) {
      const { number, hash }: AuditEntry = JSON.parse(line);
      expect(number).toBe(index + 1);
      const content = line.replace(`,"hash":"${hash}"`, '');
      expect(createHash('sha256').update(`${before}\n${content}`).digest('base64url')).toBe(hash);
      before = hash;
    }
    const actions = new Set(lines.map((line) => (JSON.parse(line) as AuditEntry).action));
    for (const action of [
      'signed-in',
      'sign-in-refused',
      'owner-made',
      'person-invited',
      'person-removed',
    ] as const)
      expect(actions).toContain(action);
    for (const secret of [goodPassword, studioPassword, 'slipway_']) expect(text).not.toContain(secret);
  });

  it('exports nothing that a spreadsheet takes for a formula', async () => {
    const expiresAt = Date.now() + 60_000;
    const purpose = '=HYPERLINK("https://evil.example";"x")';
    await owner.post('tokens', { purpose, role: 'viewer', expiresAt });
    const csv = await (await owner.ask('GET', 'audit/export?format=csv&action=token-made')).text();
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"";""x"")"`);
    expect(csv).not.toMatch(/(?:^|,)"?[=+@]/m);
  });

  it('is changed by nobody: there is no address for it', async () => {
    for (const method of ['POST', 'DELETE'] as const)
      for (const path of ['audit', 'audit/1', 'audit/export'])
        expect([404, 405, 415]).toContain(
          (await owner.ask(method, path, method === 'POST' ? {} : undefined)).status,
        );
  });
});

describe('an account', () => {
  it('is changed by its person: name, mail address, password', async () => {
    const ann = await joins('viewer');
    const other = createStudioSession(server.url, {
      cookie: await signInTo(server.url, { name: `Person ${names}`, password: goodPassword }),
    });
    expect(
      await ann.post('me', { name: ' Ann  Ünal ', email: 'unal@example.com', password: goodPassword }),
    ).toMatchObject({
      name: 'Ann Ünal',
      email: 'unal@example.com',
    });
    for (const given of [
      { name: 'a@b' },
      { name: '' },
      { name: 'x'.repeat(61) },
      { name: 'a\u202eb' },
      { email: 'x' },
    ])
      expect((await ann.ask('POST', 'me', given)).status).toBe(400);
    expect(await refusalOf(ann.ask('POST', 'me', { name: 'owner' }))).toEqual([409, { error: 'name-taken' }]);
    const password = 'seven gulls on the mole';
    expect((await ann.ask('POST', 'me/password', { current: 'wrong', password })).status).toBe(403);
    await ann.post('me/password', { current: goodPassword, password });
    expect((await ann.ask('GET', 'me')).status).toBe(200);
    expect((await other.ask('GET', 'me')).status).toBe(401);
    await signInTo(server.url, { name: 'unal@example.com', password });
  });
});

it('an account tells its person by mail what was done with it, where they had their mail before', async () => {
  const mailbox = await startMailServer();
  const publicUrl = 'https://www.trevarrow.example';
  const mailing = await startServer({
    env: { SMTP_URL: mailbox.url, SLIPWAY_PUBLIC_URL: publicUrl, SLIPWAY_STUDIO_PASSWORD: studioPassword },
  });
  onTestFinished(async () => void (await mailing.stop()));
  const mine = createStudioSession(mailing.url, { cookie: await signInTo(mailing.url) });
  const subjects = async () => {
    const mails = await Promise.all(mailbox.received.map(({ raw }) => PostalMime.parse(raw)));
    return mails.map(({ subject, to }) => `${to?.[0]?.address}: ${subject}`).sort();
  };
  await mine.post('me', { email: 'old@example.com', password: studioPassword });
  await mine.post('me', { name: 'Morwenna' });
  await mine.post('me', { email: 'new@example.com', password: studioPassword });
  await mine.post('me/password', { current: studioPassword, password: goodPassword });
  const site = 'the studio of www.trevarrow.example';
  await expect
    .poll(subjects)
    .toEqual([
      `new@example.com: The password of Morwenna in ${site} was changed`,
      `old@example.com: The email address of Morwenna in ${site} was changed`,
    ]);
});

it('the guide is one’s own, and refuses steps that it does not have', async () => {
  const guest = await joins('editor');
  const beginning = { done: [], isDismissed: false };
  expect(await guest.get('guide')).toEqual(beginning);
  const after = { done: ['look'], isDismissed: false };
  expect(await refusalOf(guest.ask('POST', 'guide', { done: 'look' }))).toEqual([200, after]);
  expect((await guest.ask('POST', 'guide', { done: 'win' })).status).toBe(400);
  expect((await guest.ask('POST', 'guide', { isDismissed: 'yes' })).status).toBe(400);
  expect(await guest.get('guide')).toEqual(after);
  expect(await owner.get('guide')).toEqual(beginning);
});
