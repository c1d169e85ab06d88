import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type {
  AuditListView,
  LinkAnswer,
  NewTokenAnswer,
  RecoveryCodesAnswer,
  SecondFactorOffer,
  SignedInPerson,
  TokenView,
} from '../../src/api/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  getLinkToken,
  goodPassword,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-hostile-people-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let server: RunningServer;
let owner: StudioSession;
let nobody: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  nobody = createStudioSession(server.url, {});
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

let names = 0;
async function joins(role: string): Promise<StudioSession & SignedInPerson> {
  names += 1;
  const session = await inviteAndJoin(server.url, owner, { name: `Person ${names}`, role });
  return { ...session, ...(await session.get<SignedInPerson>('me')) };
}

const statusOf = async (asked: Promise<Response>) => (await asked).status;
const password = 'seven gulls on the mole';

async function tokenOf(person: StudioSession, role: string): Promise<NewTokenAnswer & StudioSession> {
  const made = await person.post<NewTokenAnswer>('tokens', {
    purpose: 'CI',
    role,
    expiresAt: Date.now() + 3_600_000,
  });
  return { ...made, ...createStudioSession(server.url, { authorization: `Bearer ${made.token}` }) };
}

/** Sends all requests at once, and returns the number of those with this status. */
async function atOnce(count: number, ask: () => Promise<Response>): Promise<ReadonlyMap<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, ask));
  const statuses = Map.groupBy(responses, ({ status }) => status);
  return new Map([...statuses].map(([status, all]) => [status, all.length]));
}

describe('a name', () => {
  it.each([
    ['what is not seen', 'Owner\u3164'],
    ['a sign that turns what follows round', 'Ann\u202eB'],
    ['a variation of a letter', 'Ann\ufe0f'],
    ['a line', 'Ann\nBerry\u0000'],
    ['half a character', 'Ann\ud800'],
    ['a blank of dots', '\u2800\u2800'],
    ['letters of another script among its own', '\u041ewner'],
    ['letters of Greek among its own', 'Ann\u03bf'],
    ['more of a letter than can be read', `A${'\u0301'.repeat(20)}`],
  ])('has nothing in it by which somebody passes for another: %s', async (_what, name) => {
    const ann = await joins('viewer');
    expect(await statusOf(ann.ask('POST', 'me', { name }))).toBe(400);
  });

  it.each(['Ünal Ağa', 'Анна Ким', '山田 太郎', 'やまだ Taro', 'Ann (СПб)', 'Jean-Luc O’Neill', 'D̦ragoș'])(
    'is any that people have: %s',
    async (name) => {
      const ann = await joins('viewer');
      expect(await ann.post<SignedInPerson>('me', { name })).toMatchObject({ name: name.normalize('NFC') });
    },
  );

  it('is one person’s, however its letters are written', async () => {
    const [ann, bob] = [await joins('viewer'), await joins('viewer')];
    await ann.post('me', { name: 'Zoë Fine' });
    for (const name of ['zoë fine', 'ZOE\u0308 FINE', 'Ｚoë ﬁne', ' Zoë  Fine '])
      expect(await statusOf(bob.ask('POST', 'me', { name }))).toBe(409);
  });
});

describe('somebody at a page that was left open', () => {
  it('does not make the account their own by its mail address', async () => {
    const ann = await joins('editor');
    const email = 'mallory@example.com';
    expect(await statusOf(ann.ask('POST', 'me', { email }))).toBe(403);
    expect(await statusOf(ann.ask('POST', 'me', { email: '' }))).toBe(403);
    expect(await statusOf(ann.ask('POST', 'me', { email, password: 'guessed' }))).toBe(403);
    expect((await ann.get<SignedInPerson>('me')).email).toBe(ann.email);
    // An unchanged address requires no confirmation.
    await ann.post('me', { email: ann.email, name: `${ann.name} B` });
    expect(await ann.post<SignedInPerson>('me', { email, password: goodPassword })).toMatchObject({ email });
  });
});

