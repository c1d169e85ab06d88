import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { type StudioRoute, studioRouteList } from '../support/studio-routes.ts';

/** Every route of the studio, and the least that may use it. */
const table: Readonly<Record<string, StudioRoute['role']>> = {
  'GET /studio': 'everybody',
  'GET /studio/*': 'everybody',
  'POST /studio/api/sign-in': 'everybody',
  'POST /studio/api/sign-out': 'everybody',
  'GET /studio/api/arrivals': 'viewer',
  'GET /studio/api/compared': 'viewer',
  'GET /studio/api/consequences': 'viewer',
  'GET /studio/api/differing': 'viewer',
  'GET /studio/api/draft': 'viewer',
  'GET /studio/api/events': 'viewer',
  'GET /studio/api/me': 'viewer',
  'GET /studio/api/preview': 'viewer',
  'GET /studio/api/rules': 'viewer',
  'GET /studio/forms-of-draft/:hash/:module': 'viewer',
  'GET /studio/preview': 'viewer',
  'GET /studio/preview/second': 'viewer',
  'POST /studio/api/expectation': 'viewer',
  'POST /studio/api/presence': 'viewer',
  'POST /studio/api/reasons': 'viewer',
  'POST /studio/api/rule-choices': 'viewer',
  'POST /studio/api/rule-effect': 'viewer',
  'POST /studio/api/situations': 'viewer',
  'GET /studio/api/rehearsal': 'editor',
  'POST /studio/api/changes': 'editor',
  'POST /studio/preview/graphql': 'editor',
  'POST /studio/preview/upload': 'editor',
  'PUT /studio/preview/upload/:file': 'editor',
  'POST /studio/api/publish': 'publisher',
};

const routes = await studioRouteList();
const keyOf = ({ method, url }: StudioRoute) => `${method} ${url}`;

let server: RunningServer;
let cookie = '';
const data = mkdtempSync(join(tmpdir(), 'slipway-studio-routes-'));
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  const { headers } = await fetch(new URL('/studio/api/sign-in', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: studioPassword }),
  });
  cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

/** What a route answers; of one that never ends its status alone. */
async function statusOf(
  { method, url }: StudioRoute,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const ending = new AbortController();
  const path = url.replaceAll(/:\w+|\*$/g, 'x');
  const { status } = await fetch(new URL(path, server.url), {
    method,
    headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { body: '{}' }),
    signal: ending.signal,
  });
  ending.abort();
  return status;
}

it('stands in the table above with whom it is for: every route of the studio', () => {
  expect(Object.fromEntries(routes.map((route) => [keyOf(route), route.role]))).toEqual(table);
});

const closed = routes.filter(({ role }) => role !== 'everybody');
const changing = routes.filter(({ method }) => method !== 'GET');

describe('the studio', () => {
  it.each(closed)('lets in nobody who is not signed in: $method $url', async (route) => {
    const forged = ['', 'slipway-studio=forged.forged', `${cookie}x`];
    for (const given of forged) expect(await statusOf(route, { cookie: given })).toBe(401);
  });

  it.each(changing)('takes nothing from another site’s page: $method $url', async (route) => {
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await statusOf(route, { cookie, 'sec-fetch-site': site })).toBe(403);
  });

  it.each(closed)('lets in an owner: $method $url', async (route) => {
    expect([401, 403]).not.toContain(await statusOf(route, { cookie }));
  });
});
