import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgePlan,
  type Plan,
  type Problem,
  resolve,
  type SchemaCheck,
  toSituation,
  typeField,
  type Values,
} from '#engine';
import { compile } from '#engine/compile/index.ts';
import { simplifyErrors } from '#engine/json-schema/branch-errors.ts';
import {
  findReachableStep,
  findStepOfField,
  getNextStep,
  getPreviousStep,
  listFormSteps,
  omitFormErrors,
  reviewStep,
} from '#engine/resolve/steps.ts';
import { compileFormChecks } from '#widgets/validators/form-checks.ts';
import { checkDocuments } from '../cli/checking.ts';
import { compileTestForm, readFrozenDocuments } from '../support/forms.ts';
import { addRules, createStepDocuments, valuationSteps } from './step-documents.ts';

const form = compileTestForm(createStepDocuments());
const answered: Values = {
  boat_make: 'Alerion',
  boat_model: '28',
  year: '2001',
  boat_location: 'Poole',
  tax_paid_status: 'tax-paid',
  engine_hours: '120',
  name: 'Ann',
  email: 'ann@example.com',
  phone: '01202 123456',
  accept_term: true,
};

function planOf(entered: Values = {}, of = form, type: number = 8): Plan {
  return resolve(
    of,
    toSituation({
      site: { id: 101, domain: 'yard.example' },
      enquiryTypes: [
        { id: 8, name: 'Valuation' },
        { id: 3, name: 'General' },
        { id: 7, name: 'Service' },
      ],
      eventTitles: { state: 'ready', titles: [] },
      locale: 'en',
      today: '2026-11-22',
      entered: { [typeField]: type, ...entered },
    }),
  );
}

/** Returns the problems of a step, or with `whole` those of a send. */
function judged(plan: Plan, of = form, whole = false): readonly Problem[] {
  const checks = compileFormChecks(of);
  const { type } = plan;
  if (!checks.ok || !type) throw new Error('no checks');
  const check = checks.checkOf(type.key);
  const relevant: SchemaCheck = (values) => simplifyErrors(check(values), type.schema);
  return judgePlan({ plan, check: whole ? relevant : omitFormErrors(relevant), submitted: plan.values });
}

function stepsFor(entered: Values = {}, of = form) {
  const plan = planOf(entered, of);
  return listFormSteps(plan, judged(plan, of));
}

function names(entered: Values = {}, of = form): readonly string[] {
  return stepsFor(entered, of).map(({ name }) => name);
}

/** Returns the problems of documents with changed steps and other changes. */
function problemsWith(steps: readonly unknown[], changes: Readonly<Record<string, unknown>> = {}) {
  const compiled = compile(createStepDocuments(changes, steps));
  return compiled.ok
    ? []
    : compiled.problems.map(({ pointer, code, reason }) => [pointer, code, reason] as const);
}

function ruleProblems(...rules: readonly object[]) {
  const compiled = compile(addRules(rules.map((rule) => ({ description: 'A rule.', ...rule }))));
  return compiled.ok ? [] : compiled.problems.map(({ code, reason }) => [code, reason] as const);
}

function hiding(steps: readonly string[], when?: unknown) {
  return {
    id: 'hiding',
    description: 'Hides steps.',
    ...(when !== undefined && { when }),
    then: { hide: steps },
  };
}

