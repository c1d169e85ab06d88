import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRule, type Patch, removeRule, setRule } from '../../engine/editing/index.ts';
import { sentenceToText } from '../../engine/rules/sentences/sentence.ts';
import type { DraftView, RuleChoices, RuleEffect, RuleView } from '../../src/api/studio.ts';
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

function post(path: string, body: unknown, locale = 'en'): Promise<Response> {
  return fetch(new URL(`/studio/api/${path}`, server.url), {
    method: 'POST',
    headers: { ...ownPage, 'accept-language': locale, cookie },
    body: JSON.stringify(body),
  });
}

async function asked<Answer>(path: string, body: unknown, locale = 'en'): Promise<Answer> {
  return (await (await post(path, body, locale)).json()) as Answer;
}

async function get<Answer>(path: string): Promise<Answer> {
  const headers = { cookie, 'accept-language': 'en' };
  return (await (await fetch(new URL(`/studio/api/${path}`, server.url), { headers })).json()) as Answer;
}

let last = 0;
async function changes(patchesOf: (documents: DraftView['documents']) => readonly Patch[]): Promise<void> {
  const { draft, documents } = await get<DraftView>('draft');
  last += 1;
  const change = { id: `rules-${last}`, title: { key: 'rule-changed' }, patches: patchesOf(documents) };
  expect(await asked('changes', { draft, by: 'one', change })).toMatchObject({ kind: 'taken' });
}

describe('what a rule may ask and name', () => {
  it('is by its names, and depends on what the rule does', async () => {
    const late = await asked<RuleChoices>('rule-choices', { then: { limit: { upload: true } } });
    expect(late.when.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['site.id', 'type', 'values.phone']),
    );
    expect(late.when.find(({ name }) => name === 'site.id')?.values).toContainEqual({
      value: 119,
      label: 'Trevarrow Solent',
    });
    expect(late.asks.offer.find(({ name }) => name === 'office.services')?.values).toContainEqual({
      value: 'service',
      label: 'service',
    });
    expect(late.types).toContainEqual({ name: 'service', label: 'Service and repair' });
    const early = await asked<RuleChoices>('rule-choices', { then: { excludeTypes: [] } });
    expect(early.when.map(({ name }) => name)).not.toContain('type');
    const filter = await asked<RuleChoices>('rule-choices', { then: { filter: { interested_in: true } } });
    expect(filter.filters.interested_in?.map(({ name }) => name)).toContain('item.value');
    const instead = await asked<RuleChoices>('rule-choices', { then: {}, insteadOf: 'site-119' });
    expect(instead.when.map(({ name }) => name)).not.toContain('type');
  });

  it.each([
    ['rule-choices', {}],
    ['rule-choices', { then: [] }],
    ['rule-effect', { rule: 'one-photo' }],
    ['rule-effect', { rule: 3, example: { on: {} } }],
    ['rule-watch', { rule: 3 }],
    ['situations', { on: [3] }],
    ['situations', {}],
  ])('is asked for as it should be: %s %j', async (path, body) => {
    expect((await post(path, body)).status).toBe(400);
  });
});

describe('what a rule makes of a situation', () => {
  it('is said with what would be without it', async () => {
    const example = { on: { type: 'service' } };
    const effect = await asked<RuleEffect>('rule-effect', { rule: 'one-photo', example });
    expect(sentenceToText(effect.situation)).toBe('For example when the enquiry type is Service and repair.');
    expect(effect.changes.map(({ about }) => about)).toEqual(['fields.upload.limits']);
    expect(sentenceToText(effect.changes[0]?.now ?? [])).toContain('takes at most 1 file');
    expect(sentenceToText(effect.changes[0]?.other ?? [])).not.toContain('takes at most 1 file');
    const german = await asked<RuleEffect>('rule-effect', { rule: 'one-photo', example }, 'de');
    expect(sentenceToText(german.situation)).toMatch(/^Zum Beispiel, wenn/);
  });

  it('is nothing where the example names what there is not', async () => {
    expect(await asked('rule-effect', { rule: 'one-photo', example: { on: { type: 'gone' } } })).toBeNull();
  });
});

describe('the expectations that protect a rule', () => {
  it('are none where expectations protect it already, and where there is no such rule', async () => {
    const none = { scenarios: [], unwatched: 0 };
    expect(await asked('rule-watch', { rule: 'one-photo' })).toMatchObject(none);
    expect(await asked('rule-watch', { rule: 'gone', example: { on: { type: 'gone' } } })).toMatchObject(
      none,
    );
  });
});

describe('rules that are in each other’s way', () => {
  it('are said while there is no form, each with the other, and so is what they may ask', async () => {
    const rule = {
      description: 'Old boats are welcome in a dialog.',
      when: { var: 'page.inModal' },
      then: { bound: { year: { minimum: 1800 } } },
    };
    await changes((documents) => addRule(documents, { words: 'old', rule }).patches);
    const rules = await get<readonly RuleView[]>('rules');
    const conflicts = (id: string) => rules.find((each) => each.id === id)?.conflicts.map(sentenceToText);
    expect(conflicts('old')).toEqual([
      '“A boat was built between 1900 and next year” decides this differently. Both apply, for example, when the form is in a dialog and the enquiry type is Boat valuation.',
    ]);
    expect(conflicts('year')?.[0]).toContain('“Old boats are welcome in a dialog” decides this differently.');
    expect(conflicts('one-photo')).toEqual([]);
    expect((await asked<RuleChoices>('rule-choices', { then: {} })).types.length).toBeGreaterThan(3);
    await changes((documents) => removeRule(documents, 'old'));
    const mended = await get<readonly RuleView[]>('rules');
    expect(mended.flatMap((each) => each.conflicts)).toEqual([]);
  });

  it('are said of a draft whose rules are none at all', async () => {
    const before = await get<DraftView>('draft');
    const rules = before.documents['rules.json'] as { readonly rules: readonly object[] };
    await changes((documents) =>
      setRule(documents, 'one-photo', { id: 'one-photo', description: 'd', then: 3 }),
    );
    const message = await get<readonly RuleView[]>('rules');
    expect(message).toHaveLength(rules.rules.length);
    expect(sentenceToText(message.find(({ id }) => id === 'one-photo')?.sentence ?? [])).toBe(
      'Nothing changes.',
    );
    const whole = rules.rules.find((each) => Object(each).id === 'one-photo');
    await changes((documents) => setRule(documents, 'one-photo', whole));
  });
});
