import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AuditListView, AuthView, SessionView, SignedInPerson } from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { hashSecretToken } from '../../src/server/platform/secret/secret-token.ts';
import { deriveKeys, issueToken } from '../../src/server/platform/secret/signed-token.ts';
import { openExistingSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { receiveStudioEvents } from '../support/studio-events.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  getLinkToken,
  goodPassword,
  inviteAndJoin,
  ownPage,
  signInTo,
  toCookieHeader,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-sign-in-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

function trySigningIn(given: object, headers: Readonly<Record<string, string>> = {}, { url } = server) {
  return fetch(new URL('/studio/api/sign-in', url), {
    method: 'POST',
    headers: { ...ownPage, ...headers },
    body: JSON.stringify(given),
  });
}

const right = { name: 'owner', password: studioPassword };
const statusWith = async (cookie: string, { url } = server) =>
  (await fetch(new URL('/studio/api/me', url), { headers: { cookie } })).status;

/** Starts another server, with a data folder that survives it. */
async function another(more: Readonly<Record<string, string>> = {}, folder?: string) {
  const own = folder ?? mkdtempSync(join(tmpdir(), 'slipway-another-'));
  const started = await startServer({ env: { SLIPWAY_DATA: own, ...more } });
  onTestFinished(async () => {
    await started.stop();
    rmSync(own, { recursive: true, force: true });
  });
  return { ...started, folder: own };
}

describe('signing in', () => {
  it('is by name and password, with a cookie that is no script’s and no other page’s', async () => {
    const response = await trySigningIn(right);
    expect(response.status).toBe(200);
    const [session = '', device = ''] = response.headers.getSetCookie();
    expect(session).toMatch(
      /^slipway-studio=[\w.-]+; Path=\/studio; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(device).toMatch(
      /^slipway-studio-device=[\w.-]+; Path=\/studio; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    );
    const me = await createStudioSession(server.url, {
      cookie: toCookieHeader(response),
    }).get<SignedInPerson>('me');
    expect(me).toMatchObject({ name: 'owner', role: 'owner', via: 'session', hasPassword: true });
    expect((await trySigningIn({ ...right, name: 'OWNER ' })).status).toBe(200);
  });

  it('behind TLS has cookies that nobody but this host over TLS sets', async () => {
    const secure = await another({
      SLIPWAY_STUDIO_PASSWORD: studioPassword,
      SLIPWAY_PUBLIC_URL: 'https://www.example.com',
    });
    const response = await trySigningIn(right, {}, secure);
    for (const line of response.headers.getSetCookie())
      expect(line).toMatch(
        /^__Host-slipway-studio[\w-]*=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
      );
    const cookie = toCookieHeader(response);
    expect(await statusWith(cookie, secure)).toBe(200);
    expect(await statusWith(cookie.replaceAll('__Host-', ''), secure)).toBe(401);
  });

  it('says the same of a wrong password and of a name that there is not', async () => {
    const answers = await Promise.all(
      [
        { name: 'owner', password: 'wrong' },
        { name: 'nobody', password: studioPassword },
        { name: 'nobody@example.com', password: 'wrong' },
        {},
      ].map((given) => trySigningIn(given)),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({ error: 'wrong-password' });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('is refused to another site’s page, so that nobody is signed in as somebody else', async () => {
    const from = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const answer = await trySigningIn(right, from);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('begins a session of its own each time, and ends the one that the browser had', async () => {
    const planted = await signInTo(server.url);
    const again = await trySigningIn(right, { cookie: planted });
    expect(toCookieHeader(again)).not.toBe(planted);
    expect(await statusWith(toCookieHeader(again))).toBe(200);
    expect(await statusWith(planted)).toBe(401);
  });

  it('lets nobody try passwords by the thousand, and keeps out nobody whose browser is known', async () => {
    const guarded = await another({ SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_TRUST_PROXY: '1' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const known = toCookieHeader(await trySigningIn(right, from('192.0.2.1'), guarded));
    const statuses: number[] = [];
    for (let tries = 0; tries < 40; tries++) {
      const given = { name: 'owner', password: `no ${tries}` };
      // From a new address each time.
      statuses.push((await trySigningIn(given, from(`198.51.100.${tries}`), guarded)).status);
    }
    expect(statuses[0]).toBe(403);
    expect(statuses.filter((status) => status === 403)).toHaveLength(serverSettings.limits.signInsByName);
    const late = await trySigningIn(right, from('203.0.113.1'), guarded);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await trySigningIn(right, { ...from('192.0.2.1'), cookie: known }, guarded)).status).toBe(200);
    // Another name, from one address.
    const ofOne: number[] = [];
    for (let tries = 0; tries < 30; tries++)
      ofOne.push(
        (await trySigningIn({ name: `n${tries}`, password: 'x' }, from('198.51.101.1'), guarded)).status,
      );
    expect(ofOne.filter((status) => status === 403)).toHaveLength(serverSettings.limits.signIns);
  });
});

describe('a session', () => {
  it('that was signed out, forged, or of another secret opens nothing', async () => {
    const mine = await signInTo(server.url);
    await createStudioSession(server.url, { cookie: mine }).post('sign-out', {});
    const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
    const signed = (by: string, use: 'studio-session' | 'studio-device') =>
      `slipway-studio=${issueToken(['session', 'guessed'], deriveKeys(by, use))}`;
    const others = [
      mine,
      signed('x'.repeat(40), 'studio-session'),
      signed(secret, 'studio-session'),
      signed(secret, 'studio-device'),
      `slipway-studio=${mine.split('slipway-studio-device=')[1]}`,
    ];
    for (const cookie of others) expect(await statusWith(cookie)).toBe(401);
  });

  it('is seen and ended by its person, also on another instance, within two seconds', async () => {
    const [mine, other] = [await signInTo(server.url), await signInTo(server.url)];
    const instance = await startServer({ env });
    onTestFinished(() => instance.stop().then(() => undefined));
    const { events } = await receiveStudioEvents(instance.url, { cookie: other, page: 'other' });
    const me = createStudioSession(server.url, { cookie: mine });
    const sessions = await me.get<readonly SessionView[]>('me/sessions');
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(await statusWith(other, instance)).toBe(200);
    await me.ask('DELETE', 'me/sessions');
    expect(await statusWith(other, instance)).toBe(401);
    await expect.poll(() => events.at(-1)).toEqual({ kind: 'signed-out' });
    expect(await statusWith(mine)).toBe(200);
  });

  it('that comes to its end takes its events with it', async () => {
    const { id } = await createStudioSession(server.url, {
      cookie: await signInTo(server.url),
    }).get<SignedInPerson>('me');
    const store = openExistingSqliteStore({ dataFolder: data, settings: serverSettings });
    const at = Date.now();
    const times = { createdAt: at, seenAt: at, expiresAt: at + 3000 };
    const message = { browser: '', address: '', person: id, id: 'short' };
    const note = { at, action: 'signed-in' as const, who: { name: 'test' } };
    await store?.addSession({ session: { hash: hashSecretToken('short'), ...message, ...times }, note });
    await store?.close();
    const secret = readFileSync(join(data, 'secret'), 'utf8').trim();
    const token = issueToken(['session', 'short'], deriveKeys(secret, 'studio-session'));
    const { events } = await receiveStudioEvents(server.url, {
      cookie: `slipway-studio=${token}`,
      page: 'short',
    });
    await expect.poll(() => events.at(-1)).toEqual({ kind: 'signed-out' });
    expect(events.map(({ kind }) => kind)).toContain('present');
  });
});

describe('the first owner', () => {
  it('comes by a link that is printed until there is one, and works once', async () => {
    const fresh = await another();
    const [, link = ''] = /^Studio, first owner +(\S+)$/m.exec(fresh.printed()) ?? [];
    expect(link).toMatch(/\/studio\/welcome#[\w-]{32}$/);
    const nobody = createStudioSession(fresh.url, {});
    expect(await nobody.get<AuthView>('door')).toEqual({
      isFirst: true,
      isMailing: false,
      shortestPassword: 15,
    });
    const word = getLinkToken(link);
    const refusals = [
      [{ word: 'guessed', password: goodPassword }, 410, { error: 'link-ended' }],
      [{ word, password: 'short' }, 400, { error: 'weak-password', reason: 'too-short' }],
      [{ word, password: 'aaaaaaaaaaaaaaaaaaaa' }, 400, { error: 'weak-password', reason: 'too-plain' }],
      [{ word, password: 'owner owner owner owner' }, 400, { error: 'weak-password', reason: 'too-plain' }],
      [{ word, password: '0123456789012345' }, 400, { error: 'weak-password', reason: 'too-plain' }],
      [{ word, password: 'x'.repeat(201) }, 400, { error: 'weak-password', reason: 'too-long' }],
    ] as const;
    for (const [given, status, body] of refusals) {
      const answer = await nobody.ask('POST', 'welcome', given);
      expect([answer.status, await answer.json()]).toEqual([status, body]);
    }
    const made = await nobody.ask('POST', 'welcome', { word, password: goodPassword });
    expect(await made.json()).toMatchObject({ ok: true, me: { name: 'owner', role: 'owner' } });
    expect(await statusWith(toCookieHeader(made), fresh)).toBe(200);
    expect((await nobody.ask('POST', 'welcome', { word, name: 'eve', password: goodPassword })).status).toBe(
      410,
    );
    expect((await nobody.get<AuthView>('door')).isFirst).toBe(false);
    expect(fresh.logged()).not.toContain(word);
    await fresh.stop();
    const again = await another({}, fresh.folder);
    expect(again.printed()).not.toContain('first owner');
    expect(await statusWith(toCookieHeader(made), again)).toBe(200);
  });

  it('has the password that the environment gives: a changed one counts at the next start, and ends the sessions', async () => {
    const one = await another({ SLIPWAY_STUDIO_PASSWORD: studioPassword });
    const before = await signInTo(one.url);
    const owner = createStudioSession(one.url, { cookie: before });
    await owner.post('me/password', { current: studioPassword, password: goodPassword });
    await one.stop();
    // The same password as before: the choice made in the studio remains.
    const two = await another({ SLIPWAY_STUDIO_PASSWORD: studioPassword }, one.folder);
    expect(await statusWith(before, two)).toBe(200);
    expect((await trySigningIn(right, {}, two)).status).toBe(403);
    await two.stop();
    const three = await another({ SLIPWAY_STUDIO_PASSWORD: 'another password' }, one.folder);
    expect(await statusWith(before, three)).toBe(401);
    expect((await trySigningIn({ ...right, password: goodPassword }, {}, three)).status).toBe(403);
    expect((await trySigningIn({ ...right, password: 'another password' }, {}, three)).status).toBe(200);
  });
});

describe('npm run new-owner', () => {
  const run = (folder: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, ['src/server/new-owner.ts', ...args], {
      env: { PATH: process.env.PATH, SLIPWAY_DATA: folder },
      encoding: 'utf8',
    });

  it('prints a link that makes another owner, beside a server that runs', async () => {
    const { status, stdout } = run(data, 'https://www.example.com');
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(/^https:\/\/www\.example\.com\/studio\/welcome#[\w-]{32}\n$/),
    ]);
    const nobody = createStudioSession(server.url, {});
    const given = { word: getLinkToken(stdout.trim()), password: goodPassword };
    expect(await (await nobody.ask('POST', 'welcome', given)).json()).toEqual({ error: 'name-taken' });
    const made = await nobody.ask('POST', 'welcome', { ...given, name: 'Dora', email: 'dora@example.com' });
    expect(await made.json()).toMatchObject({
      me: { name: 'Dora', role: 'owner', email: 'dora@example.com' },
    });
    expect((await nobody.ask('POST', 'welcome', { ...given, name: 'Eve' })).status).toBe(410);
  });

  it('says what it needs', () => {
    expect(run(data, 'nonsense').status).toBe(2);
    expect(run(join(data, 'nothing'))).toMatchObject({ status: 1, stdout: '' });
  });
});

describe('a new password', () => {
  it('comes by a link, whose wish is answered the same whether there is such a name or not', async () => {
    const owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
    const cid = await inviteAndJoin(server.url, owner, { name: 'Cid', role: 'editor' });
    const nobody = createStudioSession(server.url, {});
    const before = outbox().length;
    for (const name of ['cid', 'nobody', 'nobody@example.com', 'owner'])
      expect(await nobody.post('reset-request', { name })).toEqual({ ok: true });
    await expect.poll(() => outbox().length).toBe(before + 1);
    const mail = outbox().find((text) => text.includes('/studio/reset#')) ?? '';
    const [, word = ''] = /\/studio\/reset#([\w-]{32})/.exec(mail) ?? [];
    expect(mail).toContain('To: cid@example.com');
    const password = 'nine small boats in a row';
    expect((await nobody.ask('POST', 'reset', { word, password: 'short' })).status).toBe(400);
    expect(await nobody.post('reset', { word, password })).toEqual({ ok: true });
    expect((await nobody.ask('POST', 'reset', { word, password })).status).toBe(410);
    expect(await statusWith(cid.cookie)).toBe(401);
    expect((await trySigningIn({ name: 'Cid', password: goodPassword })).status).toBe(403);
    expect((await trySigningIn({ name: 'cid@example.com', password })).status).toBe(200);
    const { entries } = await owner.get<AuditListView>('audit?search=cid');
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['reset-asked', 'password-changed', 'sign-in-refused', 'invitation-accepted']),
    );
  });
});

/** Returns the written mails as texts. */
function outbox(): readonly string[] {
  const folder = join(data, 'outbox');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='));
}
