import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  ContentSource,
  ContentSources,
  SourcedList,
  SourcesView,
  SourceTrial,
} from '../../src/api/content-sources.ts';
import type { ContentFolderView } from '../../src/api/studio.ts';
import { sampleEnquiry } from '../hostile/support/enquiry.ts';
import { readRawDemoContent } from '../support/content.ts';
import { type CmsAnswer, type FakeCms, startFakeCms } from '../support/content-server.ts';
import { readFrozenDocuments } from '../support/forms.ts';
import { postEnquiry } from '../support/send.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { openStudioClient, type StudioClient } from '../support/studio-client.ts';
import { studioPassword } from '../support/studio-password.ts';
import { inviteAndJoin } from '../support/studio-session.ts';

const token = 'the-token-of-the-cms';
const offices = readRawDemoContent()['offices.json'];

/** An item as a content management system has it. */
interface CmsOffice {
  readonly id: number | string;
  readonly attributes: {
    readonly name: string;
    readonly title?: string | null;
    readonly mail?: string | null;
  };
  readonly services: readonly { readonly key: string }[];
  readonly site: number | string | undefined;
}

const items = offices.map(
  ({ id, name, title, email, services, site }): CmsOffice => ({
    id,
    attributes: { name, ...(title && { title }), ...(email && { mail: email }) },
    services: (services ?? []).map((key) => ({ key })),
    site: site?.id ?? undefined,
  }),
);
const good = { data: { items } };
/** Returns an answer with other items. */
const answerWith = (change: (all: readonly CmsOffice[]) => readonly unknown[]) => ({
  data: { items: change(items) },
});

let cms: FakeCms;
let source: ContentSource;
let server: RunningServer;
let owner: StudioClient;
const data = mkdtempSync(join(tmpdir(), 'slipway-sources-'));

function createEnv(): Readonly<Record<string, string>> {
  return {
    SLIPWAY_DATA: data,
    SLIPWAY_STUDIO_PASSWORD: studioPassword,
    SLIPWAY_RATE_LIMIT: 'off',
    SLIPWAY_CONTENT_ORIGINS: `private:${cms.origin}=env:CMS_TOKEN https://10.0.0.1`,
    CMS_TOKEN: token,
  };
}

/** Starts the server on the data folder of the file. */
async function start(): Promise<void> {
  const sources: ContentSources = { offices: source };
  server = await startServer({
    env: createEnv(),
    content: { 'sources.json': sources },
    documents: readFrozenDocuments(),
  });
  owner = await openStudioClient(server);
}

beforeAll(async () => {
  cms = await startFakeCms(good);
  source = {
    url: `${cms.origin}/offices?locale=en`,
    everyMinutes: 60,
    list: 'data.items',
    fields: {
      id: { path: 'id' },
      name: { path: 'attributes.name' },
      title: { path: 'attributes.title' },
      email: { path: 'attributes.mail' },
      services: { path: 'services[].key' },
      'site.id': { path: 'site' },
    },
    header: { name: 'Authorization', prefix: 'Bearer ' },
  };
  await start();
});
afterAll(async () => {
  await server.stop();
  await cms.stop();
  rmSync(data, { recursive: true });
});
beforeEach(async () => {
  cms.answers(good);
  await update();
});

async function readList(): Promise<SourcedList> {
  const { sources } = await owner.get<ContentFolderView>('content');
  const list = sources.lists.offices;
  if (list === undefined) throw new Error('The offices come from no address');
  return list;
}

/** Requests the offices now, after the CMS was given another answer. */
async function update(answer?: CmsAnswer): Promise<SourcedList> {
  if (answer !== undefined) cms.answers(answer);
  const view = await owner.post<SourcesView>('content/sources/offices/update', {});
  const list = view.lists.offices;
  if (list === undefined) throw new Error('The offices come from no address');
  return list;
}

/** Returns true if visitors can choose an office. */
async function isOffered(name: string): Promise<boolean> {
  const page = await fetch(new URL('/contact', server.url));
  return (await page.text()).includes(name);
}

const sendJson =
  (value: unknown, headers: Readonly<Record<string, string>> = {}): CmsAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

