import { describe, expect, it } from 'vitest';
import { compileTestForm, readShippedDocuments } from '../../../test/support/forms.ts';
import { type ScenarioDocument, toScenarioSituation } from '../../check/scenarios/index.ts';
import type { Documents, Json } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { type ConditionNode, isCompleteCondition, treeToCondition } from '../../rules/builder/index.ts';
import {
  applyPatches,
  createFieldCondition,
  findDisplayRule,
  findRequiringRule,
  listRules,
  type Patch,
  removeRequiringRule,
  requireFieldWhen,
  showFieldEverywhere,
  showFieldOnSites,
  showFieldWhen,
} from '../index.ts';

const shipped = readShippedDocuments();
const scenarios = shipped['scenarios.json'] as unknown as ScenarioDocument;
/** A field that several types have, and one that one type alone has. */
const phone = { type: 'sales', field: 'phone' };
const own = { type: 'valuation', field: 'generator_hours' };
const fresh = (reach: 'all' | 'own') => ({ reach, description: 'For a test.' });

function made(documents: Documents, patches: readonly Patch[]): Documents {
  const applied = applyPatches(documents, patches);
  if (!applied.ok) throw new Error(`conflict at ${applied.conflicts[0]?.patch.path.join('/')}`);
  return applied.documents;
}

function fieldOn(documents: Documents, field: string, on: object) {
  const form = compileTestForm(documents);
  return resolve(form, toScenarioSituation(form, scenarios, on)).fields.find(({ name }) => name === field);
}

const isShown = (documents: Documents, field: string, on: object) =>
  fieldOn(documents, field, on)?.visibility === 'shown';

const onLanding = { var: 'page.isForLanding' };

/** Chooses landing pages in a condition of which that is still to be chosen. */
function completed(begun: ConditionNode): unknown {
  expect(isCompleteCondition(begun)).toBe(false);
  return JSON.parse(JSON.stringify(treeToCondition(begun)).replace('{"var":""}', JSON.stringify(onLanding)));
}

const lastRule = (documents: Documents) => listRules(documents).at(-1);

describe('a field shown on some sites', () => {
  it('is so for every type that has it, or for its own', () => {
    const all = made(shipped, showFieldOnSites(shipped, phone, { ...fresh('all'), sites: ['119'] }));
    expect(lastRule(all)).toEqual({
      id: 'phone-on-sites',
      description: 'For a test.',
      when: { '!': { in: [{ var: 'site.id' }, ['119']] } },
      then: { hide: ['phone'] },
    });
    expect(Object.keys(lastRule(all) ?? {})).toEqual(['id', 'description', 'when', 'then']);
    expect(findDisplayRule(all, phone)).toEqual({ kind: 'sites', rule: 'phone-on-sites', sites: ['119'] });
    for (const type of ['sales', 'service']) {
      expect(isShown(all, 'phone', { type, site: '119' })).toBe(true);
      expect(isShown(all, 'phone', { type, site: '101' })).toBe(false);
    }
    const one = made(shipped, showFieldOnSites(shipped, phone, { ...fresh('own'), sites: ['119'] }));
    expect(isShown(one, 'phone', { type: 'sales', site: '101' })).toBe(false);
    expect(isShown(one, 'phone', { type: 'service', site: '101' })).toBe(true);
    expect(findDisplayRule(one, { ...phone, type: 'service' })).toEqual({ kind: 'everywhere' });
  });

  it('is shown on others in the same rule, and everywhere without it', () => {
    const one = made(shipped, showFieldOnSites(shipped, own, { ...fresh('own'), sites: ['119'] }));
    // Only one type has this field, so the condition does not name the type.
    expect(lastRule(one)?.when).toEqual({ '!': { in: [{ var: 'site.id' }, ['119']] } });
    const two = made(one, showFieldOnSites(one, own, { ...fresh('own'), sites: ['119', '101'] }));
    expect(listRules(two)).toHaveLength(listRules(one).length);
    expect(findDisplayRule(two, own)).toMatchObject({ kind: 'sites', sites: ['119', '101'] });
    expect(made(two, showFieldEverywhere(two, own))).toEqual(shipped);
    expect(showFieldEverywhere(shipped, own)).toEqual([]);
  });
});

