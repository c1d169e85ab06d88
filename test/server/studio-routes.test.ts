import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { EnquiryRight, NewTokenAnswer, Role, TokenRequest } from '../../src/studio/protocol-people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { type StudioRoute, studioRouteList } from '../support/studio-routes.ts';
import { joined, type StudioSession, sessionWith, signInTo } from '../support/studio-session.ts';

/** Every route of the studio, and the least that may use it: a role, with what one has to be let do with enquiries. */
const table: Readonly<Record<string, string>> = {
  'GET /studio': 'everybody',
  'GET /studio/*': 'everybody',
  'GET /studio/api/*': 'everybody',
  'GET /studio/oidc/start': 'everybody',
  'GET /studio/oidc/return': 'everybody',
  'POST /studio/api/sign-in': 'everybody',
  'POST /studio/api/sign-out': 'everybody',
  'GET /studio/api/door': 'everybody',
  'POST /studio/api/welcome': 'everybody',
  'POST /studio/api/invitation': 'everybody',
  'POST /studio/api/invitation/accept': 'everybody',
  'POST /studio/api/reset-request': 'everybody',
  'POST /studio/api/reset': 'everybody',
  'GET /studio/api/arrivals': 'viewer',
  'GET /studio/api/compared': 'viewer',
  'GET /studio/api/consequences': 'viewer',
  'GET /studio/api/differing': 'viewer',
  'GET /studio/api/draft': 'viewer',
  'GET /studio/api/events': 'viewer',
  'GET /studio/api/figures': 'viewer',
  'GET /studio/api/figures/export': 'viewer',
  'GET /studio/api/files': 'viewer',
  'GET /studio/api/me': 'viewer',
  'POST /studio/api/me': 'viewer',
  'POST /studio/api/me/password': 'viewer',
  'GET /studio/api/me/sessions': 'viewer',
  'DELETE /studio/api/me/sessions': 'viewer',
  'DELETE /studio/api/me/sessions/:session': 'viewer',
  'POST /studio/api/me/second-factor/begin': 'viewer',
  'POST /studio/api/me/second-factor/confirm': 'viewer',
  'POST /studio/api/me/second-factor/recovery-codes': 'viewer',
  'POST /studio/api/me/second-factor/remove': 'viewer',
  'GET /studio/api/tokens': 'viewer',
  'POST /studio/api/tokens': 'viewer',
  'DELETE /studio/api/tokens/:id': 'viewer',
  'GET /studio/api/preview': 'viewer',
  'GET /studio/api/rules': 'viewer',
  'GET /studio/api/versions': 'viewer',
  'GET /studio/api/versions/:number': 'viewer',
  'GET /studio/forms-of-draft/:hash/:module': 'viewer',
  'GET /studio/preview': 'viewer',
  'GET /studio/preview/second': 'viewer',
  'POST /studio/api/expectation': 'viewer',
  'POST /studio/api/presence': 'viewer',
  'POST /studio/api/reasons': 'viewer',
  'POST /studio/api/rule-choices': 'viewer',
  'POST /studio/api/rule-effect': 'viewer',
  'POST /studio/api/situations': 'viewer',
  'GET /studio/api/enquiries': 'viewer, read',
  'GET /studio/api/enquiries/suspected': 'viewer, read',
  'GET /studio/api/enquiries/choices': 'viewer, read',
  'GET /studio/api/enquiries/:id': 'viewer, read',
  'GET /studio/api/enquiries/export': 'viewer, handle',
  'GET /studio/api/enquiries/:id/pictures/:number': 'viewer, read',
  'GET /studio/api/enquiries/:id/pictures/:number/preview': 'viewer, read',
  'POST /studio/api/enquiries/:id/handling': 'viewer, handle',
  'POST /studio/api/enquiries/:id/notes': 'viewer, handle',
  'POST /studio/api/enquiries/:id/redeliver': 'viewer, handle',
  'POST /studio/api/enquiries/:id/resend': 'viewer, handle',
  'POST /studio/api/enquiries/:id/release': 'viewer, handle',
  'POST /studio/api/enquiries/:id/forward': 'viewer, handle',
  'DELETE /studio/api/enquiries/:id': 'viewer, erase',
  'POST /studio/api/enquiries/:id/erase': 'viewer, erase',
  'POST /studio/api/privacy/person': 'viewer, erase',
  'POST /studio/api/privacy/person/erase': 'viewer, erase',
  'POST /studio/api/privacy/person/export': 'viewer, erase',
  'GET /studio/api/privacy/retention': 'viewer, erase',
  'POST /studio/api/privacy/retention': 'viewer, erase',
  'POST /studio/api/privacy/retention/preview': 'viewer, erase',
  'GET /studio/api/rehearsal': 'editor',
  'POST /studio/api/changes': 'editor',
  'POST /studio/api/settle': 'editor',
  'POST /studio/preview/graphql': 'editor',
  'POST /studio/preview/upload': 'editor',
  'PUT /studio/preview/upload/:file': 'editor',
  'POST /studio/api/import': 'editor',
  'POST /studio/api/import/consequences': 'editor',
  'POST /studio/api/import/trial': 'editor',
  'POST /studio/api/push': 'editor',
  'GET /studio/api/versions/:number/archive': 'publisher',
  'DELETE /studio/api/versions/:number': 'publisher',
  'POST /studio/api/publish': 'publisher',
  'POST /studio/api/restore': 'publisher',
  'GET /studio/api/people': 'owner',
  'POST /studio/api/people/:id/reach': 'owner',
  'POST /studio/api/people/:id/remove-second-factor': 'owner',
  'POST /studio/api/people/:id/reset': 'owner',
  'DELETE /studio/api/people/:id': 'owner',
  'GET /studio/api/people/:id/sessions': 'owner',
  'DELETE /studio/api/people/:id/sessions': 'owner',
  'DELETE /studio/api/people/:id/sessions/:session': 'owner',
  'POST /studio/api/invitations': 'owner',
  'POST /studio/api/invitations/:id/again': 'owner',
  'DELETE /studio/api/invitations/:id': 'owner',
  'GET /studio/api/audit': 'owner',
  'GET /studio/api/audit/export': 'owner',
};