describe('a link for a new password', () => {
  const resetOf = async ({ id }: SignedInPerson) =>
    getLinkToken((await owner.post<LinkAnswer>(`people/${id}/reset`, {})).link ?? '');

  it('ends where its person has chosen another password meanwhile', async () => {
    const ann = await joins('editor');
    const word = await resetOf(ann);
    await ann.post('me/password', { current: goodPassword, password });
    expect(await statusOf(nobody.ask('POST', 'reset', { word, password }))).toBe(410);
  });

  it('ends where the mail address that it went to is theirs no more', async () => {
    const ann = await joins('editor');
    const word = await resetOf(ann);
    await ann.post('me', { email: 'new@example.com', password: goodPassword });
    expect(await statusOf(nobody.ask('POST', 'reset', { word, password }))).toBe(410);
  });

  it('works once, however often it is used at the same instant', async () => {
    const word = await resetOf(await joins('editor'));
    const statuses = await atOnce(4, () => nobody.ask('POST', 'reset', { word, password }));
    expect(Object.fromEntries(statuses)).toEqual({ 200: 1, 410: 3 });
  });
});

it('makes one account of an invitation, however often it is accepted at the same instant', async () => {
  const { link = '' } = await owner.post<LinkAnswer>('invitations', {
    email: 'once@example.com',
    role: 'editor',
  });
  let count = 0;
  const statuses = await atOnce(4, () => {
    count += 1;
    const given = { word: getLinkToken(link), name: `Once ${count}`, password: goodPassword };
    return nobody.ask('POST', 'invitation/accept', given);
  });
  expect(statuses.get(200)).toBe(1);
  expect((statuses.get(409) ?? 0) + (statuses.get(410) ?? 0)).toBe(3);
});

describe('a second factor', () => {
  it('is set up by the server that is asked next, too, and by no other session’s offer', async () => {
    const [ann, bob] = [await joins('editor'), await joins('editor')];
    const instance = await startServer({ env });
    onTestFinished(() => instance.stop().then(() => undefined));
    const given = await ann.post<SecondFactorOffer>('me/second-factor/begin', { password: goodPassword });
    const { secret, offer } = given;
    const codeIn = (ms: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + ms });
    const code = codeIn(0);
    expect(await statusOf(bob.ask('POST', 'me/second-factor/confirm', { code, offer }))).toBe(403);
    for (const wrong of [undefined, '', 'x', `A${offer}`, secret])
      expect(await statusOf(ann.ask('POST', 'me/second-factor/confirm', { code, offer: wrong }))).toBe(403);
    const there = createStudioSession(instance.url, { cookie: ann.cookie });
    const { recoveryCodes } = await there.post<RecoveryCodesAnswer>('me/second-factor/confirm', {
      code: codeIn(0),
      offer,
    });
    const right = { name: ann.name, password: goodPassword };
    // Each code is valid once, even at the same instant on both servers.
    for (const used of [codeIn(30_000), recoveryCodes[0]]) {
      let turn = 0;
      const statuses = await atOnce(4, () => {
        turn += 1;
        const { url } = turn % 2 === 0 ? server : instance;
        return createStudioSession(url, {}).ask('POST', 'sign-in', { ...right, code: used });
      });
      expect(Object.fromEntries(statuses)).toEqual({ 200: 1, 403: 3 });
    }
  });
});

