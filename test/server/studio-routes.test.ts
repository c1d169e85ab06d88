import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  EnquiryRight,
  NewTokenAnswer,
  Role,
  SignedInPerson,
  TokenRequest,
} from '../../src/api/people.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { hashSecretToken } from '../../src/server/platform/secret/secret-token.ts';
import { openExistingStore } from '../../src/server/store/open-existing-store.ts';
import { createCorpusSite, readCorpus } from '../corpus/corpus.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioAudiences as table } from '../support/studio-audiences.ts';
import { studioPassword } from '../support/studio-password.ts';
import { listStudioRoutes, type StudioRoute } from '../support/studio-routes.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

/** Routes that could grant further access: no token may use them, whatever its role. */
const bySession: readonly string[] = [
  'POST /studio/api/guide',
  'POST /studio/api/me',
  'POST /studio/api/me/password',
  'POST /studio/api/me/notifications',
  'DELETE /studio/api/me/sessions',
  'DELETE /studio/api/me/sessions/:session',
  'POST /studio/api/me/second-factor/begin',
  'POST /studio/api/me/second-factor/confirm',
  'POST /studio/api/me/second-factor/recovery-codes',
  'POST /studio/api/me/second-factor/remove',
  'POST /studio/api/tokens',
  'POST /studio/api/people/:id/reach',
  'POST /studio/api/people/:id/remove-second-factor',
  'POST /studio/api/people/:id/reset',
  'DELETE /studio/api/people/:id',
  'DELETE /studio/api/people/:id/sessions',
  'DELETE /studio/api/people/:id/sessions/:session',
  'POST /studio/api/invitations',
  'POST /studio/api/invitations/:id/again',
  'DELETE /studio/api/invitations/:id',
];

const routes = await listStudioRoutes();
const keyOf = ({ method, url }: StudioRoute) => `${method} ${url}`;
const roles: readonly Role[] = ['viewer', 'editor', 'publisher', 'owner'];
const rights: readonly EnquiryRight[] = ['read', 'handle', 'erase'];

/** A credential with its permissions. */
interface Pass {
  readonly via: 'session' | 'token';
  readonly role: Role;
  readonly enquiries?: EnquiryRight;
  readonly headers: Readonly<Record<string, string>>;
}

let server: RunningServer;
/**
 * Sessions and tokens of every role and every right. Requests with a token have no `Sec-Fetch-Site` header.
 */
