import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { situations } from '../../test/scenarios/situations.ts';
import { compileTestForm } from '../../test/support/forms.ts';
import { arbitraryRuleSource, documentsOfEveryKind } from '../../test/support/generated-rules.ts';
import { decidesField, listEffectParts, removePart } from '../check/rules/effect-parts.ts';
import { getPlanFacts, serializePlan } from '../check/rules/part-log.ts';
import { reportConflicts } from '../compile/conflicts.ts';
import { createReport } from '../compile/report.ts';
import { compileRules, type RuleSource } from '../compile/rules.ts';
import { optionSetNames } from '../model/option-sets.ts';
import type { FieldPlan, Form, Plan, Situation, Values } from '../model/types.ts';
import { createResolve, resolve } from './resolve.ts';
import { resolveFieldAgain } from './resolve-field-again.ts';

const everyKind = compileTestForm(documentsOfEveryKind());
const ownRules = (documentsOfEveryKind()['rules.json'] as { rules: RuleSource[] }).rules;

/** The form with some rules more, as far as they compile together. */
function formWith(sources: readonly RuleSource[]): Form {
  let form = everyKind;
  let accepted: readonly RuleSource[] = ownRules;
  for (const [at, source] of sources.entries()) {
    const tried = [...accepted, { ...source, id: `rule-${at}` }];
    const report = createReport();
    const given = { types: form.types, optionSets: optionSetNames, lists: {} };
    const rules = compileRules(tried, given, { file: 'rules.json', path: ['rules'] }, report);
    if (report.problems.length === 0) reportConflicts(rules, form.types, report);
    if (report.problems.length > 0) continue;
    form = { ...everyKind, rules };
    accepted = tried;
  }
  return form;
}

const forms = fc
  .sample(fc.array(arbitraryRuleSource, { minLength: 1, maxLength: 24 }), { numRuns: 60, seed: 16 })
  .map(formWith);

const day = fc.constantFrom('2027-01-31', '2028-02-29', '2030-06-01', 'soon');
const count = fc.constantFrom<unknown>(0, 3, 12, ' 12 ', 'many');
const text = fc.constantFrom('', ' ', 'Petrel', ' Petrel ', 'Tern');

/** One answer more, or another, or none. */
const edit: fc.Arbitrary<Values> = fc.oneof(
  ...Object.entries({
    enquiry_type: fc.constantFrom<unknown>(6, '6', 3, undefined),
    guests: count,
    children: count,
    start: day,
    end: day,
    boarding: fc.constantFrom('09:30', '18:00:00'),
    rig: fc.constantFrom('sloop', 'ketch', 'raft'),
    skipper: fc.boolean(),
    nickname: text,
    message: text,
    phone: text,
    interested_in: fc.constantFrom('Kestrel 38', 'Open day', 'nothing of the kind'),
    extras: fc.subarray(['linen', 'kayak', 'sauna']),
    craft: fc.record({ make: text, metres: fc.constantFrom(9, 12) }, { requiredKeys: [] }),
    crew: fc.array(fc.record({ age: count, role: fc.constantFrom('cook', 'mate') }, { requiredKeys: [] }), {
      maxLength: 2,
    }),
    sizes: fc.array(count, { maxLength: 2 }),
  }).map(([name, value]) => fc.option(value, { nil: undefined, freq: 6 }).map((each) => ({ [name]: each }))),
);

interface Step {
  readonly edit: Values;
  /** Now and then all is another. */
  readonly situation: Situation | undefined;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    edit,
    situation: fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, situations),
  }),
  { minLength: 1, maxLength: 25 },
);

function walk(first: Situation, each: readonly Step[]): readonly Situation[] {
  const walked: Situation[] = [first];
  for (const { edit: changed, situation = walked.at(-1) as Situation } of each)
    walked.push({ ...situation, entered: { ...situation.entered, ...changed } });
  return walked;
}

const ofSales = situations.map((situation) => ({
  ...situation,
  content: {
    ...situation.content,
    enquiryTypes: [
      { id: 6, name: 'sales' },
      { id: 3, name: 'general' },
    ],
  },
}));

const situation = fc.sample(ofSales, { numRuns: 1, seed: 1 })[0] as Situation;