describe('a list of the content from an address', () => {
  it('is requested with the token, which nobody sees, and mapped to entries', async () => {
    const { headers, url } = cms.requests.at(-1) ?? {};
    expect([url, headers?.authorization, headers?.accept]).toEqual([
      '/offices?locale=en',
      `Bearer ${token}`,
      'application/json',
    ]);
    const list = await readList();
    expect(list.entries?.[0]).toMatchObject({
      id: 1,
      name: 'Falmouth',
      site: { id: 101 },
      services: ['general', 'sales', 'service'],
    });
    expect(list).not.toHaveProperty('fault');
    expect(JSON.stringify(await owner.get('content')) + server.logged()).not.toContain(token);
  });

  it('shows visitors a change at once', async () => {
    const list = await update(
      answerWith((all) => [
        ...all,
        {
          id: 9000,
          attributes: { name: 'Newlyn pier', mail: 'newlyn@trevarrow.example' },
          services: [{ key: 'general' }],
          site: 101,
        },
      ]),
    );
    expect(list.fault).toBeUndefined();
    expect(await isOffered('Newlyn pier')).toBe(true);
    await update(good);
    expect(await isOffered('Newlyn pier')).toBe(false);
  });

  it('is asked for changes only, by both headers', async () => {
    const tags = { etag: '"v1"', 'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT' };
    await update(sendJson(good, tags));
    const { goodAt } = await update((response) => response.writeHead(304).end());
    const { headers } = cms.requests.at(-1) ?? {};
    expect([headers?.['if-none-match'], headers?.['if-modified-since']]).toEqual([
      '"v1"',
      tags['last-modified'],
    ]);
    expect(goodAt).toBeGreaterThan(0);
    expect((await readList()).entries).toHaveLength(items.length);
  });

  const pageOffice = answerWith((all) => all.filter(({ id }) => id !== 12));
  const waitingOffice = answerWith((all) => all.filter(({ id }) => id !== 14));

  it.each<readonly [string, CmsAnswer, object]>([
    [
      'HTML',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>'),
      { code: 'not-json', values: { detail: 'text/html' } },
    ],
    [
      'HTML that calls itself JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<p>'),
      { code: 'not-json' },
    ],
    [
      'half a text',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(good).slice(0, 5000)),
      { code: 'broken-json' },
    ],
    [
      'nothing',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(),
      { code: 'not-json' },
    ],
    ['a connection that ends', (response) => response.destroy(), { code: 'no-connection' }],
    ['an error', (response) => response.writeHead(503).end(), { code: 'status', values: { status: 503 } }],
    [
      'a refused token',
      (response) => response.writeHead(401).end(),
      { code: 'token-refused', values: { status: 401 } },
    ],
    [
      'a redirect to another host',
      (response) => response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
      { code: 'redirect' },
    ],
    [
      'a redirect without an end',
      (response) => response.writeHead(302, { location: '/again' }).end(),
      { code: 'redirect' },
    ],
    ['another list', { data: { things: [] } }, { code: 'no-list', values: { path: 'data.items' } }],
    ['an empty list', answerWith(() => []), { code: 'empty', values: { before: offices.length } }],
    [
      'half a list',
      answerWith((all) => all.slice(0, 60)),
      { code: 'shrunk', values: { count: 60, lost: offices.length - 60 } },
    ],
    [
      'duplicate ids',
      answerWith((all) => [...all, ...all.slice(0, 1)]),
      { code: 'misfit', problems: [{ entry: 'Falmouth - Yard and head office', path: 'id' }] },
    ],
    [
      'an entry without a name',
      answerWith((all) => [{ id: 9001, attributes: {}, services: [{ key: 'general' }], site: 101 }, ...all]),
      { code: 'invalid', problems: [{ entry: '9001', reason: '"name" is missing' }] },
    ],
    [
      'an office that a page needs less',
      pageOffice,
      {
        code: 'misfit',
        problems: expect.arrayContaining([
          { entry: 'Trevarrow Plymouth', path: 'offices.0', reason: expect.stringContaining('12') },
        ]),
      },
    ],
    [
      '__proto__',
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"data":{"items":[],"__proto__":{}}}'),
      { code: 'broken-json' },
    ],
  ])('stays as it was where the CMS answers %s', async (_what, answer, fault) => {
    const list = await update(answer);
    expect(list.fault).toMatchObject(fault);
    expect(list.fault?.since).toBeGreaterThan(0);
    expect(list.entries).toHaveLength(items.length);
    expect(await isOffered('Falmouth')).toBe(true);
    expect((await owner.draft()).faultySources).toEqual(['offices']);
    expect(server.logged()).toContain('"event":"content-not-updated"');
    expect((await update(good)).fault).toBeUndefined();
  });

  it('reads no more of an endless body than it may', async () => {
    const list = await update((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(1_048_576, ' ');
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      write();
    });
    expect(list.fault).toMatchObject({ code: 'too-large', values: { megabytes: 10 } });
  });

  it('waits for a person where enquiries wait for an office that is gone, and then takes it', async () => {
    const { body: sent } = await postEnquiry(server.url, { ...sampleEnquiry, office_location: '14' });
    expect(sent.extensions?.reference).toBeDefined();
    const { fault } = await update(waitingOffice);
    expect(fault).toMatchObject({ code: 'waiting', values: { count: 1 } });
    const editor = await inviteAndJoin(server.url, owner, { name: 'Editor', role: 'editor' });
    const body = { hash: fault?.accept };
    expect((await editor.ask('POST', 'content/sources/offices/accept', body)).status).toBe(403);
    const view = await owner.post<SourcesView>('content/sources/offices/accept', body);
    expect(view.lists.offices?.entries).toHaveLength(items.length - 1);
    expect(view.lists.offices?.fault).toBeUndefined();
    const { entries } = await owner.get<{ readonly entries: readonly { readonly action: string }[] }>(
      'audit',
    );
    expect(entries.map(({ action }) => action)).toContain('content-accepted');
  });

  it('accepts nothing but the list that the person saw', async () => {
    const { fault } = await update(answerWith((all) => all.slice(0, 60)));
    cms.answers(answerWith((all) => all.slice(0, 50)));
    const view = await owner.post<SourcesView>('content/sources/offices/accept', { hash: fault?.accept });
    expect(view.lists.offices?.fault).toMatchObject({ code: 'shrunk', values: { count: 50 } });
    expect(view.lists.offices?.entries).toHaveLength(items.length);
  });

  it('has its last good copy after a restart, also while the CMS is away', async () => {
    await update(
      answerWith((all) => [
        ...all,
        {
          id: 9000,
          attributes: { name: 'Newlyn pier', mail: 'newlyn@trevarrow.example' },
          services: [{ key: 'general' }],
          site: 101,
        },
      ]),
    );
    await server.stop();
    cms.answers((response) => response.destroy());
    await start();
    expect(await isOffered('Newlyn pier')).toBe(true);
  });
});

