import { describe, expect, it } from 'vitest';
import { judgePlan, type Lists, resolve, type Situation, toSituation, type Values } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { checkDocuments } from '../cli/checking.ts';
import { compileTestForm } from '../support/forms.ts';
import { createMarinaDocuments, sampleMarinas } from './marinas.ts';

const form = compileTestForm(createMarinaDocuments());

function planOf(entered: Values, lists: Lists | null = { marinas: sampleMarinas }, locale = 'en') {
  const situation: Situation = toSituation({
    site: { id: 101, domain: 'yard.example' },
    enquiryTypes: [{ id: 3, name: 'General' }],
    eventTitles: { state: 'ready', titles: [] },
    locale,
    today: '2026-11-22',
    entered,
    lists,
  });
  return resolve(form, situation);
}

function marinaOf(...given: Parameters<typeof planOf>) {
  const field = planOf(...given).fields.find(({ name }) => name === 'marina');
  if (!field) throw new Error('no field "marina"');
  return field;
}

describe('a list that content gives', () => {
  it('is chosen from by id, in the language of the page, filtered by another answer and by what its items say', () => {
    expect(marinaOf({ country: 'GB' }).options).toEqual([{ value: 'cowes', label: 'Cowes' }]);
    expect(marinaOf({ country: 'GB' }, { marinas: sampleMarinas }, 'fr-CA').options).toEqual([
      { value: 'cowes', label: 'Cowes (île de Wight)' },
    ]);
    expect(marinaOf({ country: 'FR' }).options).toEqual([{ value: 'vannes', label: 'Vannes' }]);
    expect(marinaOf({}).options).toEqual([]);
  });

  it.each([
    [{ country: 'GB' }, { marinas: sampleMarinas }, true],
    [{ country: 'NO' }, { marinas: sampleMarinas }, false],
    [{ country: 'GB' }, { marinas: [] }, false],
    [{ country: 'GB' }, {}, false],
    [{ country: 'GB' }, null, false],
  ])('is asked for only where something is offered: %o', (entered, lists, isRequired) => {
    expect(marinaOf(entered, lists).isRequired).toBe(isRequired);
  });

  it('counts a choice of another country as empty, and it returns with its country', () => {
    const entered = { country: 'FR', marina: 'cowes' };
    expect(marinaOf(entered).value).toBeUndefined();
    expect(marinaOf({ ...entered, country: 'GB' }).value).toBe('cowes');
    const plan = planOf(entered);
    const submitted = { ...entered, enquiry_type: 3, name: 'A', email: 'a@b.co', message: 'm' };
    expect(judgePlan({ plan, check: () => [], submitted })).toContainEqual({
      field: 'marina',
      code: 'not-offered',
    });
  });

  it('gives its reasons', () => {
    const { because } = marinaOf({ country: 'GB' });
    expect(because).toMatchObject({
      options: ['marinas-of-the-country'],
      required: ['marina-where-there-is-one'],
    });
  });

  it('filters the choices of a schema as well', () => {
    const filtered = compileTestForm(
      createMarinaDocuments({
        'rules.json': {
          rules: [
            {
              id: 'no-norway',
              description: 'Norway is not offered.',
              then: { filter: { country: { '!=': [{ var: 'item.value' }, 'NO'] } } },
            },
          ],
        },
      }),
    );
    const plan = resolve(filtered, {
      ...toSituation({
        site: { id: 101, domain: 'yard.example' },
        enquiryTypes: [{ id: 3, name: 'General' }],
        eventTitles: { state: 'ready', titles: [] },
        locale: 'en',
        today: '2026-11-22',
        entered: {},
      }),
    });
    expect(plan.fields.find(({ name }) => name === 'country')?.options?.map(({ value }) => value)).toEqual([
      'GB',
      'FR',
    ]);
  });
});

describe('a slip about lists', () => {
  const filter = (condition: object) => ({
    'rules.json': { rules: [{ id: 'planted', description: 'd', then: { filter: { marina: condition } } }] },
  });

  it.each([
    [
      'a list that is not declared',
      { 'forms/general/ui.json': { marina: { 'ui:optionSet': 'marina' } } },
      /unknown option set "marina".*"marinas"/,
    ],
    [
      'what no item says of itself',
      filter({ '==': [{ var: 'item.countri' }, 'GB'] }),
      /unknown fact "item.countri".*"item.country"/,
    ],
    [
      'another kind',
      filter({ '>': [{ var: 'item.berths' }, '20'] }),
      /"item.berths" is compared with a number/,
    ],
    [
      'an item where there is none',
      {
        'rules.json': {
          rules: [{ id: 'a', description: 'd', when: { var: 'item.name' }, then: { hide: ['marina'] } }],
        },
      },
      /unknown fact "item.name"/,
    ],
    [
      'a circle',
      filter({ '==': [{ var: 'item.value' }, { var: 'values.marina' }] }),
      /the fields depend on each other: (options\.)?marina -> /,
    ],
    [
      'a name that every form has',
      { 'lists.json': { lists: { marinas: {}, futureEvents: {} } } },
      /"futureEvents" is already an option set of every form/,
    ],
    [
      'a kind that there is not',
      { 'lists.json': { lists: { marinas: { facts: { berths: 'integer' } } } } },
      /number/,
    ],
  ])('is told: %s', (_what, changes, says) => {
    const compiled = compile(createMarinaDocuments(changes));
    const reported = compiled.ok ? [] : compiled.problems.map(({ reason }) => reason);
    expect(reported).toContainEqual(expect.stringMatching(says));
  });

  it('is a choice that is required where nothing may be left to choose', () => {
    const errorsOf = (changes: Readonly<Record<string, unknown>> = {}) =>
      checkDocuments(createMarinaDocuments(changes))
        .findings.filter(({ severity }) => severity === 'error')
        .map(({ code, reason }) => `${code} ${reason}`);
    expect(errorsOf()).toEqual([]);
    const { rules } = createMarinaDocuments()['rules.json'] as {
      readonly rules: readonly { readonly id: string }[];
    };
    const unguarded = rules.map(({ id, ...rule }) => ({
      id,
      ...rule,
      ...(id === guarded && { when: undefined }),
    }));
    expect(errorsOf({ 'rules.json': { rules: JSON.parse(JSON.stringify(unguarded)) } })).toContainEqual(
      expect.stringMatching(/^required-choice-empty .*"marina" is required for "general" by the rule/),
    );
  });
});

const guarded = 'marina-where-there-is-one';