describe('createResolve', () => {
  it('gives what resolve gives, whatever it was asked before', () => {
    let [continued, spared] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...forms), ofSales, steps, (form, first, each) => {
        const remembering = createResolve();
        let former: Plan | undefined;
        for (const asked of walk(first, each)) {
          const plan = remembering(form, asked);
          expect(plan).toEqual(resolve(form, asked));
          expect(JSON.stringify(plan)).toBe(JSON.stringify(resolve(form, asked)));
          continued += former?.fields.length === plan.fields.length ? plan.fields.length : 0;
          spared += plan.fields.filter((field) => former?.fields.includes(field)).length;
          former = plan;
        }
      }),
      { numRuns: 500 },
    );
    // The law would hold as well of a memory that never serves.
    expect(spared / continued).toBeGreaterThan(0.8);
  });

  it('gives the former plan where nothing that it says changed', () => {
    const remembering = createResolve();
    const typed = (entered: Values) => remembering(everyKind, { ...situation, entered });
    const plan = typed({ enquiry_type: 6, name: 'Ada', guests: '3', crew: [{ age: 3 }] });
    expect(typed({ enquiry_type: 6, name: ' Ada', guests: 3, crew: [{ age: 3 }] })).toBe(plan);
  });

  it('decides again what reads the day once that is another', () => {
    const form = formWith([
      {
        id: 'a',
        description: 'A.',
        when: { '>': [{ var: 'today' }, '2027-06-01'] },
        then: { hide: ['message'] },
      },
    ]);
    const remembering = createResolve();
    const entered = { enquiry_type: 6 };
    const visibilityOn = (today: string) =>
      remembering(form, { ...situation, today, entered }).fields.find(({ name }) => name === 'message')
        ?.visibility;
    expect(['2027-06-01', '2027-06-02'].map(visibilityOn)).toEqual(['shown', 'hidden']);
  });

  it('decides again no more than what was answered and what reads that', () => {
    const form = formWith([
      {
        id: 'a',
        description: 'A.',
        when: { '==': [{ var: 'values.rig' }, 'sloop'] },
        then: { hide: ['message'] },
      },
    ]);
    const remembering = createResolve();
    const typed = (entered: Values) =>
      remembering(form, { ...situation, entered: { enquiry_type: 6, ...entered } });
    const changed = (one: Plan, other: Plan) =>
      other.fields.flatMap((field, place) => (field === one.fields[place] ? [] : [field.name]));
    const empty = typed({});
    const named = typed({ name: 'Ada' });
    const rigged = typed({ name: 'Ada', rig: 'sloop' });
    expect(changed(empty, named)).toEqual(['name']);
    expect(changed(named, rigged)).toEqual(['message', 'rig']);
    expect(
      typed({ name: 'Ada', rig: 'ketch' }).fields.find(({ name }) => name === 'message')?.visibility,
    ).toBe('shown');
  });
});

describe('resolveFieldAgain', () => {
  it('tells by one field whether the whole plan is another without what a rule decides of it', () => {
    let [same, other] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...forms), ofSales, fc.array(edit), (form, first, edits) => {
        const asked = { ...first, entered: Object.assign({}, first.entered, ...edits) as Values };
        const plan = resolve(form, asked);
        const made = { situation: asked, plan, facts: getPlanFacts(asked, plan) };
        for (const field of plan.fields.slice(1))
          expect(resolveFieldAgain(form, made, field.name)).toEqual(field);
        for (const rule of form.rules) {
          for (const part of listEffectParts(rule).filter(decidesField)) {
            const rules = form.rules.map((each) => (each === rule ? removePart(rule, part) : each));
            const without = { ...form, rules };
            const field = resolveFieldAgain(without, made, part.target ?? '');
            if (field === undefined) continue;
            const before = plan.fields.find(({ name }) => name === field.name) as FieldPlan;
            const serializeField = (one: FieldPlan) =>
              serializePlan({ ...plan, fields: [one], values: { _: one.value ?? null } });
            const isSame = serializeField(before) === serializeField(field);
            expect(serializePlan(resolve(without, asked)) === serializePlan(plan)).toBe(isSame);
            if (isSame) same += 1;
            else other += 1;
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(Math.min(same, other)).toBeGreaterThan(100);
  });
});
