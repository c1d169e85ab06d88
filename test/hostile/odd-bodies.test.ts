import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DraftView } from '../../src/api/studio.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { listStudioRoutes } from '../support/studio-routes.ts';
import { createStudioSession, ownPage, type StudioSession, signInTo } from '../support/studio-session.ts';

let server: RunningServer;
let owner: StudioSession;
let view: DraftView;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' } });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  view = await owner.get<DraftView>('draft');
});
afterAll(() => server.stop());

/** Values that break programs without type checks. */
const oddValues: readonly unknown[] = [{ toString: 1, a: 1 }, 5.5, null];

/** Deeper than the call stack. */
const deepBodies = ['['.repeat(5000) + ']'.repeat(5000), `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`];

/** These end the session, or respond with a photo. */
const leftOut = ['/studio/api/sign-out', '/studio/preview/upload/:file', '/studio/api/me/sessions'];

describe('the routes of the studio', () => {
  it('refuse a body that is none of theirs as that, member by member', async () => {
    const routes = (await listStudioRoutes()).filter(
      ({ method, url }) => ['POST', 'PUT'].includes(method) && !leftOut.includes(url),
    );
    expect(routes.flatMap(({ members }) => members).length).toBeGreaterThan(60);
    const broken: string[] = [];
    for (const { method, url, members } of routes) {
      const whole: readonly unknown[] = [...oddValues, 'text', {}];
      const bodies = [
        ...whole,
        ...members.flatMap((member) => oddValues.map((value) => ({ [member]: value }))),
        Object.fromEntries(members.map((member) => [member, { toString: 1 }])),
      ];
      const address = new URL(url.replaceAll(/:\w+/g, '1'), server.url);
      for (const body of [...bodies.map((one) => JSON.stringify(one)), ...deepBodies]) {
        const response = await fetch(address, {
          method,
          body,
          headers: { ...ownPage, cookie: owner.cookie },
        });
        const message = await response.text();
        if (response.status >= 500) broken.push(`${response.status} ${method} ${url} ${body}: ${message}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('show a preview in a language that there cannot be', async () => {
    for (const locale of ['__proto__', 'constructor', '%00', 'x'.repeat(300), '-'])
      expect(
        (await fetch(`${server.url}/studio/preview?locale=${locale}`, { headers: { cookie: owner.cookie } }))
          .status,
      ).toBe(200);
  });

  it.each<readonly [string, object, string]>([
    ['undoes', { undoes: 5 }, '/change/undoes" of its body must be array'],
    ['undoes', { undoes: true }, '/change/undoes'],
    ['undoes', { undoes: [5] }, '/change/undoes/0'],
    ['redoes', { redoes: {} }, '/change/redoes'],
    ['group', { group: 5 }, '/change/group'],
    ['settles', { settles: 5 }, '/change/settles'],
    [
      'a value of the title',
      { title: { key: 'text', values: { field: { a: 1 } } } },
      '/change/title/values/field',
    ],
    ['title', { title: { key: 'text', values: [] } }, '/change/title/values'],
    ['behind', { patches: [{ file: 'rules.json', path: [], behind: 5 }] }, '/change/patches/0/behind'],
    ['patches', { patches: [] }, '/change/patches'],
    ['id', { id: 5 }, '/change/id'],
  ])('take no change whose %s is wrong: %j', async (_what, members, place) => {
    const { draft, documents } = view;
    const { 'rules.json': before } = documents as { readonly [file: string]: unknown };
    const patches = [{ file: 'rules.json', path: [], before, after: before }];
    const change = { id: crypto.randomUUID(), title: { key: 'text' }, patches, ...members };
    const response = await owner.ask('POST', 'changes', { draft, by: 'one', change });
    expect([response.status, await response.json()]).toEqual([
      400,
      { kind: 'refused', reason: 'no-change', message: expect.stringContaining(place) },
    ]);
  });

  it('have taken none of it', async () => {
    expect((await owner.get<DraftView>('draft')).version).toBe(0);
  });
});
