import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setFieldText } from '../../engine/editing/index.ts';
import type { Documents } from '../../engine/index.ts';
import type { FilesView, ImportAnswer } from '../../src/api/exchange.ts';
import type { ChangeAnswer, DraftView, PreviewView } from '../../src/api/studio.ts';
import type { PublishAnswer } from '../../src/api/versions.ts';
import { runStatements } from '../../src/server/store/postgres/testing/temporary-database.ts';
import { createServerGroup, type ServerGroup } from '../support/server-group.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { receiveStudioEvents } from '../support/studio-events.ts';
import { createStudioSession, type StudioSession, signInTo } from '../support/studio-session.ts';

const ends: (() => Promise<void>)[] = [];
let together: ServerGroup;
let servers: readonly [ServerProcess, ServerProcess];
/** The cookie of a person who signed in to the first server, for requests to either. */
let cookie = '';
let one: StudioSession;
let two: StudioSession;
beforeAll(async () => {
  together = await createServerGroup((end) => ends.push(end));
  servers = await Promise.all([together.start(), together.start()]);
  cookie = await signInTo(servers[0].url);
  one = createStudioSession(servers[0].url, { cookie });
  two = createStudioSession(servers[1].url, { cookie });
});
afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

const fields = ['phone', 'email', 'message', 'name'] as const;

const labelled = (documents: Documents, field: string, text: string) =>
  setFieldText(documents, { type: 'service', field }, { part: 'label', locale: 'en', reach: 'all', text });

/** Changes the label of a field, based on the requester's draft. */
function labelling(
  asked: StudioSession,
  { draft, documents }: Pick<DraftView, 'draft' | 'documents'>,
  [field, text]: readonly [string, string],
): Promise<ChangeAnswer> {
  const change = { id: randomUUID(), title: { key: 'text' }, patches: labelled(documents, field, text) };
  return asked.post<ChangeAnswer>('changes', { draft, by: 'page', change });
}

const draftOf = (asked: StudioSession) => asked.get<DraftView>('draft');

const pageOf = async ({ url }: ServerProcess) =>
  (await fetch(new URL('/contact?enquiryType=service', url))).text();

const publish = async (asked: StudioSession): Promise<PublishAnswer> => {
  const { draft, version } = await draftOf(asked);
  return asked.post('publish', { draft, version, page: 'page', isWarned: true });
};

describe('the studio of two servers of one database', () => {
  it('takes changes by either, in turns and at once, and each hears of what the other did', async () => {
    const heard = await receiveStudioEvents(servers[1].url, { cookie, page: 'other' });
    const begun = await draftOf(one);
    expect((await draftOf(two)).draft).toBe(begun.draft);
    for (const [at, asked] of [one, two, one, two].entries())
      expect(await labelling(asked, await draftOf(two), ['phone', `Turn ${at}`])).toMatchObject({
        kind: 'taken',
        change: { version: at + 1 },
      });
    await expect.poll(() => heard.of('change').map(({ change }) => change.version)).toEqual([1, 2, 3, 4]);

    const known = await draftOf(one);
    const answers = await Promise.all(
      fields.map((field, at) => labelling(at % 2 === 0 ? one : two, known, [field, `At once ${field}`])),
    );
    expect(answers.map(({ kind }) => kind)).toEqual(fields.map(() => 'taken'));
    // The same position with the same former value: the later request is refused, whichever server had the
    // first.
    for (const asked of [one, two])
      expect(await labelling(asked, known, ['phone', 'Met'])).toMatchObject({ kind: 'conflict' });
    const [ofOne, ofTwo] = [await draftOf(one), await draftOf(two)];
    expect(ofTwo.documents).toEqual(ofOne.documents);
    expect(ofTwo.changes.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('draws a preview by one, and has its schema and what the draft changes from the other', async () => {
    await labelling(one, await draftOf(one), ['phone', 'Drawn by the other']);
    const preview = await two.get<PreviewView>('preview?site=119&type=service');
    expect(JSON.stringify(preview)).toContain('Drawn by the other');
    for (const view of [preview, await two.get<PreviewView>('preview?site=119&type=service&of=live')]) {
      const address = view.kind === 'form' ? view.form.validators.replace(':type', 'service') : '';
      const module = await fetch(new URL(address, servers[0].url), { headers: { cookie } });
      expect([address, module.status]).toEqual([address, 200]);
    }
    const { draft, version } = await draftOf(two);
    await labelling(two, await draftOf(two), ['phone', 'Compared by the other']);
    const query = new URLSearchParams({ from: 'live', to: 'draft', draft, version: String(version + 1) });
    expect(await one.get(`consequences?${query}`)).toMatchObject({ kind: 'consequences' });
  });

  it('publishes by one what was edited through the other, and both serve it', async () => {
    const heard = await receiveStudioEvents(servers[0].url, { cookie, page: 'other' });
    await labelling(one, await draftOf(one), ['phone', 'Published by the other']);
    expect(await publish(two)).toMatchObject({ kind: 'published' });
    for (const server of servers) await expect.poll(() => pageOf(server)).toContain('Published by the other');
    const [next, ofOther] = [await draftOf(one), await draftOf(two)];
    expect([next.draft, next.published.hash]).toEqual([ofOther.draft, ofOther.published.hash]);
    expect(next).toMatchObject({ changes: [], collisions: [] });
    await expect
      .poll(() => heard.of('other-draft'))
      .toContainEqual({ kind: 'other-draft', page: 'page', draft: next.draft });
  });

  it('is one installation: who trusts what one has exported takes what the other has', async () => {
    const archives = await Promise.all(
      [one, two].map(async (asked) => (await asked.ask('GET', 'versions/2/archive')).text()),
    );
    const [first = '', second = ''] = archives;
    const files = await one.get<FilesView>('files?of=live');
    const production = await (await createServerGroup()).start();
    const owner = createStudioSession(production.url, { cookie: await signInTo(production.url) });
    const take = async (archive: string, more = {}) =>
      (await (await owner.ask('POST', 'import', { archive, ...more })).json()) as ImportAnswer;
    expect(await take(first)).toEqual({ kind: 'untrusted', installation: files.installation });
    expect(await take(first, { trust: files.installation })).toMatchObject({ kind: 'imported' });
    expect(await take(second)).toMatchObject({ kind: 'unchanged' });
    const keys = servers.map(({ data }) => existsSync(join(data, 'studio/installation-key.pem')));
    expect(keys).toEqual([false, false]);
    expect(
      JSON.stringify(await runStatements(together.url, 'SELECT * FROM installation_keys')),
    ).not.toContain('PRIVATE KEY');
  });

  it('has what one has acknowledged before it was killed, and not who was in it by that one', async () => {
    const heard = await receiveStudioEvents(servers[1].url, { cookie, page: 'left' });
    await receiveStudioEvents(servers[0].url, { cookie, page: 'gone' });
    await two.post('presence', { page: 'gone', place: '/studio/forms/sales' });
    const gone = { page: 'gone', name: 'owner', place: '/studio/forms/sales' };
    const last = () => heard.of('presence').at(-1);
    await expect.poll(() => heard.of('presence').flatMap(({ here }) => here)).toContainEqual(gone);

    const taken = await labelling(one, await draftOf(one), ['phone', 'Acknowledged']);
    await servers[0].kill();
    expect(taken).toMatchObject({ kind: 'taken' });
    expect((await draftOf(two)).changes.at(-1)).toEqual(taken.kind === 'taken' && taken.change);
    await expect.poll(() => heard.of('change')).toHaveLength(1);
    await expect.poll(last).toMatchObject({ count: 1, gone: ['gone'] });
  });
});