describe('a source in the draft', () => {
  const document = 'content/sources.json';

  it('is edited by owners only', async () => {
    const publisher = await inviteAndJoin(server.url, owner, { name: 'Pat', role: 'publisher' });
    const { draft } = await owner.draft();
    const change = {
      id: 'x',
      title: { key: 'json', values: {} },
      patches: [{ file: document, path: [], after: {} }],
    };
    const answer = await publisher.ask('POST', 'changes', { draft, by: 'x', change });
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: 'outside-reach', outside: [document], needs: 'owner' },
    ]);
    expect((await publisher.ask('POST', 'content/sources/events/try', { source })).status).toBe(403);
  });

  it('is tried out before it is used, and used at once when it is published', async () => {
    const events = [{ name: 'Open day', on: '2099-05-01T10:00:00Z', host: 'www.trevarrow.example' }];
    cms.answers({ events });
    const trial = (given: object) =>
      owner.post<SourceTrial>('content/sources/events/try', { source: { ...given } });
    const plain = { url: `${cms.origin}/events`, everyMinutes: 5 };
    expect(await trial(plain)).toMatchObject({
      fault: { code: 'no-list' },
      lists: [{ path: 'events', count: 1 }],
    });
    expect(await trial({ ...plain, list: 'events' })).toMatchObject({
      fault: { code: 'invalid' },
      paths: [{ path: 'name', example: 'Open day' }, { path: 'on' }, { path: 'host' }],
    });
    const mapped: ContentSource = {
      ...plain,
      list: 'events',
      fields: {
        title: { path: 'name' },
        startsOn: { path: 'on' },
        domain: { constant: 'www.trevarrow.example' },
      },
    };
    const made = await trial(mapped);
    expect(made).toMatchObject({
      count: 1,
      entries: [{ title: 'Open day', startsOn: '2099-05-01', domain: 'www.trevarrow.example' }],
      added: ['Open day'],
    });
    expect(made.removed.length).toBeGreaterThan(0);
    const before = cms.requests.length;
    const after = JSON.parse(JSON.stringify({ offices: source, events: mapped }));
    await owner.change(() => [{ file: document, path: [], after }]);
    expect(await owner.publish({ note: 'Events from the CMS' })).toMatchObject({ kind: 'published' });
    const view = await owner.get<ContentFolderView>('content');
    expect(view.sources.lists.events?.entries).toHaveLength(1);
    expect(cms.requests.length - before).toBeLessThan(4);
  });

  it('may ask only origins that the operator allows, and no private address without his word', async () => {
    const trial = async (url: string, header?: object) => {
      const given = { url, everyMinutes: 5, ...(header && { header }) };
      return (await owner.post<SourceTrial>('content/sources/events/try', { source: given })).fault;
    };
    expect(await trial('http://169.254.169.254/latest')).toMatchObject({ code: 'not-allowed' });
    expect(await trial(`${cms.origin.replace('127.0.0.1', 'localhost')}/`)).toMatchObject({
      code: 'not-allowed',
    });
    expect(await trial('https://10.0.0.1/x')).toMatchObject({ code: 'private-address' });
    expect(await trial('https://10.0.0.1/x', { name: 'X-Key' })).toMatchObject({ code: 'no-token' });
    expect(await trial('file:///etc/passwd')).toMatchObject({ code: 'invalid', problems: [{ path: 'url' }] });
    expect(await trial(`${cms.origin}/x`, { name: 'Host' })).toMatchObject({ code: 'invalid' });
  });

  it('leaves no token on the disk', () => {
    const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes(token)).toBe(false);
  });
});
