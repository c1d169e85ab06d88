import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileTestForm, readFrozenDocuments } from '../../../test/support/forms.ts';
import { compileFormChecks } from '../../../widgets/validators/form-checks.ts';
import { createReport } from '../../compile/report.ts';
import { compileRules, type RuleSource } from '../../compile/rules.ts';
import { optionSetNames } from '../../model/option-sets.ts';
import type { Form } from '../../model/types.ts';
import { createDocumentLocator } from '../document-locator.ts';
import { repairAnswers } from '../examples/repair.ts';
import { findFaults } from '../proof/stuck.ts';
import { listEffectParts } from '../rules/effect-parts.ts';
import { createPartLog } from '../rules/part-log.ts';
import { type ScenarioDocument, toScenarioSituation } from '../scenarios/index.ts';
import { findDecidingAnswers } from './answers.ts';
import { generateCombinations } from './axes.ts';
import { generateFilledPages } from './fill-in.ts';
import { createTypeSlices } from './type-slice.ts';
import type { Visit } from './visit.ts';
import { generateVisits } from './visits.ts';

const names = ['q0', 'q1', 'q2', 'q3', 'q4'];

/** Our documents, in which a sales enquiry asks five questions more, the last two of which are required. */
function askingMore() {
  const all = readFrozenDocuments();
  const schema = all['forms/sales/schema.json'] as {
    properties: Record<string, object>;
    required: string[];
    examples: Record<string, unknown>[];
  };
  for (const name of names) schema.properties[name] = { title: name, type: 'string', enum: ['yes', 'no'] };
  schema.properties.q2 = { title: 'q2', type: 'boolean' };
  schema.properties.q4 = { title: 'q4', type: 'integer', maximum: 9 };
  schema.required.push('q3', 'q4');
  Object.assign(schema.examples[0] ?? {}, { q1: 'yes', q3: 'no', q4: 4 });
  return all;
}

const all = askingMore();
const base = compileTestForm(all);
const document = all['scenarios.json'] as ScenarioDocument;
const { judge } = readyChecks();
const places = createDocumentLocator(all);

function readyChecks() {
  const checks = compileFormChecks(base);
  if (!checks.ok) throw new Error('Cannot check these forms');
  return checks;
}

const conditionOn = (known: readonly string[]): fc.Arbitrary<object> => {
  const one = fc.oneof(
    fc.constantFrom(...known).map((name) => ({ var: `values.${name}` })),
    fc
      .tuple(fc.constantFrom(...known), fc.constantFrom('yes', 'no'))
      .map(([name, word]) =>
        name === 'q2'
          ? { '==': [{ var: 'values.q2' }, word === 'yes'] }
          : name === 'q4'
            ? { '>': [{ var: 'values.q4' }, 3] }
            : { '==': [{ var: `values.${name}` }, word] },
      ),
    fc.constant({ var: 'site.isInternational' }),
  );
  const turned = fc
    .tuple(one, fc.boolean())
    .map(([condition, isTurned]) => (isTurned ? { '!': condition } : condition));
  const several = fc.array(turned, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    turned,
    several.map((and) => ({ and })),
    several.map((or) => ({ or })),
  );
};

/** A rule that decides something about one question by those before it, so that there are no circles. */
const rule = fc
  .tuple(
    fc.integer({ min: 1, max: names.length - 1 }),
    fc.constantFrom('hide', 'conceal', 'require', 'preset'),
  )
  .chain(([index, effect]) =>
    conditionOn(names.slice(0, index)).map((when) => {
      const name = names[index] ?? '';
      const preset = name === 'q2' ? true : name === 'q4' ? 5 : 'yes';
      return { when, then: effect === 'preset' ? { preset: { [name]: preset } } : { [effect]: [name] } };
    }),
  );

function formWith(rules: readonly object[]): Form {
  const { rules: own } = all['rules.json'] as { rules: readonly RuleSource[] };
  const asked = own.filter(({ id }) =>
    ['office-required', 'sales-offices', 'has-email', 'no-office'].includes(id),
  );
  const sources = rules.map((each, index) => ({ id: `r${index}`, description: 'd', ...each }) as RuleSource);
  const at = { file: 'rules.json', path: ['rules'] };
  const named = { types: base.types, optionSets: optionSetNames, lists: {} };
  return { ...base, rules: compileRules([...asked, ...sources], named, at, createReport()) };
}

