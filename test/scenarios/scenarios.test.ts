import { describe, expect, it } from 'vitest';
import { type Form, type Rule, resolve } from '#engine';
import {
  type Expectations,
  runScenario,
  type ScenarioSituation,
  toScenarioSituation,
} from '#engine/check/scenarios/index.ts';
import { compileTestForm, readShippedDocuments } from '../support/forms.ts';
import { createSchemaChecks, shippedScenarios } from './document.ts';

const form = compileTestForm(readShippedDocuments());
const checkOf = createSchemaChecks(form);
const { scenarios } = shippedScenarios;

describe('scenarios.json', () => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) => {
    const { differences } = runScenario({ form, document: shippedScenarios, scenario, checkOf });
    expect(differences.map(({ sentence }) => sentence)).toEqual([]);
  });

  it('gives no two scenarios one name', () => {
    expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length);
  });
});

describe('the scenarios, together', () => {
  const { rules } = form;

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    'notice where the rule %s is missing',
    (_id, rule) => {
      expect(firstNotice(rules.filter((other) => other !== rule))).toBeDefined();
    },
  );

  it.each(rules.filter(({ when }) => when).map((rule) => [rule.id, rule] as const))(
    'notice where the rule %s holds the other way round',
    (_id, rule) => {
      const turned = { ...rule, when: { '!': rule.when } };
      expect(firstNotice(rules.map((other) => (other === rule ? turned : other)))).toBeDefined();
    },
  );

  /** The first scenario that other rules do not meet. */
  function firstNotice(changed: readonly Rule[]): string | undefined {
    const other: Form = { ...form, rules: changed };
    return scenarios.find(
      (scenario) =>
        runScenario({ form: other, document: shippedScenarios, scenario, checkOf }).differences.length > 0,
    )?.name;
  }
});

describe('runScenario', () => {
  it('leaves a field with a preset empty where null empties it, and untouched where nothing is entered', () => {
    const preset = compileTestForm(
      readShippedDocuments({
        'rules.json': {
          rules: [{ id: 'named', description: 'A name.', then: { preset: { name: 'Ann' } } }],
        },
        'scenarios.json': undefined,
      }),
    );
    const sent = (on: ScenarioSituation) =>
      resolve(preset, toScenarioSituation(preset, shippedScenarios, { type: 'general', ...on })).values.name;
    expect(sent({})).toBe('Ann');
    expect(sent({ entered: { name: null } })).toBeUndefined();
    expect(sent({ sends: { name: null } })).toBeUndefined();
  });

  it.each<[string, ScenarioSituation, Expectations, string]>([
    [
      'a list that differs',
      { site: '119' },
      { types: ['general'] },
      'Expected general for "types", but it is general, sales, service, event.',
    ],
    [
      'a limit, by its place',
      { type: 'service' },
      { limits: { upload: { count: 2 } } },
      'Expected “2” for "limits.upload.count", but it is “1”.',
    ],
    [
      'a problem that was not expected',
      { type: 'careers', filledIn: true, entered: { name: '' } },
      { problems: {} },
      'Expected nothing for "problems.name", but it is “required”.',
    ],
    [
      'a field that is shown against expectation',
      { type: 'general' },
      { hidden: ['upload', 'message'] },
      'Expected upload, message for "hidden", but it is upload.',
    ],
  ])('tells %s in a sentence', (_what, on, expected, sentence) => {
    const { differences } = run(on, expected);
    expect(differences.map((difference) => difference.sentence)).toEqual([sentence]);
  });

  it.each<[string, ScenarioSituation, Expectations, RegExp]>([
    ['an office', { selectedOffice: 'pole' }, {}, /unknown office "pole"; the nearest is "poole"/],
    ['a type', { type: 'servce' }, {}, /unknown enquiry type "servce"; the nearest is "service"/],
    ['a field', {}, { hidden: ['mesage'] }, /no enquiry type has a field "mesage"/],
  ])('refuses %s that there is not', (_what, on, expected, reason) => {
    expect(() => run(on, expected)).toThrow(reason);
  });
});

function run(on: ScenarioSituation, expected: Expectations) {
  const scenario = { name: 'planted', on, expect: expected };
  return runScenario({ form, document: shippedScenarios, scenario, checkOf });
}
