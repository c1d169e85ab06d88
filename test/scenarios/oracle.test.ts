import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Form, type Plan, resolve } from '#engine';
import { compileTestForm } from '../support/forms.ts';
import { type ExpectedForm, getExpectedForm } from './oracle.ts';
import { situations } from './situations.ts';

const form = compileTestForm();

/** The long suite tries more. */
const numRuns = fc.readConfigureGlobal().numRuns ?? 1_000;

describe('resolve, over random situations', () => {
  it('gives what the prose of docs/behaviour.md says', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        expect(findText(resolve(form, situation))).toEqual(getExpectedForm(situation));
      }),
      { numRuns },
    );
  });

  it('gives the same plan for the same situation, and leaves the situation as it is', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const before = structuredClone(situation);
        const plan = resolve(form, situation);
        expect(resolve(form, structuredClone(situation))).toEqual(plan);
        expect(situation).toEqual(before);
      }),
      { numRuns: numRuns / 10 },
    );
  });

  it('gives the same plan whatever the order of the rules', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...form.rules], { minLength: form.rules.length }),
        situations,
        (rules, situation) => {
          const shuffled: Form = { ...form, rules };
          expect(withSortedReasons(resolve(shuffled, situation))).toEqual(
            withSortedReasons(resolve(form, situation)),
          );
        },
      ),
      { numRuns: numRuns / 5 },
    );
  });

  it.each(form.rules.map(({ id }) => id))('changes some plan where the rule %s is missing', (id) => {
    const without: Form = { ...form, rules: form.rules.filter((rule) => rule.id !== id) };
    const relevant = sample.find(
      (situation) => decided(resolve(without, situation)) !== decided(resolve(form, situation)),
    );
    expect(relevant).toBeDefined();
  });
});

const sample = fc.sample(situations, { numRuns: 3_000, seed: 2026 });

/** Returns a plan in the format of the oracle. */
function findText(plan: Plan): ExpectedForm {
  const [dropdown, ...fields] = plan.fields;
  const there = fields.filter(({ visibility }) => visibility !== 'hidden');
  const named = (name: string) => there.find((field) => field.name === name);
  return {
    isSectionShown: plan.isSectionShown,
    types: dropdown?.options?.map(({ value }) => Number(value)) ?? [],
    unknownTypes: plan.unknownTypes.map(String),
    type: plan.type && Number(plan.type.id),
    typeDropdown: dropdown?.visibility ?? 'hidden',
    eligible: plan.eligibleOffices,
    offered: plan.type === undefined ? [] : plan.offeredOffices,
    isOfficeSelectShown: named('office_location') !== undefined,
    office: plan.values.office_location as ExpectedForm['office'],
    fields: there
      .map(({ name }) => name)
      .filter((name) => name !== 'office_location')
      .sort(),
    required: fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => name)
      .sort(),
    interests: named('interested_in')?.options?.map(({ value }) => String(value)),
    areInterestsLoading: named('interested_in')?.optionsState === 'loading',
    interest: plan.values.interested_in as ExpectedForm['interest'],
    photoLimit: named('upload')?.limits?.count,
    latestYear: named('year')?.bounds?.maximum,
  };
}

/** Returns the decisions of a plan, without its form and the reasons. */
function decided({ formHash: _hash, because: _because, type, fields, ...rest }: Plan): string {
  return JSON.stringify({
    ...rest,
    type: type?.key,
    fields: fields.map(({ because: _reasons, ...field }) => field),
  });
}

/** The reasons of a plan are sets, listed in the order of the rules. */
function withSortedReasons(plan: Plan): Plan {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return [...value].sort();
    return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, sorted(inner)]));
  };
  return {
    ...plan,
    fields: plan.fields.map((field) => ({
      ...field,
      because: sorted(field.because) as typeof field.because,
    })),
    because: sorted(plan.because) as Plan['because'],
  };
}
