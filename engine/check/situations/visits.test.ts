import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import { evaluateCondition } from '../../conditions/condition.ts';
import type { Plan, Situation } from '../../model/types.ts';
import { resolve } from '../../resolve/resolve.ts';
import { getPlanFacts, serializePlan } from '../rules/part-log.ts';
import { type ScenarioDocument, type ScenarioSituation, toScenarioSituation } from '../scenarios/index.ts';
import { createTypeSlices, type TypeSlice } from './type-slice.ts';
import { generateVisits } from './visits.ts';

const form = compileTestForm();
const document = readFrozenDocuments()['scenarios.json'] as ScenarioDocument;
const slices = createTypeSlices(form);

function visitsOf(slice: TypeSlice) {
  return generateVisits({ slice, document, judge: () => [] });
}

/**
 * Returns a key of what the check distinguishes: the matching rules of a type, and whether offices are
 * eligible and offered.
 */
function distinction(slice: TypeSlice, situation: Situation, plan: Plan): string {
  const facts = getPlanFacts(situation, plan);
  const ids = slice.form.rules.filter(({ when }) => evaluateCondition(when, facts)).map(({ id }) => id);
  return JSON.stringify([ids, plan.eligibleOffices.length > 0, plan.offeredOffices.length > 0]);
}

describe('createTypeSlices', () => {
  it('resolve as the whole form does where their type is the only one', () => {
    for (const slice of slices) {
      for (const { situation, plan } of visitsOf(slice))
        expect(serializePlan(plan)).toBe(serializePlan(resolve(form, situation)));
    }
  });

  it('leave out the rules that cannot concern a type', () => {
    const rulesOf = (key: string) =>
      slices.find(({ type }) => type.key === key)?.form.rules.map(({ id }) => id);
    expect(rulesOf('general')).not.toContain('year');
    expect(rulesOf('general')).not.toContain('service-offices');
    expect(rulesOf('valuation')).toContain('year');
  });
});

describe('generateVisits', () => {
  const pick = <Value>(...values: readonly Value[]) => fc.constantFrom(...values);
  const words: fc.Arbitrary<ScenarioSituation> = fc.record({
    site: pick('1', '119', '204', '900'),
    international: fc.boolean(),
    placement: pick('inline', 'modal', 'landing'),
    offices: fc.subarray(Object.keys(document.offices)),
    selectedOffice: pick(null, ...Object.keys(document.offices)),
    eventTitle: pick(null, 'Open day at the yard', 'Launch'),
    eventTitles: pick<ScenarioSituation['eventTitles']>('loading', 'failed', [], ['Launch']),
    yachtModels: pick<readonly string[]>([], ['Kestrel 38']),
    today: pick('2026-11-21', '2030-01-01'),
    filledIn: fc.boolean(),
  });

  it('come by everything that any page could be told apart by', () => {
    for (const slice of slices) {
      const visited = new Set(
        [...visitsOf(slice)].map(({ situation, plan }) => distinction(slice, situation, plan)),
      );
      fc.assert(
        fc.property(words, (on) => {
          const situation = toScenarioSituation(slice.form, document, { ...on, types: [slice.type.key] });
          const plan = resolve(slice.form, situation);
          expect(visited).toContain(distinction(slice, situation, plan));
        }),
        { numRuns: 300 },
      );
    }
  });

  it('begin with what is usual', () => {
    for (const slice of slices) {
      const [first] = [...visitsOf(slice)];
      expect(first).toMatchObject({ unusual: 0, words: { types: [slice.type.key] } });
    }
  });

  it('ask nothing of a type that only others have, whatever a rule hands on', () => {
    const { rules, ...rest } = readFrozenDocuments()['rules.json'] as { readonly rules: readonly object[] };
    const planted = [
      { then: { recipient: { var: 'values.boat_make' } } },
      { then: { preset: { phone: { var: 'values.boat_model' } } } },
    ].map((rule, at) => ({ id: `planted-${at}`, description: 'A planted rule.', ...rule }));
    const handing = compileTestForm(
      readFrozenDocuments({ 'rules.json': { ...rest, rules: [...rules, ...planted] } }),
    );
    for (const slice of createTypeSlices(handing)) {
      const entered = new Set([...visitsOf(slice)].flatMap(({ words: on }) => Object.keys(on.entered ?? {})));
      for (const name of entered) expect(slice.type.fields.map((field) => field.name)).toContain(name);
      expect(entered.has('boat_model')).toBe(['service', 'valuation'].includes(slice.type.key));
    }
  });
});
