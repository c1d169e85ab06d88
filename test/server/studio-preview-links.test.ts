import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditListView } from '../../src/api/people.ts';
import type {
  CommentsView,
  PreviewLinkListView,
  PreviewLinkRequest,
  PreviewLinkView,
} from '../../src/api/review.ts';
import type { DraftView } from '../../src/api/studio.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';

const env = { SLIPWAY_STUDIO_PASSWORD: studioPassword };
const query = { site: '101', placement: 'inline', locale: 'de', type: 'general' } as const;

let server: RunningServer;
let owner: StudioSession;
beforeAll(async () => {
  server = await startServer({ env, documents: {} });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(() => server.stop());

async function share(changes: Partial<PreviewLinkRequest> = {}, by = owner): Promise<PreviewLinkView> {
  return by.post('preview-links', { query, days: 7, isFrozen: true, acceptsComments: true, ...changes });
}

/** Requests an address of a link, or below it, as somebody without a session. */
function visit({ address = '' }: PreviewLinkView, path = '', init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(address);
  return fetch(server.url + pathname + path, { redirect: 'manual', ...init });
}

/** Posts a form to a link as a browser without scripts does. */
function postForm(link: PreviewLinkView, path: string, values: Readonly<Record<string, string>>) {
  return visit(link, path, { method: 'POST', body: new URLSearchParams(values) });
}

/** Changes the text of the submit button in the draft. */
async function changeLabel(text: string): Promise<void> {
  const { draft, documents } = await owner.get<DraftView>('draft');
  const texts = Object(documents['texts/de.json']) as Readonly<Record<string, string>>;
  const patch = { file: 'texts/de.json', path: ['send-message'], before: texts['send-message'], after: text };
  const change = { id: crypto.randomUUID(), title: { key: 'json' }, patches: [patch] };
  const answer = await owner.ask('POST', 'changes', { draft, by: 'page', change });
  expect(await answer.json()).toMatchObject({ kind: 'taken' });
}

describe('a link to a preview', () => {
  it('shows the form without a session, marked in the languages of the page and of its reader, and unlisted', async () => {
    const link = await share();
    const response = await visit(link, '', { headers: { 'accept-language': 'fr' } });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<html lang="de"');
    expect(html).toMatch(/<title>Vorschau – nicht online \| /);
    expect(html).toContain('aria-label="Vorschau – nicht online"');
    expect(html).toContain('<strong>Aperçu – pas en ligne</strong>');
    expect(html).toContain('name="email"');
    expect(response.headers.get('x-robots-tag')).toContain('noindex');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('set-cookie')).toBeNull();
    const [listed] = (await owner.get<PreviewLinkListView>('preview-links')).links;
    expect(listed).toMatchObject({ id: link.id, opened: 1, isFrozen: true, by: { name: 'owner' } });
    const [entry] = (await owner.get<AuditListView>('audit')).entries;
    expect(entry).toMatchObject({ action: 'preview-shared', about: 'general' });
    expect(JSON.stringify(entry) + server.logged()).not.toContain(link.address?.split('/').at(-1));
  });

  it('shows the draft of its time or of now, as its maker chose', async () => {
    const [frozen, changing] = [await share(), await share({ isFrozen: false })];
    await changeLabel('Absenden nach Änderung');
    expect(await (await visit(frozen)).text()).not.toContain('Absenden nach Änderung');
    expect(await (await visit(changing)).text()).toContain('Absenden nach Änderung');
  });

  it('loads what its page needs, and judges what it sends without storing it', async () => {
    const link = await share();
    const html = await (await visit(link)).text();
    const { pathname: base } = new URL(link.address ?? '');
    const part = new RegExp(`${base}(/parts/[\\w-]+\\.js)`).exec(html)?.[1] ?? '';
    const modules = new RegExp(`${base}(/forms/[\\w-]+/:type\\.js)`).exec(html)?.[1] ?? '';
    expect((await visit(link, part)).status).toBe(200);
    const validators = await visit(link, modules.replace(':type', 'general'));
    expect(validators.headers.get('content-type')).toContain('javascript');
    const bad = await postForm(link, '', { enquiry_type: '3', email: 'nobody', 'slipway-key': 'x' });
    expect(bad.status).toBe(422);
    expect(await bad.text()).toContain('aria-invalid="true"');
    const good = await postForm(link, '', {
      enquiry_type: '3',
      name: 'Ada Lane',
      email: 'ada@example.org',
      message: 'Is this the real form?',
      office_location: '1',
    });
    expect([good.status, await server.enquiries()]).toEqual([200, []]);
    expect(await good.text()).toContain('SW-0000-0000');
    const upload = await visit(link, '/upload', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filename: 'a.jpg' }),
    });
    const target = (await upload.json()) as { readonly url: string };
    expect((await fetch(server.url + target.url, { method: 'PUT', body: 'bytes' })).status).toBe(200);
    const sites = await visit(link, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ eventTitles(domain: "www.trevarrow.example") }' }),
    });
    expect(await sites.text()).not.toContain('"eventTitles":[');
  });

  it('is refused on a clear page where it is garbled, of another form, revoked, or its maker lost the right', async () => {
    const link = await share();
    const token = link.address?.split('/').at(-1) ?? '';
    const [values = '', signature = ''] = token.split('.');
    const other = (await share()).address?.split('/').at(-1)?.split('.')[0] ?? '';
    for (const garbled of [values, `${other}.${signature}`, `${token}x`, 'a'.repeat(150), '%00', '..%2f']) {
      const response = await fetch(`${server.url}/preview/${garbled}`, {
        headers: { 'accept-language': 'de' },
      });
      expect([garbled, response.status]).toEqual([garbled, 404]);
      expect(await response.text()).toContain('Dieser Link funktioniert nicht');
    }
    expect((await owner.ask('DELETE', `preview-links/${link.id}`)).status).toBe(200);
    const revoked = await visit(link, '', { headers: { 'accept-language': 'ar' } });
    expect([revoked.status, revoked.headers.get('x-robots-tag')]).toEqual([
      410,
      'noindex, nofollow, noarchive',
    ]);
    expect(await revoked.text()).toContain('انتهت هذه المعاينة');
    for (const path of ['/parts/x.js', '/forms/x/general.js'])
      expect((await visit(link, path)).status).toBe(404);
    expect((await postForm(link, '/comments', { name: 'Eve', text: 'Hi' })).status).toBe(410);

    const editor = await inviteAndJoin(server.url, owner, { name: 'Edda', role: 'editor' });
    const ofEditor = await share({}, editor);
    expect((await visit(ofEditor)).status).toBe(200);
    const people = await owner.get<{ readonly people: readonly { id: string; name: string }[] }>('people');
    const id = people.people.find(({ name }) => name === 'Edda')?.id;
    await owner.post(`people/${id}/reach`, { role: 'viewer' });
    expect((await visit(ofEditor)).status).toBe(410);
    await owner.post(`people/${id}/reach`, { role: 'editor' });
    expect((await visit(ofEditor)).status).toBe(410);
    const { entries } = await owner.get<AuditListView>('audit?action=preview-revoked');
    expect(entries.map(({ who }) => who.name)).toEqual(['server', 'owner']);
  });

  it('opens nothing else, neither by its token nor by its address', async () => {
    const link = await share();
    const token = link.address?.split('/').at(-1) ?? '';
    const { hash } = await owner.get<{ readonly hash: string }>('versions/live');
    for (const path of [
      '/draft',
      '/api/draft',
      '/../studio/api/draft',
      `/forms/${hash}/charter.js`,
      '/preview-links',
    ])
      expect([path, (await visit(link, path)).status]).toEqual([path, expect.toBeOneOf([401, 404])]);
    for (const [name, value] of [
      ['authorization', `Bearer ${token}`],
      ['cookie', `slipway-studio=${token}`],
      ['cookie', `studio=${token}`],
    ] as const) {
      const session = createStudioSession(server.url, { [name]: value });
      for (const path of ['draft', 'comments', 'enquiries', 'people', 'preview-links'])
        expect([path, (await session.ask('GET', path)).status]).toEqual([path, 401]);
    }
  });

  it('is made by people who may edit what it shows, for 1 to 30 days', async () => {
    const limited = await inviteAndJoin(server.url, owner, {
      name: 'Lim',
      role: 'editor',
      types: ['general'],
    });
    const abroad = await inviteAndJoin(server.url, owner, { name: 'Abe', role: 'editor', sites: ['102'] });
    const viewer = await inviteAndJoin(server.url, owner, { name: 'Vi', role: 'viewer' });
    const ask = (by: StudioSession, changes: object) =>
      by.ask('POST', 'preview-links', { query, days: 7, isFrozen: true, acceptsComments: false, ...changes });
    const statuses = [
      await ask(limited, {}),
      await ask(limited, { query: { ...query, type: 'sales' } }),
      await ask(abroad, {}),
      await ask(viewer, {}),
      ...(await Promise.all([0, 31, 1.5, '7', 1e9].map((days) => ask(owner, { days })))),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 403, 403, 403, 400, 400, 400, 400, 400]);
    for (const [name, value] of [
      ['site', '999'],
      ['type', 'yachts'],
    ] as const) {
      const refused = await ask(owner, { query: { ...query, [name]: value } });
      expect([refused.status, await refused.json()]).toEqual([
        400,
        { error: 'bad-request', field: name, message: expect.stringContaining(`"${value}"`) },
      ]);
    }
    const link = await share();
    expect((await limited.ask('DELETE', `preview-links/${link.id}`)).status).toBe(404);
    const seen = await limited.get<PreviewLinkListView>('preview-links');
    expect(seen.links.find(({ id }) => id === link.id)).toMatchObject({ isRevocable: false });
    expect(JSON.stringify(seen.links.find(({ id }) => id === link.id))).not.toContain('address');
  });
});