/** Those by which a further door could be opened: no token is good for them, whatever its role. */
const bySession: readonly string[] = [
  'POST /studio/api/me',
  'POST /studio/api/me/password',
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

const routes = await studioRouteList();
const keyOf = ({ method, url }: StudioRoute) => `${method} ${url}`;
const roles: readonly Role[] = ['viewer', 'editor', 'publisher', 'owner'];
const rights: readonly EnquiryRight[] = ['read', 'handle', 'erase'];

/** Who asks, and what they may. */
interface Pass {
  readonly role: Role;
  readonly enquiries?: EnquiryRight;
  readonly headers: Readonly<Record<string, string>>;
}

let server: RunningServer;
/** By session and by token, of every role and every right; those of a token have no word of where they come from. */
const passes: Pass[] = [];
let endedToken = '';
const data = mkdtempSync(join(tmpdir(), 'slipway-studio-routes-'));
beforeAll(async () => {
  const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
  server = await startServer({ env });
  const { url } = server;
  const owner = sessionWith(url, { cookie: await signInTo(url) });
  const token = async (of: StudioSession, role: Role, more: Partial<TokenRequest> = {}) => {
    const asked = { purpose: role, role, expiresAt: Date.now() + 3_600_000, ...more };
    const { token } = await of.post<NewTokenAnswer>('tokens', asked);
    return { authorization: `Bearer ${token}` };
  };
  const bySession = ({ cookie }: StudioSession) => ({ cookie, 'sec-fetch-site': 'same-origin' });
  for (const role of roles) {
    const one = await joined(url, owner, { name: `One ${role}`, role });
    passes.push({ role, ...(role === 'owner' && { enquiries: 'erase' }), headers: bySession(one) });
    // Nothing of enquiries is for a token that was made without it.
    passes.push({ role, headers: await token(owner, role) });
  }
  for (const enquiries of rights) {
    const reach = { role: 'viewer', enquiries } as const;
    const one = await joined(url, owner, { name: `One to ${enquiries}`, ...reach });
    passes.push({ ...reach, headers: bySession(one) });
    passes.push({ ...reach, headers: await token(owner, 'viewer', { enquiries }) });
    passes.push({ role: 'viewer', headers: await token(one, 'viewer') });
  }
  const until = Date.now() + 500;
  const ended = await token(owner, 'owner', { expiresAt: until });
  endedToken = ended.authorization.replace('Bearer ', '');
  await vi.waitUntil(() => Date.now() > until);
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

/** The status and the error that a route answers with; of a stream that never ends the status alone. */
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

/** What lets an owner in. */
const ofOwner = (isIt: (pass: Pass) => boolean) =>
  passes.find((pass) => pass.role === 'owner' && isIt(pass))?.headers ?? {};
const ownerCookie = () => ofOwner(({ headers }) => headers.cookie !== undefined).cookie ?? '';

const closed = routes.filter(({ role }) => role !== 'everybody');
const changing = routes.filter(({ method }) => method !== 'GET');
const own = { 'sec-fetch-site': 'same-origin' };

describe('the studio', () => {
  it.each(closed)('lets in nobody who is not signed in: $method $url', async (route) => {
    const cookie = ownerCookie();
    const forged = [
      '',
      'slipway-studio=forged.forged',
      cookie.replace(/;.*/, 'x'),
      cookie.replace('=', '=x'),
    ];
    for (const given of forged)
      expect(await answerOf(route, { cookie: given, ...own })).toEqual({ status: 401, error: 'signed-out' });
    // A session beside it does not count.
    for (const [token, error] of [
      ['slipway_guessed', 'unknown-token'],
      ['', 'unknown-token'],
      [endedToken, 'token-ended'],
    ])
      expect(await answerOf(route, { authorization: `Bearer ${token}`, cookie, ...own })).toEqual({
        ...{ status: 401, error },
      });
  });

  it.each(changing)('takes nothing from another site’s page: $method $url', async (route) => {
    const cookie = ownerCookie();
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: server.url },
      {},
    ];
    for (const from of foreign)
      expect(await answerOf(route, { cookie, ...from })).toEqual({ status: 403, error: 'foreign' });
  });

  it.each(routes.filter((route) => bySession.includes(keyOf(route))))(
    'opens no further door to a token: $method $url',
    async (route) => {
      const token = ofOwner(({ headers }) => headers.authorization !== undefined);
      expect(await answerOf(route, token)).toEqual({
        ...{ status: 403, error: 'bad-request' },
      });
    },
  );

  it.each(closed)('lets in whoever may, and nobody else: $method $url', async (route) => {
    for (const { role, enquiries, headers } of passes) {
      const { status, error } = await answerOf(route, headers);
      const refusal = refusalOf(route, { role, enquiries });
      if (refusal === undefined)
        expect([401, 'not-allowed', 'not-for-enquiries', 'foreign']).not.toContain(
          status === 401 ? status : error,
        );
      else
        expect({ role, enquiries, status, error }).toEqual({ role, enquiries, status: 403, error: refusal });
    }
  });
});

/** Why a route is not for somebody; undefined: it is. */
function refusalOf(route: StudioRoute, { role, enquiries }: Omit<Pass, 'headers'>): string | undefined {
  if (roles.indexOf(role) < roles.indexOf(route.role as Role)) return 'not-allowed';
  if (route.enquiries === undefined) return undefined;
  const rank = (right: EnquiryRight | undefined) => (right === undefined ? -1 : rights.indexOf(right));
  return rank(enquiries) < rank(route.enquiries) ? 'not-for-enquiries' : undefined;
}