function sliceOf(form: Form) {
  const slice = createTypeSlices(form).find(({ type }) => type.key === 'sales');
  if (slice === undefined) throw new Error('There is no sales enquiry');
  return slice;
}

/**
 * Returns what visits find: the faults, the rules that match in some situation, and the rule parts that never
 * matter.
 */
function shown(form: Form, seen: Iterable<Visit>) {
  const watch = createPartLog(form.rules.filter(({ id }) => id.startsWith('r')).flatMap(listEffectParts));
  const faults = new Set<string>();
  for (const visit of seen) {
    for (const { code, file, pointer } of findFaults(visit, places)) faults.add(`${code} ${file}#${pointer}`);
    watch.recordVisit({ ...visit, form: visit.slice.form });
  }
  const idle = watch.getIdleParts().map(({ part }) => `${part.ruleId} ${part.words}`);
  return { faults: [...faults].sort(), held: [...watch.getMatchingRules()].sort(), idle: idle.sort() };
}

/**
 * Returns the faults that stop a visitor. Refused examples are left out: they depend on the order of the
 * visits.
 */
const stuck = ({ faults }: ReturnType<typeof shown>) =>
  faults.filter((fault) => !fault.startsWith('example-refused'));

/** Every combination of answers on every page. */
function* crossed(form: Form): Generator<Visit> {
  const slice = sliceOf(form);
  const axes = findDecidingAnswers(slice, document.usual.today ?? '').axes;
  const pages = [...generateVisits({ slice, document, judge })].filter(
    ({ words }) => words.entered === undefined,
  );
  for (const page of pages) {
    for (const { words, unusual } of generateCombinations(axes, page.words, page.unusual)) {
      const known = { ...document, offices: page.known };
      const situation = toScenarioSituation(slice.form, known, words);
      const fixed = words.entered ?? {};
      const filled = [...generateFilledPages({ form: slice.form, situation, fixed })].map((each) => ({
        ...each,
        problems: judge(each.plan),
      }));
      const [start] = filled.sort((one, other) => one.problems.length - other.problems.length);
      if (start === undefined) continue;
      const exampleProblems = start.problems;
      yield {
        ...page,
        ...repairAnswers({ ...start, slice, judge, givenAnswers: fixed }),
        words,
        unusual,
        exampleProblems,
      };
    }
  }
}

describe('walk', () => {
  it('shows what crossing every answer with every other shows', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), (rules) => {
        const form = formWith(rules);
        const walked = shown(form, generateVisits({ slice: sliceOf(form), document, judge }));
        const all = shown(form, crossed(form));
        expect({ ...walked, faults: stuck(walked) }).toEqual({ ...all, faults: stuck(all) });
        expect(walked.faults.length > 0).toBe(all.faults.length > 0);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps pages apart that do something about a question which is still to come', () => {
    const form = formWith([
      { when: { '!': { var: 'site.isInternational' } }, then: { preset: { q1: 'yes' } } },
      { when: { '==': [{ var: 'values.q0' }, 'yes'] }, then: { hide: ['q4'] } },
      { when: { var: 'values.q1' }, then: { preset: { q4: 5 } } },
    ]);
    const walked = shown(form, generateVisits({ slice: sliceOf(form), document, judge }));
    expect(walked.faults).toEqual(['required-hidden rules.json#/rules/0/then']);
  });

  it('shows everyone who is stuck, told apart less finely', () => {
    fc.assert(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), (rules) => {
        const form = formWith(rules);
        const walked = shown(form, generateVisits({ slice: sliceOf(form), document, judge }, 'any'));
        const all = shown(form, crossed(form));
        expect(stuck(walked)).toEqual(stuck(all));
        expect(walked.faults.length > 0).toBe(all.faults.length > 0);
      }),
      { numRuns: 30 },
    );
  });
});
