import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilesView, ImportAnswer, PushAnswer } from '../../src/api/exchange.ts';
import type { AuditListView } from '../../src/api/people.ts';
import { type ArchivedVersion, createSignedArchive } from '../../src/server/studio/exchange/archive.ts';
import {
  generateInstallationKey,
  type Installation,
  toInstallation,
} from '../../src/server/studio/exchange/installation.ts';
import { createProgramAccess } from '../support/program-access.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, inviteAndJoin, type StudioSession } from '../support/studio-session.ts';

const data = mkdtempSync(join(tmpdir(), 'slipway-exchange-'));
const env = { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword };
let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ env });
  owner = await programOf('owner');
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

/** A program with a token of a role. */
async function programOf(role: string): Promise<StudioSession> {
  const { token } = await createProgramAccess(server, role);
  return createStudioSession(server.url, { authorization: `Bearer ${token}` });
}

type Documents = Record<string, Record<string, unknown>>;

const documentsIn = ({ files }: FilesView): Documents =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, JSON.parse(text)]));

const filesOf = (of: string, whose = owner) => whose.get<FilesView>(`files?of=${of}`);

/** Returns the live documents with a changed text. */
async function withText(key: string, text: string): Promise<Documents> {
  const documents = documentsIn(await filesOf('live'));
  return { ...documents, 'texts/en.json': { ...documents['texts/en.json'], [key]: text } };
}

async function pushed(documents: unknown, more: object = {}, whose = owner): Promise<PushAnswer> {
  const { number } = await filesOf('live');
  const body = { format: 1, documents, base: { number, since: [] }, ...more };
  return (await whose.ask('POST', 'push', body)).json() as Promise<PushAnswer>;
}

/** Returns the files of the draft, without its number. */
const draftNow = async () => (await filesOf('draft')).files;

