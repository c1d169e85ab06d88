import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Patch } from '../../engine/editing/index.ts';
import { sentenceToText } from '../../engine/rules/sentences/index.ts';
import type { ComparisonView, ConsequencesAnswer, ConsequenceView } from '../../src/api/consequences.ts';
import type { DraftView, PreviewView } from '../../src/api/studio.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { studioPassword } from '../support/studio-password.ts';
import { ownPage, signInTo } from '../support/studio-session.ts';

let server: RunningServer;
let cookie = '';
const data = mkdtempSync(join(tmpdir(), 'slipway-consequences-'));
beforeAll(async () => {
  server = await startServer({ env: { SLIPWAY_DATA: data, SLIPWAY_STUDIO_PASSWORD: studioPassword } });
  cookie = await signInTo(server.url);
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

function post(path: string, body: unknown) {
  return fetch(new URL(`/studio/api/${path}`, server.url), {
    method: 'POST',
    headers: { ...ownPage, cookie },
    body: JSON.stringify(body),
  });
}

async function get<Answer>(path: string, language = 'en'): Promise<Answer> {
  const headers = { cookie, 'accept-language': language };
  return (await (await fetch(new URL(`/studio/api/${path}`, server.url), { headers })).json()) as Answer;
}

let last = 0;
async function change(patch: Patch): Promise<DraftView> {
  last += 1;
  const { draft } = await get<DraftView>('draft');
  const made = { id: `change-${last}`, title: { key: 'text' }, patches: [patch] };
  const answer = await (await post('changes', { draft, by: 'one', change: made })).json();
  expect(answer).toMatchObject({ kind: 'taken' });
  return get<DraftView>('draft');
}

async function reported(
  search = 'from=live&to=draft',
  language?: string,
): Promise<readonly ConsequenceView[]> {
  const answer = await get<ConsequencesAnswer>(`consequences?${search}`, language);
  if (answer.kind !== 'consequences') throw new Error(`No consequences: ${answer.kind}`);
  return answer.consequences;
}

const sentencesOf = (all: readonly ConsequenceView[]) => all.map(({ sentence }) => sentenceToText(sentence));

/** A rule that hides valuation on one more site. */
const excluded: Patch = {
  file: 'rules.json',
  path: ['rules', 'no-valuation-there'],
  after: {
    id: 'no-valuation-there',
    description: 'No valuations on the lantern quay.',
    when: { '==': [{ var: 'site.id' }, '305'] },
    then: { excludeTypes: ['valuation'] },
  },
};

describe('the consequences of a draft', () => {
  it('are none, and nobody is judged otherwise, where nothing is changed', async () => {
    expect(await get('consequences')).toEqual({ kind: 'consequences', consequences: [] });
  });

  it('are told in sentences, counted, each with what shows it', async () => {
    const { draft, version } = await change(excluded);
    const answer = await get<ConsequencesAnswer>(
      `consequences?from=live&to=draft&draft=${draft}&version=${version}`,
    );
    expect(answer).toMatchObject({ kind: 'consequences', judgedForMs: 86_400_000 });
    // The comparison is known by now, so that the first answer is the whole one.
    expect(await get(`consequences?from=live&to=draft&draft=${draft}&version=${version}&first=true`)).toEqual(
      answer,
    );
    const [only, ...others] = await reported();
    expect(others).toEqual([]);
    expect(sentencesOf([only as ConsequenceView])).toEqual([
      'On Lantern Quay, Boat valuation is no longer offered.',
    ]);
    expect(only).toMatchObject({ kind: 'type-not-offered', types: ['valuation'] });
    expect(only?.situations).toBeLessThan(only?.of ?? 0);
    expect(sentencesOf(await reported(undefined, 'de'))).toEqual([
      'Auf Lantern Quay: Bootsbewertung wird nicht mehr angeboten.',
    ]);

    const query = only?.shown?.query;
    const search = new URLSearchParams({
      site: query?.site ?? '',
      placement: query?.placement ?? '',
      locale: query?.locale ?? '',
      example: JSON.stringify(query?.example),
    });
    const compared = await get<ComparisonView>(`compared?from=live&to=draft&${search}`);
    expect(compared).toMatchObject({ kind: 'compared', differences: [{ kind: 'type-not-offered' }] });
    const offered = async (of: string) => {
      const view = await get<PreviewView>(`preview?${search}${of}`);
      return view.kind === 'form' && view.form.section.form.types.map(({ key }) => key);
    };
    expect(await offered('')).not.toContain('valuation');
    expect(await offered('&of=live')).toContain('valuation');
  });

  it('are of the draft that a page has, and of no other', async () => {
    const { draft } = await get<DraftView>('draft');
    expect(sentencesOf(await reported(`draft=${draft}&version=0`))).toEqual([]);
    expect(await get(`consequences?draft=another&version=0`)).toEqual({ kind: 'other-draft' });
    expect(await get(`consequences?draft=${draft}&version=99`)).toEqual({ kind: 'other-draft' });
    expect(await get('consequences?from=999999')).toEqual({ kind: 'no-version', which: 'from' });
  });

  it('say what was changed and changes nothing', async () => {
    const { file, path, after: before } = excluded;
    await change({ file, path, ...(before !== undefined && { before }) });
    await change({
      file: 'rules.json',
      path: ['rules', 'one-photo', 'description'],
      before: descriptionOf(await get<DraftView>('draft')),
      after: 'Said otherwise.',
    });
    const all = await reported();
    expect(all.map(({ kind }) => kind)).toEqual(['documents-only']);
    expect(await get('consequences')).not.toHaveProperty('judgedForMs');
  });

  it('cannot be told of documents that are no form', async () => {
    await change({ file: 'rules.json', path: ['rules', 'one-photo', 'nonsense'], after: true });
    expect(await get('consequences')).toEqual({ kind: 'no-form' });
  });
});

function descriptionOf({ documents }: DraftView): string {
  const { rules } = documents['rules.json'] as {
    readonly rules: readonly { readonly id: string; readonly description: string }[];
  };
  return rules.find(({ id }) => id === 'one-photo')?.description ?? '';
}
