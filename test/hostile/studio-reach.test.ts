import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setText } from '../../engine/editing/index.ts';
import type { FilesView } from '../../src/api/exchange.ts';
import type { DraftView } from '../../src/api/studio.ts';
import type { VersionListView } from '../../src/api/versions.ts';
import { withoutRules } from '../support/forms.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { listStudioRoutes } from '../support/studio-routes.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-reach-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword, SLIPWAY_RATE_LIMIT: 'off' };
let server: RunningServer;
let owner: StudioSession;
/** A publisher limited to the service form. */
let sarah: StudioSession;

const draftOf = (session: StudioSession) => session.get<DraftView>('draft');

async function changeText(session: StudioSession, key: string, text: string, more: object = {}) {
  const { draft, documents } = await draftOf(session);
  const patches = setText(documents, { locale: 'en', key }, text);
  const change = { id: crypto.randomUUID(), title: { key: 'text' }, patches, ...more };
  return session.ask('POST', 'changes', { draft, by: 'one', change });
}

async function publish(session: StudioSession, more: object = {}) {
  const { draft, version } = await draftOf(session);
  return session.ask('POST', 'publish', { draft, version, page: 'one', note: 'x', isWarned: true, ...more });
}

const atTime = { at: '2030-01-07T09:00', timeZone: 'Europe/Paris' };

/**
 * Returns the draft, the live version and scheduled versions, to check that nobody without scope changed
 * them.
 */
async function standing() {
  const [draft, live, { versions }] = await Promise.all([
    draftOf(owner),
    owner.get<FilesView>('files?of=live'),
    owner.get<VersionListView>('versions'),
  ]);
  const states = versions.map(({ number, state, hash }) => [number, state, hash]);
  return { files: draft.documents, collisions: draft.collisions, live, states };
}

beforeAll(async () => {
  server = await startServer({ documents: withoutRules, env });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  await changeText(owner, 'close', 'Shut');
  await changeText(owner, 'optional', 'if you like');
  expect(await (await publish(owner)).json()).toMatchObject({ kind: 'published', version: { number: 2 } });
  // Scheduled versions concern every form.
  await changeText(owner, 'close', 'Shut it');
  expect(await (await publish(owner, atTime)).json()).toMatchObject({ kind: 'scheduled' });
  // The draft is compared with a version that becomes live meanwhile.
  await changeText(owner, 'optional', 'as you wish');
  const restored = await owner.ask('POST', 'restore', { number: 1, note: 'x', isWarned: true });
  expect(await restored.json()).toMatchObject({ kind: 'published' });
  await changeText(owner, 'submit', 'Go');
  sarah = await inviteAndJoin(server.url, owner, { name: 'Sarah', role: 'publisher', types: ['service'] });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

const collisionId = async () => (await draftOf(owner)).collisions[0]?.change.id;
const withinText = 'forms.service.fields.upload.label';

/** Every route that changes forms, with targets outside of the scope. */
const tries: Readonly<Record<string, readonly (() => Promise<Response>)[]>> = {
  'POST /studio/api/changes': [
    () => changeText(sarah, 'close', 'Go away'),
    async () => changeText(sarah, withinText, 'Photos', { settles: await collisionId() }),
  ],
  'POST /studio/api/settle': [async () => sarah.ask('POST', 'settle', { id: await collisionId() })],
  'POST /studio/api/publish': [() => publish(sarah), () => publish(sarah, atTime)],
  'POST /studio/api/restore': [
    () => sarah.ask('POST', 'restore', { number: 2, note: '', isWarned: true }),
    () => sarah.ask('POST', 'restore', { number: 2, note: '', isWarned: true, ...atTime }),
  ],
  'DELETE /studio/api/versions/:number': [() => sarah.ask('DELETE', 'versions/3')],
  'POST /studio/api/push': [
    async () => {
      const { files, number } = await owner.get<FilesView>('files?of=2');
      const documents = Object.fromEntries(
        Object.entries(files).map(([file, text]) => [file, JSON.parse(text)]),
      );
      const base = { number: number === 2 ? 1 : number, since: [] };
      return sarah.ask('POST', 'push', { format: 1, documents, base, prefer: 'ours' });
    },
  ],
  'POST /studio/api/import': [() => imports('import')],
  'POST /studio/api/import/trial': [() => imports('import/trial')],
  'POST /studio/api/import/consequences': [() => imports('import/consequences')],
};

async function imports(path: string): Promise<Response> {
  const archive = await (await owner.ask('GET', 'versions/2/archive')).text();
  return sarah.ask('POST', path, { archive, prefer: 'ours' });
}

/**
 * Those that change no form: a send from a preview is a dry run, a converted form is sent back, a link shows what its
 * maker may edit, and a request to publish only says so. Sources of content are refused to everybody with limits.
 */
const harmless = [
  'DELETE /studio/api/preview-links/:id',
  'POST /studio/api/preview-links',
  'POST /studio/api/review',
  'POST /studio/api/review/return',
  'POST /studio/api/review/withdraw',
  'POST /studio/api/content/sources/:list/accept',
  'POST /studio/api/content/sources/:list/update',
  'POST /studio/api/form-import',
  'POST /studio/api/preview',
  'POST /studio/preview/graphql',
  'POST /studio/preview/upload',
  'PUT /studio/preview/upload/:file',
];

describe('whoever is limited to an enquiry type', () => {
  it('is tried at every route by which editors and publishers change something', async () => {
    const changing = (await listStudioRoutes()).filter(
      ({ method, role }) => method !== 'GET' && (role === 'editor' || role === 'publisher'),
    );
    const known = [...Object.keys(tries), ...harmless];
    expect(changing.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(tries))('changes nothing outside of it: %s', async (_route, all) => {
    const before = await standing();
    expect(before.collisions).not.toEqual([]);
    for (const ask of all) {
      const response = await ask();
      expect([response.status, await response.json()]).toMatchObject([
        403,
        {
          error: 'outside-reach',
          outside: expect.arrayContaining([expect.stringContaining('texts/en.json')]),
        },
      ]);
    }
    expect(await standing()).toEqual(before);
  });

  it('does all of it inside', async () => {
    expect((await changeText(sarah, withinText, 'Photos of your boat')).status).toBe(200);
    const id = await collisionId();
    expect((await owner.ask('POST', 'settle', { id })).status).toBe(200);
  });

  it.each(['accept', 'update'])('does not %s lists of the content', async (action) => {
    const response = await sarah.ask('POST', `content/sources/offices/${action}`, { hash: 'x' });
    expect([response.status, await response.json()]).toMatchObject([403, { error: 'outside-reach' }]);
  });
});