describe('documents that are pushed', () => {
  it('go into the draft as one change of whoever pushed them, noted for good, and outlast a restart', async () => {
    const answer = await pushed(await withText('optional', 'if you like'), { note: ' Friendlier ' });
    expect(answer).toMatchObject({ kind: 'pushed', files: ['texts/en.json'] });
    await server.stop();
    server = await startServer({ env });
    owner = await programOf('owner');
    expect(JSON.parse((await draftNow())['texts/en.json'] ?? '').optional).toBe('if you like');
    const { changes } = await owner.get<{ readonly changes: readonly unknown[] }>('draft');
    expect(changes.at(-1)).toMatchObject({
      title: { key: 'pushed-note', values: { note: 'Friendlier' } },
      name: 'owner',
      patches: [{ file: 'texts/en.json', path: ['optional'], after: 'if you like' }],
    });
    const { entries } = await owner.get<AuditListView>('audit?action=draft-pushed');
    expect(entries[0]).toMatchObject({
      about: 'texts/en.json',
      who: { name: 'owner', via: 'token' },
      details: { note: 'Friendlier' },
    });
    const again = await pushed(await withText('optional', 'if you like'));
    expect(again).toMatchObject({ kind: 'unchanged' });
  });

  it('at once are put together, or one hears what the other did', async () => {
    const [one, other] = [await withText('yes', 'Aye'), await withText('no', 'Nay')];
    const both = await Promise.all([pushed(one), pushed(other)]);
    expect(both.map(({ kind }) => kind)).toEqual(['pushed', 'pushed']);
    expect(JSON.parse((await draftNow())['texts/en.json'] ?? '')).toMatchObject({ yes: 'Aye', no: 'Nay' });
    const same = await Promise.all(
      ['One', 'Other'].map(async (text) => pushed(await withText('close', text))),
    );
    expect(same.map(({ kind }) => kind).sort()).toEqual(['conflict', 'pushed']);
    expect(same.find(({ kind }) => kind === 'conflict')).toMatchObject({
      conflicts: [{ file: 'texts/en.json', path: ['close'], base: 'Close' }],
    });
  });

  const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  it.each<readonly [string, object, number, object]>([
    ['of another format', { format: 2 }, 400, { kind: 'other-format', knows: 1 }],
    ['that are none', { documents: [] }, 400, { error: 'bad-request' }],
    ['of which there is none', { documents: {} }, 400, { kind: 'no-documents' }],
    ['outside of the folder', { documents: { '../rules.json': {} } }, 400, { file: '../rules.json' }],
    ['without a name', { documents: { '.json': {} } }, 400, { file: '.json' }],
    ['that are lists', { documents: { 'rules.json': [] } }, 400, { file: 'rules.json' }],
    ['nested too deep', { documents: { 'rules.json': { a: deep(101) } } }, 400, { file: 'rules.json' }],
    [
      'of a newer format',
      { documents: { 'rules.json': { $schema: 'meta/rules.v9.schema.json' } } },
      400,
      { file: 'rules.json' },
    ],
    [
      'that say what documents may hold',
      { documents: { 'meta/rules.schema.json': {} } },
      400,
      { file: 'meta/rules.schema.json' },
    ],
    ['of a version that is not there', { base: { number: 4711, since: [] } }, 409, { kind: 'unknown-base' }],
    ['of no version', { base: { number: 'live', since: [] } }, 400, { error: 'bad-request' }],
    ['of strange changes', { base: { number: 1, since: [{}] } }, 400, { error: 'bad-request' }],
    [
      'of changes that do not fit the version',
      { base: { number: 1, since: [{ file: 'ui.json', path: ['a', 'b'], before: 1, after: 2 }] } },
      409,
      { kind: 'unknown-base' },
    ],
    ['of changes nested too deep', { base: { number: 1, since: deep(200) } }, 400, { error: 'bad-request' }],
    ['too large', { note: 'x'.repeat(4_200_000) }, 413, {}],
  ])('%s are refused, and nothing is changed', async (_what, more, status, says) => {
    const before = await draftNow();
    const body = {
      format: 1,
      documents: await withText('yes', 'Y'),
      base: { number: 1, since: [] },
      ...more,
    };
    const answer = await owner.ask('POST', 'push', body);
    expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
      status,
      ...says,
    });
    expect(await draftNow()).toEqual(before);
  });

  it('with a key __proto__ are refused, and nothing is changed', async () => {
    const before = await draftNow();
    for (const text of [
      '{"format":1,"base":{"number":1,"since":[]},"documents":{"rules.json":{"__proto__":{"a":1}}}}',
      '{"format":1,"base":{"number":1,"since":[]},"documents":{"__proto__":{"a":1}}}',
      '{"format":1,"__proto__":{"documents":{}},"base":{"number":1,"since":[]}}',
    ]) {
      const { authorization } = { authorization: `Bearer ${(await createProgramAccess(server)).token}` };
      const { status } = await fetch(new URL('/studio/api/push', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: text,
      });
      expect(status).toBe(400);
    }
    expect(await draftNow()).toEqual(before);
  });

  it('are for those who may edit, within what they may', async () => {
    const viewer = await programOf('viewer');
    const refused = await viewer.ask('POST', 'push', {});
    expect({ status: refused.status, ...((await refused.json()) as object) }).toMatchObject({
      status: 403,
      error: 'not-allowed',
      needs: 'editor',
    });
    const session = createStudioSession(server.url, {
      cookie: (await createProgramAccess(server)).owner.cookie,
    });
    const sales = await inviteAndJoin(server.url, session, {
      name: 'Sally',
      role: 'editor',
      types: ['sales'],
    });
    const before = await draftNow();
    const documents = documentsIn(await filesOf('live'));
    const service = { ...documents['forms/service/schema.json'], title: 'Repairs' };
    const outside = await pushed({ ...documents, 'forms/service/schema.json': service }, {}, sales);
    expect(outside).toMatchObject({ error: 'outside-reach' });
    expect(await draftNow()).toEqual(before);
  });
});