const passes: Pass[] = [];
/** The cookie of an owner's session. */
let cookie = '';
const endedToken = 'slipway_that-has-ended';
beforeAll(async () => {
  // The responses of routes do not matter here: the smallest form makes them cheap.
  const site = createCorpusSite(readCorpus().filter(({ key }) => key === 'all-of'));
  server = await startServer({
    ...site,
    env: { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' },
  });
  const { url } = server;
  const owner = createStudioSession(url, { cookie: await signInTo(url) });
  const byToken = async (of: StudioSession, role: Role, more: Partial<TokenRequest> = {}): Promise<Pass> => {
    const asked = { purpose: role, role, expiresAt: Date.now() + 3_600_000, ...more };
    const { token } = await of.post<NewTokenAnswer>('tokens', asked);
    return {
      via: 'token',
      role,
      headers: { authorization: `Bearer ${token}` },
      ...(more.enquiries && { enquiries: more.enquiries }),
    };
  };
  const bySession = (of: StudioSession) =>
    ({ via: 'session', headers: { cookie: of.cookie, 'sec-fetch-site': 'same-origin' } }) as const;
  for (const role of roles) {
    const one = await inviteAndJoin(url, owner, { name: `One ${role}`, role });
    if (role === 'owner') ({ cookie } = one);
    passes.push({ role, ...(role === 'owner' && { enquiries: 'erase' }), ...bySession(one) });
    // A token made without the right to enquiries has no access to them.
    passes.push(await byToken(owner, role));
  }
  for (const enquiries of rights) {
    const one = await inviteAndJoin(url, owner, { name: `One to ${enquiries}`, role: 'viewer', enquiries });
    passes.push({ role: 'viewer', enquiries, ...bySession(one) });
    passes.push(await byToken(owner, 'viewer', { enquiries }));
    if (enquiries === 'erase') passes.push(await byToken(one, 'viewer'));
  }
  await addEndedToken((await owner.get<SignedInPerson>('me')).id);
});
afterAll(() => server.stop());

/** The studio cannot create an expired token. */
async function addEndedToken(person: string): Promise<void> {
  const store = await openExistingStore({
    dataFolder: server.data,
    databaseUrl: undefined,
    settings: serverSettings,
  });
  const token = {
    id: randomUUID(),
    hash: hashSecretToken(endedToken),
    person,
    role: 'owner',
    purpose: 'ended',
  };
  const times = { start: endedToken.slice(0, 12), createdAt: 0, expiresAt: 1 };
  const note = { at: 0, action: 'token-made', who: { id: person, name: 'owner' } } as const;
  await store?.addToken({ token: { ...token, ...times, role: 'owner' }, note });
  await store?.close();
}

/** Returns the status and the error of a route; for an endless stream only the status. */
async function answerOf(
  { method, url }: StudioRoute,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly error?: unknown }> {
  const ending = new AbortController();
  const path = url.replaceAll(/:\w+|\*$/g, 'x');
  const response = await fetch(new URL(path, server.url), {
    method,
    headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { body: '{}' }),
    signal: ending.signal,
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json;') ?? false;
  const { error } = Object(isJson ? await response.json() : undefined) as { readonly error?: unknown };
  ending.abort();
  return { status: response.status, error };
}

it('stands in the table above with whom it is for: every route of the studio', () => {
  const declared = routes.map((route) => [
    keyOf(route),
    [route.role, route.enquiries].filter((part) => part !== undefined).join(', '),
  ]);
  expect(Object.fromEntries(declared)).toEqual(table);
});

it('stands in the list above where it is not for programs', () => {
  expect(
    routes
      .filter(({ isBySession }) => isBySession)
      .map(keyOf)
      .toSorted(),
  ).toEqual(bySession.toSorted());
});

const closed = routes.filter(({ role }) => role !== 'everybody');
const changing = routes.filter(({ method }) => method !== 'GET');
/**
 * One hook checks credentials: forgeries are tried at one route that reads, and at one that changes
 * something.
 */
const sampled = closed.filter((route) =>
  ['GET /studio/api/draft', 'POST /studio/api/publish'].includes(keyOf(route)),
);
const own = { 'sec-fetch-site': 'same-origin' };

describe('the studio', () => {
  it('lets in nobody who is not signed in, at any of its routes', async () => {
    for (const route of closed) {
      const answer = { route: keyOf(route), ...(await answerOf(route, own)) };
      expect(answer).toEqual({ route: keyOf(route), status: 401, error: 'signed-out' });
    }
  });

  it.each([
    ['a forged cookie', () => ({ cookie: 'slipway-studio=forged.forged' }), 'signed-out'],
    ['an altered cookie', () => ({ cookie: cookie.replace(/^[^;]*/, (pair) => `${pair}x`) }), 'signed-out'],
    ['a cookie with another beginning', () => ({ cookie: cookie.replace('=', '=x') }), 'signed-out'],
    // A session beside a token is ignored.
    ['a guessed token', () => ({ authorization: 'Bearer slipway_guessed', cookie }), 'unknown-token'],
    ['an empty token', () => ({ authorization: 'Bearer ', cookie }), 'unknown-token'],
    ['a token that has ended', () => ({ authorization: `Bearer ${endedToken}`, cookie }), 'token-ended'],
  ])('lets in nobody by %s', async (_what, given, error) => {
    expect(sampled).toHaveLength(2);
    for (const route of sampled)
      expect(await answerOf(route, { ...given(), ...own })).toEqual({ status: 401, error });
  });

  it('takes nothing from another site’s page, at any of its routes', async () => {
    for (const route of changing) {
      const answer = {
        route: keyOf(route),
        ...(await answerOf(route, { cookie, 'sec-fetch-site': 'cross-site' })),
      };
      expect(answer).toEqual({ route: keyOf(route), status: 403, error: 'foreign' });
    }
  });

  it.each<Readonly<Record<string, string>>>([
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: 'its own' },
    {},
  ])('takes nothing that says of where it comes from: %j', async ({ origin, ...from }) => {
    const message =
      origin === undefined ? from : { ...from, origin: origin === 'its own' ? server.url : origin };
    for (const route of sampled.filter(({ method }) => method !== 'GET'))
      expect(await answerOf(route, { cookie, ...message })).toEqual({ status: 403, error: 'foreign' });
  });

  it('lets in whoever may use a route by the least, and nobody who may one less', async () => {
    for (const route of closed) {
      const tried = passes.filter((pass) => isAtBoundary(route, pass));
      const [found, expected]: [string[], string[]] = [[], []];
      for (const pass of tried) {
        const who = `${keyOf(route)} for ${pass.role}, ${pass.enquiries}, ${pass.via}`;
        found.push(`${who}: ${verdictOf(await answerOf(route, pass.headers))}`);
        expected.push(`${who}: ${refusalOf(route, pass) ?? 'let in'}`);
      }
      expect(found).toEqual(expected);
      expect(expected.some((line) => line.endsWith('let in'))).toBe(true);
    }
  });
});

const rankOf = (right: EnquiryRight | undefined) => (right === undefined ? -1 : rights.indexOf(right));

/** True if a person has exactly the lowest permission for a route, or just not. */
function isAtBoundary(route: StudioRoute, { role, enquiries }: Pass): boolean {
  const overRole = roles.indexOf(role) - roles.indexOf(route.role as Role);
  if (route.enquiries === undefined) return [0, -1].includes(overRole);
  // An owner's token made without any right to enquiries has none.
  if (role === 'owner') return enquiries === undefined;
  return role === 'viewer' && [0, -1].includes(rankOf(enquiries) - rankOf(route.enquiries));
}

/** Returns the expected refusal of a route; undefined if it is allowed. */
function refusalOf(route: StudioRoute, { via, role, enquiries }: Pass): string | undefined {
  if (roles.indexOf(role) < roles.indexOf(route.role as Role)) return 'not-allowed';
  if (route.enquiries !== undefined && rankOf(enquiries) < rankOf(route.enquiries))
    return 'not-for-enquiries';
  return route.isBySession && via === 'token' ? 'not-by-token' : undefined;
}

/** Returns the verdict about the credential; errors of the request itself do not count. */
function verdictOf({ status, error }: { readonly status: number; readonly error?: unknown }): string {
  if (status === 401 || error === 'foreign') return `${status} ${error}`;
  if (error === 'not-allowed' || error === 'not-for-enquiries') return error;
  return status === 403 && error === 'bad-request' ? 'not-by-token' : 'let in';
}