describe('the steps of a form', () => {
  it('hold every field once, the enquiry type on the first', () => {
    const plan = planOf();
    const steps = listFormSteps(plan, []);
    const shown = plan.fields.filter(({ visibility }) => visibility !== 'hidden').map(({ name }) => name);
    expect(steps.flatMap(({ fields }) => fields)).toEqual(shown);
    expect(steps[0]?.fields[0]).toBe(typeField);
  });

  it('are none where a form has none', () => {
    expect(listFormSteps(planOf({}, form, 3), [])).toEqual([]);
  });

  it('are skipped where nothing on them is shown', () => {
    const when = { '==': [{ var: 'values.tax_paid_status' }, 'tax-paid'] };
    const skipping = compileTestForm(addRules([hiding(['photos'], when)]));
    expect(names({}, skipping)).toEqual(['boat', 'condition', 'photos', 'you']);
    expect(names({ tax_paid_status: 'tax-paid' }, skipping)).toEqual(['boat', 'condition', 'you']);
  });

  it('are hidden by name for the forms that have them alone', () => {
    const without = compileTestForm(addRules([hiding(['you'])]));
    const visibility = (type: number) =>
      planOf({}, without, type).fields.find(({ name }) => name === 'email')?.visibility;
    expect([visibility(8), visibility(3)]).toEqual(['hidden', 'shown']);
  });

  it('are hidden for no form without steps that has one of their fields', () => {
    const without = compileTestForm(addRules([hiding(['photos'])]));
    const visibility = (type: number) =>
      planOf({}, without, type).fields.find(({ name }) => name === 'upload')?.visibility;
    // The general form has none of the step's fields, the service form has one.
    expect([visibility(8), visibility(7), visibility(3)]).toEqual(['hidden', 'shown', undefined]);
  });

  it('are shown by a rule that names them, and else not', () => {
    const showing = {
      id: 'showing',
      description: 'Shows a step.',
      when: { '==': [{ var: 'values.tax_paid_status' }, 'tax-not-paid'] },
      then: { show: ['photos'] },
    };
    const asked = compileTestForm(addRules([showing]));
    expect(names({}, asked)).toEqual(['boat', 'condition', 'you']);
    expect(names({ tax_paid_status: 'tax-not-paid' }, asked)).toContain('photos');
  });

  it('keep a visitor at the first that is not answered, whatever is asked for', () => {
    expect(findReachableStep(stepsFor(), undefined)).toBe('boat');
    expect(findReachableStep(stepsFor(), reviewStep)).toBe('boat');
    const { boat_make: _make, ...later } = answered;
    expect(findReachableStep(stepsFor(later), 'you')).toBe('boat');
    const { name: _name, ...earlier } = answered;
    expect(findReachableStep(stepsFor(earlier), 'condition')).toBe('condition');
    expect(findReachableStep(stepsFor(earlier), reviewStep)).toBe('you');
    expect(findReachableStep(stepsFor(answered), reviewStep)).toBe(reviewStep);
    expect(findReachableStep(stepsFor(answered), 'nowhere')).toBe('boat');
  });

  it('lead to the step of a field', () => {
    expect(findStepOfField(stepsFor(), 'upload')?.name).toBe('photos');
    expect(findStepOfField(stepsFor(), 'message')).toBe(undefined);
  });

  it('let nobody wait for what only all answers together decide', () => {
    const all = createStepDocuments();
    const schema = all['forms/valuation/schema.json'] as { readonly required: readonly string[] };
    const either = compileTestForm({
      ...all,
      'forms/valuation/schema.json': {
        ...schema,
        anyOf: [{ required: ['hin_number'] }, { required: ['address'] }],
      },
    });
    const { address: _address, ...entered } = { ...answered, address: '1 Quay' };
    expect(findReachableStep(stepsFor(entered, either), 'condition')).toBe('condition');
    const plan = planOf(entered, either);
    expect(findReachableStep(listFormSteps(plan, judged(plan, either, true)), reviewStep)).toBe('boat');
  });
});

/** Any answers, valid, invalid or none, with a rule that skips a step. */
const someAnswers = fc.record(
  Object.fromEntries(
    Object.entries(answered).map(([name, value]) => [
      name,
      fc.constantFrom(value, 'x'.repeat(300), undefined),
    ]),
  ),
);

const skippable = compileTestForm(
  addRules([hiding(['photos'], { '==': [{ var: 'values.boat_make' }, 'Alerion'] })]),
);

describe('whatever is answered', () => {
  it('every problem of a field that is shown stands on one step, and no later step is reached before it is mended', () => {
    fc.assert(
      fc.property(
        someAnswers,
        fc.constantFrom('boat', 'condition', 'photos', 'you', reviewStep),
        (entered, asked) => {
          const plan = planOf(entered as Values, skippable);
          const problems = judged(plan, skippable);
          const steps = listFormSteps(plan, problems);
          expect(steps.flatMap((step) => step.problems).length).toBe(problems.length);
          const at = findReachableStep(steps, asked);
          const before = steps.slice(
            0,
            at === reviewStep ? steps.length : steps.findIndex(({ name }) => name === at),
          );
          expect(before.flatMap((step) => step.problems)).toEqual([]);
        },
      ),
    );
  });

  it('going on and back again comes to where one was', () => {
    fc.assert(
      fc.property(someAnswers, (entered) => {
        const steps = stepsFor(entered as Values, skippable);
        for (const { name } of steps) {
          const next = getNextStep(steps, name);
          expect(next && getPreviousStep(steps, next)).toBe(name);
        }
        expect(getPreviousStep(steps, steps[0]?.name ?? '')).toBe(undefined);
        expect(getNextStep(steps, reviewStep)).toBe(undefined);
      }),
    );
  });
});

