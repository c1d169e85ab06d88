import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditListView, AuthView, PeopleView, SignedInPerson } from '../../src/api/people.ts';
import { createBrowser, startOpenIdProvider } from '../support/open-id-provider.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const client = { clientId: 'slipway', clientSecret: 'a secret of both' };
const data = mkdtempSync(join(tmpdir(), 'slipway-provider-'));
let server: RunningServer;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let owner: StudioSession;
const browser = createBrowser();

beforeAll(async () => {
  provider = await startOpenIdProvider({
    ...client,
    redirectUri: () => `${server.url}/studio/oidc/return`,
    people: {
      ann: { email: 'ANN@example.com', email_verified: true, name: 'Ann Berry' },
      unverified: { email: 'bob@example.com', email_verified: false },
      stranger: { email: 'stranger@example.com', email_verified: true },
      other: { email: 'ann@example.com', email_verified: true },
      // Letters that Unicode treats like those of another person's address.
      kelvin: { email: '\u212Aim@example.com', email_verified: true },
      wide: { email: '\uff4bim@example.com', email_verified: true },
      cid: { email: 'cid@example.com', email_verified: true, name: 'owner' },
    },
  });
  server = await startServer({
    env: {
      SLIPWAY_DATA: data,
      SLIPWAY_STUDIO_PASSWORD: studioPassword,
      SLIPWAY_RATE_LIMIT: 'off',
      SLIPWAY_OIDC_ISSUER: provider.issuer,
      SLIPWAY_OIDC_CLIENT_ID: client.clientId,
      SLIPWAY_OIDC_CLIENT_SECRET: client.clientSecret,
    },
  });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
  rmSync(data, { recursive: true });
});

/** Signs in at the provider. Returns the final address, and the person in the studio. */
async function comesIn(as: string, to = '/studio/forms/sales?field=phone') {
  browser.be(as);
  const url = await browser.follow(`${server.url}/studio/oidc/start?to=${encodeURIComponent(to)}`);
  const response = await createStudioSession(server.url, { cookie: browser.cookiesOf(server.url) }).ask(
    'GET',
    'me',
  );
  return {
    at: url.href.replace(server.url, ''),
    me: response.ok ? ((await response.json()) as SignedInPerson) : undefined,
  };
}

describe('signing in by a provider', () => {
  it('is offered at the door', async () => {
    expect((await owner.get<AuthView>('door')).provider).toBe(new URL(provider.issuer).host);
  });

  it('lets in whoever was invited, with what they were invited to, and goes on where they wanted to', async () => {
    await owner.post('invitations', { email: 'ann@example.com', role: 'editor', types: ['service'] });
    const { at, me } = await comesIn('ann');
    expect(at).toBe('/studio/forms/sales?field=phone');
    expect(me).toMatchObject({ name: 'Ann Berry', role: 'editor', types: ['service'], hasPassword: false });
    expect((await owner.get<PeopleView>('people')).invitations).toEqual([]);
    expect((await comesIn('ann')).me?.id).toBe(me?.id);
    // A person without a password cannot sign in with one, and gets no password mail.
    await createStudioSession(server.url, {}).post('reset-request', { name: 'Ann Berry' });
    const nobody = createStudioSession(server.url, {});
    expect((await nobody.ask('POST', 'sign-in', { name: 'Ann Berry', password: '' })).status).toBe(403);
    expect((await owner.get<AuditListView>('audit?action=reset-asked')).entries).toEqual([]);
  });

  it('lets in whoever has an account with that mail address, and nobody else who comes by it later', async () => {
    const cid = await inviteAndJoin(server.url, owner, { name: 'Cid', role: 'publisher' });
    const { id } = await cid.get<SignedInPerson>('me');
    expect((await comesIn('cid')).me).toMatchObject({
      id,
      name: 'Cid',
      role: 'publisher',
      hasPassword: true,
    });
    expect(await comesIn('other')).toEqual({ at: '/studio?refused=not-invited', me: undefined });
  });

  it.each([
    [
      'somebody who was invited',
      async () => void (await owner.post('invitations', { email: 'kim@example.com', role: 'owner' })),
    ],
    [
      'somebody who has an account',
      async () => void (await inviteAndJoin(server.url, owner, { name: 'Kim', role: 'owner' })),
    ],
  ])('takes nobody for %s whose mail address only looks like theirs', async (_whom, prepare) => {
    await prepare();
    for (const as of ['kelvin', 'wide'])
      expect(await comesIn(as)).toEqual({ at: '/studio?refused=not-invited', me: undefined });
  });

  it('makes no account for anybody else', async () => {
    await owner.post('invitations', { email: 'bob@example.com', role: 'viewer' });
    for (const as of ['stranger', 'unverified'])
      expect(await comesIn(as)).toEqual({ at: '/studio?refused=not-invited', me: undefined });
  });

  it.each([
    '//evil.example',
    'https://evil.example/studio',
    '/\\evil.example',
    '/contact',
    '/studio/api/draft',
    '/studio/../contact',

    'javascript:alert(1)',
    '/studiox',
    '/studio/oidc/start',
    '/studio',
  ])('leads nowhere but into the studio: %s', async (to) => {
    const { at, me } = await comesIn('ann', to);
    expect(at).toMatch(/^\/studio$/);
    expect(me).toBeDefined();
  });

  it('takes no answer that another browser asked for, and none twice', async () => {
    browser.be('ann');
    const isReturn = ({ pathname }: URL) => pathname === '/studio/oidc/return';
    const back = await browser.follow(`${server.url}/studio/oidc/start`, isReturn);
    const others = await fetch(back, { redirect: 'manual' });
    expect(others.headers.get('location')).toBe('/studio?refused=provider-failed');
    expect(others.headers.getSetCookie().join()).not.toContain('slipway-studio=');
    const forged = new URL(back);
    forged.searchParams.set('state', 'x');
    expect((await browser.follow(forged.href)).search).toBe('?refused=provider-failed');
    // The browser's cookie is used up by the first answer.
    expect((await browser.follow(back.href)).search).toBe('?refused=provider-failed');
  });
});