describe('a token that was found', () => {
  it('opens no further doors, whatever its role: it invites nobody, and makes nobody more', async () => {
    const [boss, ann] = [await joins('owner'), await joins('viewer')];
    const program = await tokenOf(boss, 'owner');
    const asked = { email: 'mallory@example.com', role: 'owner' };
    expect(await statusOf(program.ask('POST', 'invitations', asked))).toBe(403);
    for (const path of ['reach', 'reset', 'remove-second-factor'])
      expect(await statusOf(program.ask('POST', `people/${ann.id}/${path}`, { role: 'owner' }))).toBe(403);
    for (const path of ['', '/sessions'])
      expect(await statusOf(program.ask('DELETE', `people/${ann.id}${path}`))).toBe(403);
    expect(await statusOf(program.ask('POST', 'tokens', { ...asked, purpose: 'x' }))).toBe(403);
    expect(await ann.get<SignedInPerson>('me')).toMatchObject({ role: 'viewer' });
    // Its intended use works.
    expect(await statusOf(program.ask('GET', 'audit/export'))).toBe(200);
  });

  it('ends no other token, and may end itself', async () => {
    const ann = await joins('editor');
    const [one, other] = [await tokenOf(ann, 'viewer'), await tokenOf(ann, 'editor')];
    expect(await statusOf(one.ask('DELETE', `tokens/${other.view.id}`))).toBe(404);
    expect(await statusOf(other.ask('GET', 'me'))).toBe(200);
    expect(await statusOf(one.ask('DELETE', `tokens/${one.view.id}`))).toBe(200);
    expect(await statusOf(one.ask('GET', 'me'))).toBe(401);
  });

  it('ends with a new password where that is wanted, and goes on where not', async () => {
    const ann = await joins('editor');
    const first = await tokenOf(ann, 'editor');
    await ann.post('me/password', { current: goodPassword, password });
    expect(await statusOf(first.ask('GET', 'me'))).toBe(200);
    await ann.post('me/password', { current: password, password: goodPassword, endsTokens: true });
    expect(await statusOf(first.ask('GET', 'me'))).toBe(401);
    expect(await ann.get<readonly TokenView[]>('tokens')).toEqual([]);
    const second = await tokenOf(ann, 'editor');
    const { link = '' } = await owner.post<LinkAnswer>(`people/${ann.id}/reset`, {});
    await nobody.post('reset', { word: getLinkToken(link), password, endsTokens: true });
    expect(await statusOf(second.ask('GET', 'me'))).toBe(401);
    const { entries } = await owner.get<AuditListView>('audit?action=password-changed');
    expect(entries[0]?.details).toMatchObject({ by: 'link', tokensEnded: true });
  });
});

describe('the audit log', () => {
  it('is not filled by whoever tries passwords, and says how many they were', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-hostile-audit-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const own = await startServer({ env: { ...env, SLIPWAY_DATA: folder, SLIPWAY_TRUST_PROXY: '1' } });
    const me = createStudioSession(own.url, { cookie: await signInTo(own.url) });
    const tries = async (count: number, name: string, from: string) => {
      for (let index = 0; index < count; index++)
        await createStudioSession(own.url, { 'x-forwarded-for': from }).ask('POST', 'sign-in', {
          name,
          password: 'guess',
        });
    };
    await tries(4, 'owner', '192.0.2.7');
    await tries(3, 'nobody', '192.0.2.8');
    const refused = 'audit?action=sign-in-refused';
    expect((await me.get<AuditListView>(refused)).entries).toMatchObject([
      { from: '192.0.2.8', details: { reason: 'wrong-password' } },
      { from: '192.0.2.7', about: 'owner' },
    ]);
    // Unwritten counts are written when the server stops.
    await own.stop();
    const again = await startServer({ env: { ...env, SLIPWAY_DATA: folder } });
    onTestFinished(() => again.stop().then(() => undefined));
    const later = createStudioSession(again.url, { cookie: await signInTo(again.url) });
    const { entries, brokenAt } = await later.get<AuditListView>(refused);
    expect(brokenAt).toBeUndefined();
    const times = entries.map(({ from, about, details }) => [from, about, details?.times]);
    expect(times.slice(0, 2).toSorted()).toEqual([
      ['192.0.2.7', 'owner', 3],
      ['192.0.2.8', undefined, 2],
    ]);
    expect(entries).toHaveLength(4);
  });
});
