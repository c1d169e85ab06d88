import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../engine/compile/index.ts';
import { applyPatches } from '../../engine/editing/index.ts';
import type { FormImportAnswer } from '../../src/api/form-import.ts';
import type { DraftView } from '../../src/api/studio.ts';
import { readSamples } from '../foreign/samples.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { ownPage, signInTo } from '../support/studio-session.ts';

let server: RunningServer;
let cookie = '';
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_STUDIO_PASSWORD: studioPassword }, documents: {} });
  cookie = await signInTo(server.url);
});
afterAll(() => server.stop());

function post(path: string, body: unknown): Promise<Response> {
  return fetch(new URL(`/studio/api/${path}`, server.url), {
    method: 'POST',
    headers: { ...ownPage, cookie },
    body: JSON.stringify(body),
  });
}

async function importText(text: string, name = 'form.json'): Promise<FormImportAnswer> {
  return (await (await post('form-import', { name, text })).json()) as FormImportAnswer;
}

async function loadDraft(): Promise<DraftView> {
  const response = await fetch(new URL('/studio/api/draft', server.url), { headers: { cookie } });
  return (await response.json()) as DraftView;
}

const toComponents = (count: number) =>
  Array.from({ length: count }, (_each, index) => ({ type: 'textfield', key: `f${index}` }));

describe('POST /studio/api/form-import', () => {
  it('answers with a change of the draft that compiles, and changes nothing itself', async () => {
    const value = readSamples('surveyjs').find(({ name }) => name === 'registration')?.value;
    const answer = await importText(JSON.stringify(value));
    if (answer.kind !== 'converted') throw new Error(JSON.stringify(answer));
    expect(answer).toMatchObject({ source: 'SurveyJS', types: [{ key: 'sailing-course' }] });
    const { draft, documents, changes } = await loadDraft();
    expect(changes).toEqual([]);
    const applied = applyPatches(documents, answer.patches);
    if (!applied.ok) throw new Error('the patches do not fit the draft');
    expect(compile(applied.documents).ok).toBe(true);
    const change = { id: 'import-1', title: { key: 'type-imported' }, patches: answer.patches };
    expect(await (await post('changes', { draft, by: 'one', change })).json()).toMatchObject({
      kind: 'taken',
    });
    // The same form again is another type.
    expect(await importText(JSON.stringify(value))).toMatchObject({ types: [{ key: 'sailing-course-2' }] });
  });

  it.each([
    ['a text', 'hello', { kind: 'no-json' }],
    ['answers', '{"name":"Ann"}', { kind: 'unknown-source' }],
    ['a form without questions', '{"pages":[{"elements":[]}]}', { kind: 'refused' }],
    [
      'more fields than a form can have',
      JSON.stringify({ components: toComponents(10_000) }),
      { kind: 'refused', reason: 'it has 10000 fields, and at most 1000 can be imported here' },
    ],
    [
      'a change that no draft accepts',
      JSON.stringify({ components: [{ type: 'textfield', key: 'a', label: 'x'.repeat(1_000_001) }] }),
      { kind: 'too-large' },
    ],
    [
      'what is nested too deeply',
      `${'{"components":['.repeat(200)}${']}'.repeat(200)}`,
      { kind: 'unknown-source' },
    ],
  ])('refuses %s with the reason', async (_what, text, answer) => {
    expect(await importText(text)).toMatchObject(answer);
  });

  it('refuses a body without a text', async () => {
    expect((await post('form-import', { name: 'form.json' })).status).toBe(400);
  });
});