describe('steps that could not be walked through', () => {
  const [boat, condition, photos, you] = valuationSteps as [
    (typeof valuationSteps)[0],
    (typeof valuationSteps)[0],
    (typeof valuationSteps)[0],
    (typeof valuationSteps)[0],
  ];

  it.each([
    [
      'a field on no step',
      [{ ...boat, fields: boat.fields.slice(1) }, condition, photos, you],
      '/ui:steps',
      'bad-step',
      /"office_location" is on no step/,
    ],
    [
      'a field on two',
      [boat, condition, { ...photos, fields: ['upload', 'year'] }, you],
      '/ui:steps/2/fields/1',
      'bad-step',
      /"year" is already on the step "boat"/,
    ],
    [
      'a field that there is not',
      [{ ...boat, fields: [...boat.fields, 'boat_maker'] }, condition, photos, you],
      '/ui:steps/0/fields/6',
      'unknown-field',
      /the nearest is "boat_make"/,
    ],
    [
      'the enquiry type',
      [{ ...boat, fields: [typeField, ...boat.fields] }, condition, photos, you],
      '/ui:steps/0/fields/0',
      'bad-step',
      /first step of every form/,
    ],
    [
      'another order than that of the fields',
      [boat, photos, condition, you],
      '/ui:steps/2/fields/0',
      'bad-step',
      /"tax_paid_status" comes before "upload" in "ui:order"/,
    ],
    [
      'the name of the last step',
      [{ ...boat, name: 'check' }, condition, photos, you],
      '/ui:steps/0/name',
      'bad-step',
      /review their answers/,
    ],
    [
      'the name of a field',
      [boat, condition, { ...photos, name: 'upload' }, you],
      '/ui:steps/2/name',
      'bad-step',
      /name of a field or block/,
    ],
    [
      'one name twice',
      [boat, condition, { ...photos, name: 'boat' }, you],
      '/ui:steps/2/name',
      'duplicate-id',
      /another step is called "boat"/,
    ],
  ] as const)('are refused: %s', (_what, steps, pointer, code, reason) => {
    expect(problemsWith(steps)).toContainEqual([pointer, code, expect.stringMatching(reason)]);
  });

  it('are refused without a title', () => {
    const steps = [boat, condition, photos, { ...you, name: 'contact' }];
    expect(problemsWith(steps)).toContainEqual([
      '/steps.contact.title',
      'missing-text',
      expect.stringMatching(/the step "contact" of the form "valuation" has no title/),
    ]);
  });

  it('are no more than a form has where all forms share a UI schema', () => {
    const all = createStepDocuments();
    const problems = problemsWith(valuationSteps, {
      'ui.json': { ...(all['ui.json'] as object), 'ui:steps': valuationSteps },
    });
    expect(problems).toContainEqual(['/ui:steps', 'idle-option', expect.stringMatching(/one form/)]);
  });
});

describe('rules about steps', () => {
  it('name one that there is', () => {
    expect(ruleProblems({ id: 'r', then: { hide: ['photo'] } })).toContainEqual([
      'unknown-field',
      expect.stringMatching(/the nearest is "photos"/),
    ]);
  });

  it('hide and show it, and nothing else', () => {
    expect(ruleProblems({ id: 'r', then: { require: ['photos'] } })).toContainEqual([
      'bad-value',
      expect.stringMatching(/"photos" is a step/),
    ]);
    expect(ruleProblems({ id: 'r', then: { hide: ['photos', 'email'] } })).toContainEqual([
      'bad-value',
      expect.stringMatching(/steps only/),
    ]);
  });
});

describe('what slipway check says of steps', () => {
  const findingsWith = (...rules: readonly unknown[]) =>
    checkDocuments(addRules(rules)).findings.filter(({ code }) =>
      ['step-waits', 'never-shown'].includes(code),
    );

  it('is nothing new where all can be walked through', () => {
    const codes = (all: Parameters<typeof checkDocuments>[0]) =>
      new Set(checkDocuments(all).findings.map(({ code }) => code));
    expect(codes(createStepDocuments())).toEqual(
      new Set([...codes(readFrozenDocuments()), 'missing-translation']),
    );
  });

  it('tells of a step that is skipped everywhere', () => {
    expect(findingsWith(hiding(['photos']))).toContainEqual(
      expect.objectContaining({
        code: 'never-shown',
        file: 'forms/valuation/ui.json',
        pointer: '/ui:steps/2',
        reason: expect.stringMatching(/the step "photos" of "valuation" is always skipped/),
      }),
    );
  });

  it('tells of a required field that waits for a later step', () => {
    const rule = {
      id: 'models-of-the-owner',
      description: 'The status depends on the name.',
      then: { filter: { tax_paid_status: { '!=': [{ var: 'item.value' }, { var: 'values.name' }] } } },
    };
    expect(findingsWith(rule)).toContainEqual(
      expect.objectContaining({
        code: 'step-waits',
        severity: 'error',
        reason: expect.stringMatching(/depends on "name", which comes only on "you"/),
      }),
    );
  });
});
