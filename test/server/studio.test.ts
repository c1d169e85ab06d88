import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setText } from '../../engine/editing/index.ts';
import type { DraftView, StudioEvent } from '../../src/api/studio.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { createStudioSession, ownPage, type StudioSession, signInTo } from '../support/studio-session.ts';
import { createChange, createLabelPatches, sendDraftChange } from './studio-draft.ts';

let server: RunningServer;
let studio: StudioSession;
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  studio = createStudioSession(server.url, { cookie: await signInTo(server.url) });
});
afterAll(async () => {
  await server.stop();
});

/** Receives the studio's events with a session. */
async function listen(session: string) {
  const events: StudioEvent[] = [];
  const ending = new AbortController();
  const stream = await fetch(new URL('/studio/api/events', server.url), {
    headers: { cookie: session },
    signal: ending.signal,
  });
  const over = (async () => {
    let text = '';
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      events.push(
        ...parts.filter((part) => part.startsWith('data: ')).map((part) => JSON.parse(part.slice(6))),
      );
    }
  })().catch(() => undefined);
  const stop = async () => {
    ending.abort();
    await over;
  };
  return { events, over, stop };
}

describe('the door of the studio', () => {
  it('has the strict policy, and is stored nowhere', async () => {
    for (const path of [
      '/studio',
      '/studio/forms/service',
      '/studio/api/draft',
      '/studio/preview?site=119',
    ]) {
      const { headers } = await fetch(new URL(path, server.url), { headers: { cookie: studio.cookie } });
      expect(headers.get('cache-control')).toBe('no-store');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("style-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'");
    }
  });
});

describe('a session', () => {
  it('that somebody ends is over for whoever has it open elsewhere, and for nobody else', async () => {
    const [mine, other] = [await signInTo(server.url), await signInTo(server.url)];
    const [heard, others] = [await listen(mine), await listen(other)];
    await createStudioSession(server.url, { cookie: mine }).post('sign-out', {});
    await heard.over;
    expect(heard.events.at(-1)).toEqual({ kind: 'signed-out' });
    const again = await fetch(new URL('/studio/api/draft', server.url), { headers: { cookie: mine } });
    expect(again.status).toBe(401);
    await sendDraftChange(
      studio,
      createChange(createLabelPatches((await studio.get<DraftView>('draft')).documents, 'Call us')),
    );
    await expect.poll(() => others.events.some(({ kind }) => kind === 'change')).toBe(true);
    expect(others.events).not.toContainEqual({ kind: 'signed-out' });
    await others.stop();
  });
});

describe('a draft', () => {
  it('takes a change once, however often it arrives', async () => {
    const before = await studio.get<DraftView>('draft');
    const change = createChange(createLabelPatches(before.documents, 'Mobile'));
    const answers = await Promise.all([sendDraftChange(studio, change), sendDraftChange(studio, change)]);
    expect(answers.map(({ kind }) => kind)).toEqual(['taken', 'taken']);
    const after = await studio.get<DraftView>('draft');
    expect(after.version).toBe(before.version + 1);
    expect((after.documents['texts/en.json'] as Record<string, string>)['fields.phone.label']).toBe('Mobile');
  });

  it('shows both versions where two change one thing, and overwrites neither unseen', async () => {
    const { documents } = await studio.get<DraftView>('draft');
    const [mine, theirs] = [
      createLabelPatches(documents, 'My phone'),
      createLabelPatches(documents, 'Their phone'),
    ];
    expect(await sendDraftChange(studio, createChange(theirs), 'two')).toMatchObject({ kind: 'taken' });
    expect(await sendDraftChange(studio, createChange(mine), 'one')).toMatchObject({
      kind: 'conflict',
      conflicts: [{ patch: { after: 'My phone' }, current: 'Their phone' }],
    });
  });

  it.each([
    ['nothing', {}],
    ['no patches', { id: 'x', title: { key: 'text' }, patches: [] }],
    [
      'a file outside',
      { id: 'x', title: { key: 'text' }, patches: [{ file: '../../secret.json', path: [] }] },
    ],
    [
      'a prototype',
      { id: 'x', title: { key: 'text' }, patches: [{ file: 'ui.json', path: ['__proto__', 'x'] }] },
    ],
    [
      'a prototype in a value',
      {
        id: 'x',
        title: { key: 'text' },
        patches: [{ file: 'ui.json', path: ['x'], after: [{ y: JSON.parse('{"__proto__": {}}') }] }],
      },
    ],
    ['no path', { id: 'x', title: { key: 'text' }, patches: [{ file: 'ui.json' }] }],
  ])('takes nothing that is no change: %s', async (_what, change) => {
    const { draft, version } = await studio.get<DraftView>('draft');
    const response = await studio.ask('POST', 'changes', { draft, by: 'one', change });
    expect(response.status).toBe(400);
    expect((await studio.get<DraftView>('draft')).version).toBe(version);
  });

  it.each([
    ['a value of 100,000 levels', 400, 'too-deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a prototype in a value', 400, undefined, '{"__proto__":{"x":1}}'],
    ['more than a request may hold', 413, undefined, `"${'x'.repeat(2_000_000)}"`],
  ])('refuses %s for good, and stands', async (_what, status, reason, value) => {
    const { draft, version } = await studio.get<DraftView>('draft');
    const patch = `{"file":"ui.json","path":["x"],"after":${value}}`;
    const body = `{"draft":"${draft}","by":"one","change":{"id":"x","title":{"key":"text"},"patches":[${patch}]}}`;
    const response = await fetch(new URL('/studio/api/changes', server.url), {
      method: 'POST',
      headers: { ...ownPage, cookie: studio.cookie },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(reason === undefined ? {} : { kind: 'refused', reason });
    expect((await studio.get<DraftView>('draft')).version).toBe(version);
  });

  it('tells everybody of changes and of what is wrong with them', async () => {
    const { events, stop } = await listen(studio.cookie);
    const { documents } = await studio.get<DraftView>('draft');
    await sendDraftChange(
      studio,
      createChange(setText(documents, { locale: 'en', key: 'fields.phone.label' }, '{broken')),
    );
    const report = () => events.flatMap((event) => (event.kind === 'report' ? [event.report] : [])).at(-1);
    await expect.poll(() => report()?.isForm).toBe(false);
    expect(report()?.findings[0]).toMatchObject({ severity: 'error', file: 'texts/en.json' });
    const { documents: broken } = await studio.get<DraftView>('draft');
    await sendDraftChange(studio, createChange(createLabelPatches(broken, 'Telephone')));
    await expect.poll(() => report()?.isProven && report()?.isForm).toBe(true);
    expect(report()?.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    await stop();
  });
});