describe('a field shown only when something holds', () => {
  it('is shown where its condition holds, and its rule takes the place of another', () => {
    const sites = made(shipped, showFieldOnSites(shipped, own, { ...fresh('all'), sites: ['119'] }));
    const when = made(sites, showFieldWhen(sites, own, { ...fresh('all'), when: onLanding }));
    expect(listRules(when)).toHaveLength(listRules(sites).length);
    expect(findDisplayRule(when, own)).toEqual({ kind: 'when', rule: 'show-generator-hours' });
    expect(isShown(when, 'generator_hours', { type: 'valuation', placement: 'landing' })).toBe(true);
    expect(isShown(when, 'generator_hours', { type: 'valuation' })).toBe(false);
  });

  it('stays what it was in the other types that have it', () => {
    const begun = createFieldCondition(shipped, phone, { reach: 'own', effect: 'show' });
    const asked = completed(begun);
    expect(asked).toEqual({ or: [{ '!': { '==': [{ var: 'type' }, 'sales'] } }, onLanding] });
    const one = made(shipped, showFieldWhen(shipped, phone, { ...fresh('own'), when: asked }));
    expect(isShown(one, 'phone', { type: 'sales' })).toBe(false);
    expect(isShown(one, 'phone', { type: 'sales', placement: 'landing' })).toBe(true);
    expect(isShown(one, 'phone', { type: 'service' })).toBe(true);
  });
});

describe('a field required only when something holds', () => {
  it('is required where its condition holds, and its examples answer it', () => {
    const file = 'forms/valuation/schema.json';
    const before = (shipped[file] as { readonly examples: Json }).examples;
    const after = [{ ...Object(before)[0], generator_hours: undefined }];
    const patch = { file, path: ['examples'], before, after: JSON.parse(JSON.stringify(after)) };
    const unanswered = made(shipped, [patch]);
    const documents = made(
      unanswered,
      requireFieldWhen(unanswered, own, { ...fresh('all'), when: onLanding }),
    );
    expect(findRequiringRule(documents, own)).toBe('require-generator-hours');
    const { examples } = documents['forms/valuation/schema.json'] as unknown as {
      readonly examples: readonly Readonly<Record<string, unknown>>[];
    };
    expect(examples[0]).toHaveProperty('generator_hours');
    expect(
      fieldOn(documents, 'generator_hours', { type: 'valuation', placement: 'landing' })?.isRequired,
    ).toBe(true);
    expect(fieldOn(documents, 'generator_hours', { type: 'valuation' })?.isRequired).toBe(false);
    const never = made(documents, removeRequiringRule(documents, own));
    expect(findRequiringRule(never, own)).toBeUndefined();
    expect(never['rules.json']).toEqual(shipped['rules.json']);
    expect(removeRequiringRule(never, own)).toEqual([]);
  });

  it('of one type alone is that of the other types no more than before', () => {
    const begun = createFieldCondition(shipped, phone, { reach: 'own', effect: 'require' });
    const when = completed(begun);
    expect(when).toEqual({ and: [{ '==': [{ var: 'type' }, 'sales'] }, onLanding] });
    const documents = made(shipped, requireFieldWhen(shipped, phone, { ...fresh('own'), when }));
    const on = (type: string) => fieldOn(documents, 'phone', { type, placement: 'landing' })?.isRequired;
    expect([on('sales'), on('service')]).toEqual([
      true,
      fieldOn(shipped, 'phone', { type: 'service' })?.isRequired,
    ]);
    expect(findRequiringRule(documents, { ...phone, type: 'service' })).toBeUndefined();
  });
});

describe('a rule that decides of more than the field', () => {
  it('is not its own', () => {
    expect(findDisplayRule(shipped, { type: 'careers', field: 'interested_in' })).toEqual({
      kind: 'everywhere',
    });
    expect(findRequiringRule(shipped, { type: 'general', field: 'office_location' })).toBe('office-required');
  });
});