describe('archives', () => {
  const staging = toInstallation(generateInstallationKey());

  async function sealed(
    documents: Documents,
    { number = 1, by = staging }: { readonly number?: number; readonly by?: Installation } = {},
  ): Promise<string> {
    const version: ArchivedVersion = { number, hash: '', by: 'anna', note: '', at: 0, documents };
    return createSignedArchive(version, by);
  }

  async function imported(archive: string, more: object = {}, whose = owner) {
    const answer = await whose.ask('POST', 'import', { archive, ...more });
    return { status: answer.status, ...((await answer.json()) as ImportAnswer) };
  }

  it('of this installation are what it exports, for publishers', async () => {
    const publisher = await programOf('publisher');
    const answer = await publisher.ask('GET', 'versions/1/archive');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="version-1.slipway"');
    const archive = await answer.text();
    expect(await imported(archive, { prefer: 'theirs' })).toMatchObject({
      from: { installation: (await filesOf('live')).installation, number: 1 },
    });
    expect((await (await programOf('editor')).ask('GET', 'versions/1/archive')).status).toBe(403);
    expect((await publisher.ask('GET', 'versions/4711/archive')).status).toBe(404);
    const { entries } = await owner.get<AuditListView>('audit?action=exported');
    expect(entries[0]).toMatchObject({ about: '1' });
  });

  it('of another are taken once an owner has said that it is trusted, and only then', async () => {
    const archive = await sealed(await withText('loading', 'Wait …'), { number: 5 });
    const before = await draftNow();
    expect(await imported(archive)).toEqual({
      status: 403,
      kind: 'untrusted',
      installation: staging.fingerprint,
    });
    const wrong = `SHA256:${'a'.repeat(43)}`;
    expect(await imported(archive, { trust: wrong })).toMatchObject({ status: 403, kind: 'untrusted' });
    const editor = await programOf('editor');
    expect(await imported(archive, { trust: staging.fingerprint }, editor)).toMatchObject({
      status: 403,
      error: 'not-allowed',
      needs: 'owner',
    });
    expect(await imported(archive, {}, editor)).toMatchObject({ kind: 'untrusted' });
    expect(await draftNow()).toEqual(before);
    expect(await imported(archive, { trust: staging.fingerprint })).toMatchObject({
      status: 200,
      kind: 'imported',
      files: ['texts/en.json'],
      from: { installation: staging.fingerprint, number: 5 },
    });
    const { entries } = await owner.get<AuditListView>('audit?action=imported');
    expect(entries[0]).toMatchObject({
      about: staging.fingerprint,
      details: { version: 5, isTrustedFromNow: true },
    });
    // Another key is another installation, whatever name it sends.
    const stranger = toInstallation(generateInstallationKey());
    const forged = await sealed(await withText('loading', 'Forged'), { number: 9, by: stranger });
    expect(await imported(forged)).toMatchObject({ kind: 'untrusted', installation: stranger.fingerprint });
  });

  it('that come again change nothing, and older ones are for whoever means them', async () => {
    const documents = await withText('loading', 'Wait …');
    const before = await draftNow();
    const editor = await programOf('editor');
    expect(await imported(await sealed(documents, { number: 5 }), {}, editor)).toMatchObject({
      status: 200,
      kind: 'unchanged',
    });
    const older = await sealed(await withText('loading', 'Older'), { number: 4 });
    expect(await imported(older)).toMatchObject({ status: 409, kind: 'older', last: 5 });
    expect(await draftNow()).toEqual(before);
    expect(await imported(older, { isOlderMeant: true })).toMatchObject({ kind: 'imported' });
  });

  it('meet what was done here since the last one field by field', async () => {
    const common = await withText('choose', 'Pick one');
    const first = await imported(await sealed(common, { number: 10 }), {
      prefer: 'ours',
      trust: staging.fingerprint,
    });
    expect(first).toMatchObject({ kind: 'imported' });
    const draft = documentsIn(await filesOf('draft'));
    const here = { ...draft['texts/en.json'], choose: 'Choose', 'none-found': 'Nothing here' };
    await pushed({ ...draft, 'texts/en.json': here }, { prefer: 'ours' });
    const there = { ...common['texts/en.json'], choose: 'Take one', 'no-choice': 'No idea' };
    const next = await sealed({ ...common, 'texts/en.json': there }, { number: 11 });
    const met = await imported(next);
    expect(met).toMatchObject({
      status: 409,
      kind: 'conflict',
      conflicts: [{ path: ['choose'], base: 'Pick one', ours: 'Take one', theirs: 'Choose' }],
    });
    expect(await imported(next, { prefer: 'theirs' })).toMatchObject({ kind: 'imported' });
    expect(JSON.parse((await draftNow())['texts/en.json'] ?? '')).toMatchObject({
      choose: 'Choose',
      'none-found': 'Nothing here',
      'no-choice': 'No idea',
    });
  });

  it('are looked at before they are taken: who made them, what they change, and where both meet', async () => {
    const text = 'What a trial would have';
    const archive = await sealed(await withText('choose', text), { number: 40 });
    const before = await draftNow();
    const look = async (path: string, more: object = {}, whose = owner) => {
      const answer = await whose.ask('POST', `import/${path}`, { archive, ...more });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    expect(await look('trial')).toMatchObject({
      status: 200,
      kind: 'tried',
      isOwn: false,
      files: expect.any(Array),
      from: { installation: staging.fingerprint, number: 40 },
      version: { by: 'anna' },
      conflicts: [{ file: 'texts/en.json', path: ['choose'], ours: text }],
    });
    expect(await look('trial', { prefer: 'ours' })).toMatchObject({ files: ['texts/en.json'] });
    const reported = JSON.stringify(await look('consequences', { prefer: 'ours' }));
    expect(reported).toContain(text);
    expect(JSON.stringify(await look('consequences', { prefer: 'theirs' }))).not.toContain(text);
    const editor = await programOf('editor');
    expect(await look('trial', { trust: staging.fingerprint }, editor)).toMatchObject({ status: 403 });
    const strange = await sealed(await withText('choose', text), {
      by: toInstallation(generateInstallationKey()),
    });
    expect(await look('trial', { archive: strange })).toMatchObject({ status: 403, kind: 'untrusted' });
    expect(await look('consequences', { archive: 'none' })).toMatchObject({
      status: 400,
      kind: 'no-archive',
    });
    expect(await draftNow()).toEqual(before);
  });

  const nested = JSON.parse(`{"rules.json":${'{"a":'.repeat(120)}1${'}'.repeat(120)}}`) as Documents;
  it.each<readonly [string, Documents]>([
    ['without documents', {}],
    ['nested too deep', nested],
    ['with a key __proto__', JSON.parse('{"rules.json":{"__proto__":{"a":1}}}')],
    ['with a document __proto__', JSON.parse('{"__proto__":{"a":1}}')],
    ['outside of the folder', { '../../etc/rules.json': {} }],
    ['of a newer format', { 'rules.json': { $schema: 'meta/rules.v9.schema.json' } }],
  ])('%s are refused though they are signed, and nothing is changed', async (_what, documents) => {
    const before = await draftNow();
    const number = 100;
    expect(await imported(await sealed(documents, { number }))).toMatchObject({
      status: 400,
      kind: 'no-documents',
    });
    expect(await draftNow()).toEqual(before);
    // Nothing of it was imported: a version with a lower number is still accepted.
    const fine = await sealed(await withText('close', 'Shut it'), { number: 12 });
    expect(await imported(fine, { prefer: 'theirs' })).not.toMatchObject({ kind: 'older' });
  });

  it.each([
    ['that is none', 'hello', 'no-archive'],
    ['of a newer format', '{"slipwayArchive":2}\n{}\n', 'other-format'],
    ['that is cut off', '{"slipwayArchive":1,"publicKey":"', 'no-archive'],
  ])('one %s is refused', async (_what, archive, kind) => {
    expect(await imported(archive)).toMatchObject({ status: 400, kind });
  });

  it('one that was changed, or is too large, is refused', async () => {
    const archive = await sealed(await withText('close', 'Shut'), { number: 20 });
    expect(await imported(archive.replace('Shut', 'Shot'))).toMatchObject({ status: 400, kind: 'damaged' });
    expect(await imported(`${archive}${' '.repeat(4_200_000)}`)).toMatchObject({ status: 413 });
  });
});
