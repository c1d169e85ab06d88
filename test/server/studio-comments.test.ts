import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditListView } from '../../src/api/people.ts';
import type { CommentsView, ReviewView } from '../../src/api/review.ts';
import type { DraftView } from '../../src/api/studio.ts';
import type { VersionView } from '../../src/api/versions.ts';
import { serverSettings } from '../../src/server/platform/config/settings.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { createSmallSite } from '../support/small-site.ts';
import { studioPassword } from '../support/studio-password.ts';
import {
  createStudioSession,
  inviteAndJoin,
  type StudioSession,
  signInTo,
} from '../support/studio-session.ts';
import { createChange, publishCurrentDraft, sendDraftChange } from './studio-draft.ts';

let server: RunningServer;
let owner: StudioSession;
let viewer: StudioSession;
let editor: StudioSession;
let limited: StudioSession;
beforeAll(async () => {
  server = await startServer({ ...createSmallSite(), env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  owner = createStudioSession(server.url, { cookie: await signInTo(server.url) });
  viewer = await inviteAndJoin(server.url, owner, { name: 'Vera', role: 'viewer' });
  editor = await inviteAndJoin(server.url, owner, { name: 'Edda', role: 'editor' });
  limited = await inviteAndJoin(server.url, owner, { name: 'Lim', role: 'editor', types: ['service'] });
});
afterAll(() => server.stop());

const target = 'field:general:phone';

async function comment(body: object, by = viewer) {
  return by.ask('POST', 'comments', { target, text: 'Why?', ...body });
}

/** Adds a comment and returns its thread, the last one. */
async function begin(by = viewer) {
  const { threads } = (await (await comment({}, by)).json()) as CommentsView;
  const thread = threads.at(-1);
  if (thread === undefined) throw new Error('no thread');
  return thread;
}

async function changeText(text: string): Promise<void> {
  const { documents } = await editor.get<DraftView>('draft');
  const before = Object(documents['texts/en.json'])['send-message'];
  const patch = { file: 'texts/en.json', path: ['send-message'], before, after: text };
  expect(await sendDraftChange(editor, createChange([patch]))).toMatchObject({ kind: 'taken' });
}

describe('comments on the draft', () => {
  it('are written and answered by everybody, resolved by those concerned, and deleted by their authors', async () => {
    const { id } = await begin();
    expect((await comment({ thread: id, text: 'Because.' }, editor)).status).toBe(200);
    const statuses = async (by: StudioSession) => [
      (await by.ask('POST', `comments/${id}/resolve`, { isResolved: true })).status,
      (await by.ask('DELETE', `comments/${id}`)).status,
    ];
    expect(await statuses(limited)).toEqual([403, 403]);
    expect(await statuses(editor)).toEqual([200, 403]);
    const seen = await limited.get<CommentsView>('comments');
    expect(seen.threads.find((one) => one.id === id)).toMatchObject({
      target,
      isResolved: true,
      isResolvable: false,
      comments: [{ name: 'Vera', text: 'Why?', isDeletable: false }, { name: 'Edda' }],
    });
    expect((await comment({ thread: id, text: 'But' })).status).toBe(200);
    expect((await viewer.ask('DELETE', `comments/${id}`)).status).toBe(200);
    const after = (await viewer.get<CommentsView>('comments')).threads.find((one) => one.id === id);
    expect(after).toMatchObject({ isResolved: false });
    expect(after?.comments[0]).not.toHaveProperty('text');
    const others = (await begin(editor)).id;
    expect((await owner.ask('DELETE', `comments/${others}`)).status).toBe(200);
    const [entry] = (await owner.get<AuditListView>('audit')).entries;
    expect(entry).toMatchObject({ action: 'comment-deleted', about: 'Edda' });
  });

  it('on entries of the content are resolved by those who may edit the site', async () => {
    const ofSite = await inviteAndJoin(server.url, owner, { name: 'Sid', role: 'editor', sites: ['101'] });
    const statuses = [];
    for (const about of ['content:pages//contact', 'content:pages//lantern-quay/contact', target]) {
      const view = (await (await comment({ target: about })).json()) as CommentsView;
      const { id } = view.threads.at(-1) ?? {};
      const { threads } = await ofSite.get<CommentsView>('comments');
      const answer = await ofSite.ask('POST', `comments/${id}/resolve`, { isResolved: true });
      statuses.push([threads.at(-1)?.isResolvable, answer.status]);
    }
    expect(statuses).toEqual([
      [true, 200],
      [false, 403],
      [false, 403],
    ]);
  });

  it('are bounded, about something that exists, and inert', async () => {
    const { longestComment } = serverSettings.review;
    for (const [body, status] of [
      [{ text: '' }, 400],
      [{ text: 'a'.repeat(longestComment + 1) }, 400],
      [{ text: 'a'.repeat(10_240) }, 400],
      [{ text: 5 }, 400],
      [{ target: 'field:general:nothing' }, 404],
      [{ target: 'field:nothing:phone' }, 404],
      [{ target: 'rule:nothing' }, 404],
      [{ target: 'content:sites/nothing' }, 404],
      [{ target: 'content:nothing/1' }, 404],
      [{ target: 'content:../sites/1' }, 400],
      [{ target: '__proto__' }, 400],
      [{ target: `form:${'a'.repeat(400)}` }, 400],
      [{ thread: 'nothing' }, 404],
      [{ target: 'rule:modal' }, 200],
      [{ target: 'content:sites/101' }, 200],
      [{ target: 'content:pages//contact' }, 200],
      [{ target: 'form:general', text: '<script>alert(1)</script>\u202e' }, 200],
    ] as const)
      expect([body, (await comment(body)).status]).toEqual([body, status]);
    const { threads } = await viewer.get<CommentsView>('comments');
    expect(threads.at(-1)?.comments[0]?.text).toBe('<script>alert(1)</script>\ufffd');
    const anybody = createStudioSession(server.url, {});
    expect((await anybody.ask('GET', 'comments')).status).toBe(401);
    expect((await comment({}, anybody)).status).toBe(401);
  });
});

describe('a request to publish', () => {
  it('is made by editors for the draft that they see, withdrawn, and sent back by publishers with a reason', async () => {
    await changeText('Send it');
    const { draft, version } = await editor.get<DraftView>('draft');
    const asked = { draft, version, message: 'For the show' };
    expect((await viewer.ask('POST', 'review', asked)).status).toBe(403);
    for (const wrong of [{ version: version - 1 }, { draft: 'other' }, { version: 0 }])
      expect((await editor.ask('POST', 'review', { ...asked, ...wrong })).status).toBe(409);
    expect((await editor.ask('POST', 'review', { ...asked, message: 'a'.repeat(10_240) })).status).toBe(400);
    const first = await editor.post<ReviewView>('review', asked);
    expect(first).toMatchObject({ state: 'open', by: { name: 'Edda' }, isOutdated: false });
    expect(first.authors).toEqual([{ name: 'Edda', count: version }]);
    // Pressed twice, it is the same request, of which nobody gets a second mail.
    expect(await editor.post<ReviewView>('review', asked)).toEqual(first);
    expect((await editor.ask('POST', 'review/return', { number: first.number, reason: 'x' })).status).toBe(
      403,
    );
    expect((await limited.ask('POST', 'review/withdraw', { number: first.number })).status).toBe(409);
    expect((await owner.ask('POST', 'review/return', { number: first.number, reason: ' ' })).status).toBe(
      400,
    );
    const returned = await owner.post<ReviewView>('review/return', {
      number: first.number,
      reason: 'German?',
    });
    expect(returned).toMatchObject({
      state: 'returned',
      closing: { by: { name: 'owner' }, reason: 'German?' },
    });
    expect((await owner.ask('POST', 'review/return', { number: first.number, reason: 'x' })).status).toBe(
      409,
    );
  });

  it('is marked once the draft has changed, and closed by the version that contains it', async () => {
    await changeText('Send now');
    const { draft, version } = await editor.get<DraftView>('draft');
    await editor.post<ReviewView>('review', { draft, version });
    await changeText('Send at once');
    expect(await viewer.get<ReviewView>('review')).toMatchObject({ state: 'open', isOutdated: true });
    const published = await publishCurrentDraft(owner);
    if (published.kind !== 'published') throw new Error(published.kind);
    expect(await viewer.get<ReviewView>('review')).toMatchObject({ state: 'published', isOutdated: false });
    const { number } = published.version;
    expect(await owner.get<VersionView>(`versions/${number}`)).toMatchObject({
      preparedBy: 'Edda',
      by: 'owner',
    });
    expect(await owner.get<VersionView>('versions/1')).not.toHaveProperty('preparedBy');
  });
});