describe('comments by a link', () => {
  it('are sent with a name of their own, marked as of a guest, escaped and bounded', async () => {
    const link = await share();
    const script = '<img src=x onerror=alert(1)>\u202e';
    const target = 'field:general:email';
    const sent = await postForm(link, '/comments', { name: script, target, text: `${script}\nWhy?` });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/\?commented$/)]);
    const { threads } = await owner.get<CommentsView>('comments');
    expect(threads).toMatchObject([
      { target, comments: [{ isGuest: true, name: '<img src=x onerror=alert(1)>' }] },
    ]);
    const forged = await postForm(link, '/comments', { name: 'Eve', target: 'rule:anything', text: 'x' });
    expect(forged.status).toBe(303);
    expect((await owner.get<CommentsView>('comments')).threads[1]?.target).toBe('form:general');
    for (const values of [
      { name: '', text: 'x' },
      { name: 'Eve', text: ' ' },
      { name: 'e'.repeat(61), text: 'x' },
      { name: 'Eve', text: script.repeat(400) },
    ]) {
      const refused = await postForm(link, '/comments', values);
      expect(refused.status).toBe(422);
      const html = await refused.text();
      expect(html).toContain('role="alert"');
      expect(html).not.toContain('<img src=x');
    }
    const page = await (await visit(link)).text();
    expect(page).not.toContain('<img src=x');
  });

  it('are shown with their answers to readers of the same link, and nothing else', async () => {
    const [link, other] = [await share(), await share()];
    const target = 'field:general:email';
    await postForm(link, '/comments', { name: 'Rita', target, text: 'Why do you ask?' });
    const { threads } = await owner.get<CommentsView>('comments');
    const thread = threads.find(({ comments }) => comments[0]?.name === 'Rita')?.id;
    await owner.post('comments', { target, thread, text: 'To answer you.' });
    await owner.post('comments', { target, text: 'Only for us.' });
    const read = async (of: typeof link) => (await visit(of)).text();
    const page = await read(link);
    expect(page).toContain('Comments: 1, answered: 1');
    expect(page).toContain('Why do you ask?');
    expect(page).toMatch(/Answer by \u2068owner\u2069/);
    expect(page).toContain('To answer you.');
    expect(page).not.toContain('Only for us.');
    expect(await read(other)).not.toContain('Why do you ask?');
    await owner.post(`comments/${thread}/resolve`, { isResolved: true });
    expect(await read(link)).toContain('Done');
    await owner.ask('DELETE', `comments/${thread}`);
    expect(await read(link)).not.toContain('Why do you ask?');
  });

  it('are refused where the maker does not allow them, and beyond their number', async () => {
    const silent = await share({ acceptsComments: false });
    expect(await (await visit(silent)).text()).not.toContain('site-preview-comment');
    expect((await postForm(silent, '/comments', { name: 'Eve', text: 'x' })).status).toBe(404);
    const link = await share();
    const most = serverSettings.review.mostCommentsOfLink;
    const statuses: number[] = [];
    for (let count = 0; count <= most; count += 1)
      statuses.push((await postForm(link, '/comments', { name: 'Eve', text: `${count}` })).status);
    expect(statuses.slice(-2)).toEqual([303, 422]);
  });
});
