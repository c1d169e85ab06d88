import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReport } from '#engine/compile/report.ts';
import { compileRules, type RuleSource } from '#engine/compile/rules.ts';
import { compileTestForm, readFrozenDocuments, readShippedDocuments } from '../../../test/support/forms.ts';
import { arbitraryRuleSource, documentsOfEveryKind } from '../../../test/support/generated-rules.ts';
import { optionSetNames } from '../../model/option-sets.ts';
import type { Effects } from '../../model/types.ts';
import { createSentenceRenderer } from '../sentences/index.ts';
import { findSiteRestriction } from '../sentences/rules.ts';
import {
  applySiteRestriction,
  type ConditionNode,
  calculationChoices,
  conditionToTree,
  createEffect,
  type EffectModel,
  effectsByGroup,
  emptyCondition,
  expressionToTree,
  type FactChoice,
  type FieldChoice,
  getExampleValue,
  getListChoices,
  isCompleteCondition,
  isCompleteEffect,
  listComparableFacts,
  listContainingFacts,
  listFactChoices,
  listFieldChoices,
  operatorChoices,
  toRuleModel,
  toRuleSource,
  treeToCondition,
  treeToExpression,
} from './index.ts';

const rulesOf = (all: object) => (all as { 'rules.json': { rules: RuleSource[] } })['rules.json'].rules;
const every = documentsOfEveryKind();
const form = compileTestForm(every);
const content = {
  sites: [{ id: '119', name: 'Solent' }],
  offices: [{ id: 3, name: 'Poole', title: 'Sales' }],
  enquiryTypes: [{ id: 6, name: 'Sales' }],
  services: ['sales', 'service'],
};
const words = createSentenceRenderer({ form, documents: every, content, locale: 'en' });
const grammar = readShippedDocuments()['meta/rules.schema.json'] as unknown as {
  readonly $defs: {
    readonly effects: { readonly properties: object };
    readonly condition: { readonly oneOf: readonly { readonly required?: readonly string[] }[] };
    readonly expression: { readonly anyOf: readonly { readonly properties?: object }[] };
  };
};
const generated = fc.sample(arbitraryRuleSource, { numRuns: 500, seed: 13 });

/** Equal, the keys in their order too. */
function expectSame(one: unknown, other: unknown): void {
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  expect(one).toEqual(other);
}

describe('a rule', () => {
  it.each(rulesOf(readShippedDocuments()))('$id is the same once it was a model', (rule) => {
    expectSame(toRuleSource(toRuleModel(rule)), rule);
    expect(othersIn(toRuleModel(rule))).toEqual([]);
  });

  it('is the same once it was a model: 500 generated ones, of which nothing is beyond editing', () => {
    for (const rule of generated) {
      const model = toRuleModel(rule);
      expectSame(toRuleSource(JSON.parse(JSON.stringify(model))), rule);
      expect(othersIn(model)).toEqual([]);
    }
  });

  it('of the generated ones has every effect and every operator of the grammar', () => {
    const effects = new Set(generated.flatMap(({ then }) => Object.keys(then)));
    expect([...effects].sort()).toEqual(Object.keys(grammar.$defs.effects.properties).sort());
    const text = JSON.stringify(generated);
    const { oneOf } = grammar.$defs.condition;
    const operators = oneOf.flatMap(({ required = [] }) => required);
    expect(operators).toContain('none');
    const calculated = grammar.$defs.expression.anyOf.flatMap(({ properties = {} }) =>
      Object.keys(properties),
    );
    for (const operator of ['var', ...operators, ...calculated]) expect(text).toContain(`{"${operator}":`);
  });

  it('keeps the order of its keys, and puts new ones where they stand in a new rule', () => {
    const rule = { then: { hide: ['phone'] }, description: 'd', id: 'planted' };
    expectSame(toRuleSource(toRuleModel(rule)), rule);
    const model = {
      ...toRuleModel(rule),
      when: conditionToTree({ var: 'page.inModal' }),
      insteadOf: 'modal',
    };
    expect(Object.keys(toRuleSource(model))).toEqual(['then', 'description', 'id', 'when', 'insteadOf']);
    const usual = { id: 'planted', description: 'd', then: { hide: ['phone'] } };
    const more = { ...toRuleModel(usual), when: conditionToTree({ var: 'page.inModal' }) };
    expect(Object.keys(toRuleSource(more))).toEqual(['id', 'description', 'when', 'then']);
    const { keys: _keys, ...fresh } = model;
    expect(Object.keys(toRuleSource(fresh))).toEqual(['id', 'description', 'when', 'then', 'insteadOf']);
  });

  it('of any JSON is the same once it was a model', () => {
    const operator = fc.constantFrom('var', 'and', 'or', '!', 'some', '==', 'in', '<', '+', 'odd');
    const node = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>('type', 3, true, null, [], {}),
        fc.dictionary(operator, fc.oneof(tie('node'), fc.array(tie('node'), { maxLength: 3 })), {
          noNullPrototype: true,
          maxKeys: 2,
        }),
      ),
    })).node;
    const effect = fc.constantFrom(
      'hide',
      'offer',
      'filter',
      'preset',
      'limit',
      'calculate',
      'label',
      'bound',
      'hideSection',
      'recipient',
      'destinations',
      'odd',
    );
    const then = fc.dictionary(effect, node, { noNullPrototype: true }) as fc.Arbitrary<Effects>;
    fc.assert(
      fc.property(node, then, (when, done) => {
        expectSame(treeToCondition(conditionToTree(when)), when);
        const rule = { id: 'planted', description: 'd', when, then: done };
        expectSame(toRuleSource(toRuleModel(rule)), rule);
      }),
    );
  });
});

/** Parts of a model that no editor can edit. */
function othersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(othersIn);
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as { kind?: unknown }).kind === 'other' ? [value] : [];
  return [...own, ...Object.values(value).flatMap(othersIn)];
}

describe('what is shown on some sites alone', () => {
  const rule = (when: unknown): RuleSource => ({
    id: 'planted',
    description: 'd',
    when,
    then: { hide: ['phone'] },
  });
  const here = { var: 'site.id' };

  it.each([
    [rule({ '!': { in: [here, ['119', 204]] } })],
    [rule({ '!': [{ '==': [here, '119'] }] })],
    [rule({ '!=': [here, '119'] })],
    [rule({ and: [{ var: 'page.inModal' }, { '!=': [here, '119'] }] })],
    [rule({ and: [{ '!': { in: [here, ['119']] } }, { var: 'page.inModal' }, { var: 'page.eventTitle' }] })],
  ])('is read and written again: %j', (written) => {
    const shown = findSiteRestriction(written);
    expect(shown).toMatchObject({ names: ['phone'] });
    if (shown) expectSame(applySiteRestriction(written, shown), written);
  });

  it('is the rule that hides it elsewhere', () => {
    const fresh = { id: 'planted', description: 'd', then: {} };
    const shown = { sites: ['119', '204'], names: ['phone'], when: { var: 'page.inModal' } };
    const written = applySiteRestriction(fresh, shown);
    expect(written).toEqual({
      id: 'planted',
      description: 'd',
      when: { and: [{ var: 'page.inModal' }, { '!': { in: [here, ['119', '204']] } }] },
      then: { hide: ['phone'] },
    });
    expect(findSiteRestriction(written)).toEqual(shown);
  });

  it.each([
    [rule({ in: [here, ['119']] })],
    [rule({ or: [{ '!=': [here, '119'] }, { var: 'page.inModal' }] })],
    [{ ...rule({ '!=': [here, '119'] }), then: { hide: ['phone'], require: ['message'] } }],
  ])('is not read of %j', (written) => expect(findSiteRestriction(written)).toBeUndefined());
});

describe('effects to choose from', () => {
  const fields = listFieldChoices(words);
  const field = (name: string) => fields.find((each) => each.name === name);
  const effects = effectsByGroup.flatMap(([, names]) => names);

  it('are those of the grammar, no more and no less', () => {
    expect([...effects].sort()).toEqual(Object.keys(grammar.$defs.effects.properties).sort());
    const calculations = grammar.$defs.expression.anyOf.flatMap(({ properties = {} }) =>
      Object.keys(properties),
    );
    expect(calculationChoices.map(({ operator }) => operator)).toEqual(calculations);
  });

  it('are about what they can be about', () => {
    expect(field('enquiry_type')).toMatchObject({
      is: 'type',
      takes: ['hide', 'show', 'conceal', 'require'],
    });
    expect(field('upload')).toMatchObject({ files: expect.arrayContaining(['image/png']) });
    expect(field('upload')?.takes).toContain('limit');
    expect(field('guests')).toMatchObject({ kind: 'number', bounded: 'number' });
    expect(field('rig')?.takes).toContain('filter');
    expect(field('crew')?.takes).not.toContain('preset');
    expect(field('message')?.takes).not.toContain('limit');
    expect(getListChoices(words).map(({ name }) => name)).toEqual([...optionSetNames]);
  });

  it('begin with nothing that nobody entered, and compile once it is, each of them on each field that it may be about', () => {
    const own = rulesOf(every);
    const refused: unknown[] = [];
    let tried = 0;
    for (const effect of effects) {
      const about = fields.filter(({ takes }) => takes.includes(effect));
      const word = effect === 'options' ? 'futureEvents' : effect === 'recipient' ? 'desk' : 'submit';
      for (const each of about.length === 0 ? [undefined] : about) {
        const model = createEffect({ effect, ...(each && { field: each }), types: ['sales'], word });
        expect(model, effect).toBeDefined();
        if (model === undefined) continue;
        expect(isCompleteEffect(model), effect).toBe(!isEntered(model.kind));
        const whole = entered(model, each);
        expect(isCompleteEffect(whole), effect).toBe(true);
        const rule = toRuleSource({ id: 'planted', description: 'd', effects: [whole] });
        const report = createReport();
        const named = { types: form.types, optionSets: optionSetNames, lists: {} };
        // What some rule gives choices can be filtered.
        const givers = own.filter(({ then }) => then.options !== undefined);
        const rules = effect === 'filter' ? [...givers, rule] : [rule];
        compileRules(rules, named, { file: 'rules.json', path: ['rules'] }, report);
        tried += 1;
        if (report.problems.length > 0) refused.push([effect, each?.name, report.problems[0]?.reason]);
      }
    }
    expect(refused).toEqual([]);
    expect(tried).toBeGreaterThan(100);
  });
});

/** Kinds of effects of which something is entered besides what they are about. */
function isEntered(kind: EffectModel['kind']): boolean {
  return ['asks', 'filter', 'gives', 'bounds', 'calculates', 'limits'].includes(kind);
}

/** Enters something in an effect wherever that is missing. */
function entered(model: EffectModel, field: FieldChoice | undefined): EffectModel {
  const kind = field?.kind ?? 'text';
  const value = { kind: 'constant', value: field?.values?.[0]?.value ?? getExampleValue(kind) } as const;
  const asked = (name: string): ConditionNode => ({ ...emptyCondition, fact: { kind: 'fact', name } });
  switch (model.kind) {
    case 'asks':
      return { ...model, asked: asked(model.effect === 'preferTypes' ? 'candidate.name' : 'office.email') };
    case 'filter':
      return { ...model, asked: asked('item.value') };
    case 'gives':
      return { ...model, value };
    case 'bounds':
      return { ...model, bounds: { equals: value } };
    case 'limits':
      return { ...model, limits: { count: 1 } };
    case 'calculates': {
      if (model.expression.kind === 'operation')
        return { ...model, expression: { ...model.expression, nodes: [word, word] } };
      const name = kind === 'date' ? 'today' : 'today.nextYear';
      return { ...model, expression: { kind: 'value', value: { kind: 'fact', name } } };
    }
    default:
      return model;
  }
}

const word = { kind: 'value', value: { kind: 'constant', value: '–' } } as const;

describe('a calculation', () => {
  const node = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(
        'word',
        3,
        true,
        null,
        { var: 'today' },
        { '+': [{ var: 'today' }, 1, 'days'] },
      ),
      fc
        .tuple(fc.constantFrom('+', 'cat', 'years', 'odd'), fc.array(tie('node'), { maxLength: 3 }))
        .map(([operator, nodes]) => ({ [operator]: nodes })),
    ),
  })).node;

  it('of any shape is the same once it was a tree', () => {
    fc.assert(
      fc.property(node, (expression) =>
        expectSame(treeToExpression(expressionToTree(expression)), expression),
      ),
    );
  });
});

describe('facts to choose from', () => {
  const named = (all: readonly FactChoice[], name: string) => all.find((each) => each.name === name);
  const late = listFactChoices(words, { of: 'when', then: [{ hide: ['phone'] }] });

  it('have names and known values', () => {
    expect(named(late, 'site.id')).toMatchObject({
      label: 'the site',
      kind: 'id',
      values: [{ value: '119', label: 'Solent' }],
    });
    expect(named(late, 'type')?.values).toContainEqual({ value: 'sales', label: 'Sales' });
    expect(named(late, 'values.rig')).toMatchObject({
      label: '“Rig”',
      isClosed: true,
      values: [{ value: 'sloop' }, { value: 'ketch' }, { value: 'yawl' }],
    });
    expect(named(late, 'values.skipper')?.values).toEqual([
      { value: true, label: 'yes' },
      { value: false, label: 'no' },
    ]);
    expect(named(late, 'values.crew')?.items?.map(({ name, kind, label }) => [name, kind, label])).toEqual([
      ['age', 'number', '“Age”'],
      ['born', 'date', '“Birthday”'],
      ['swims', 'boolean', '“Can swim”'],
      ['role', 'text', '“Role”'],
    ]);
    expect(named(late, 'values.sizes')?.items).toMatchObject([{ name: '', kind: 'number' }]);
    expect(named(late, 'selectedOffice.services')?.values).toContainEqual({ value: 'sales', label: 'sales' });
  });

  it('are those that are known where the condition stands', () => {
    const early = listFactChoices(words, { of: 'when', then: [{ hide: ['enquiry_type'] }] });
    expect(named(early, 'type')).toBeUndefined();
    expect(named(early, 'values.rig')).toBeUndefined();
    expect(named(early, 'site.id')).toBeDefined();
    expect(named(listFactChoices(words, { of: 'offer' }), 'office.services')).toBeDefined();
    expect(named(late, 'office.services')).toBeUndefined();
    const filter = listFactChoices(words, { of: 'filter', field: 'rig' });
    expect(named(filter, 'item.value')).toMatchObject({
      isClosed: true,
      values: [{ value: 'sloop' }, {}, {}],
    });
  });

  it('can be asked by each of their operators: what is offered compiles', () => {
    const places = [
      ['when', (asked: unknown) => ({ when: asked, then: { hide: ['phone'] } })],
      ['offer', (asked: unknown) => ({ then: { offer: asked } })],
      ['eligible', (asked: unknown) => ({ then: { eligible: asked } })],
      ['filter', (asked: unknown) => ({ then: { filter: { rig: asked } } })],
    ] as const;
    const refused: unknown[] = [];
    let tried = 0;
    for (const [of, ruleAsking] of places) {
      const then = of === 'when' ? { then: [{ hide: ['phone'] }] } : {};
      for (const fact of listFactChoices(words, { of, field: 'rig', ...then })) {
        for (const condition of fact.operators.flatMap((operator) => asked(fact, operator))) {
          const report = createReport();
          const rule = { id: 'planted', description: 'd', ...ruleAsking(condition) } as unknown as RuleSource;
          const named = { types: form.types, optionSets: optionSetNames, lists: {} };
          compileRules([rule], named, { file: 'rules.json', path: ['rules'] }, report);
          tried += 1;
          if (report.problems.length > 0) refused.push([of, condition, report.problems[0]?.reason]);
        }
      }
    }
    expect(refused).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });

  it('can be compared with those that they are offered: each pair compiles', () => {
    const places = [
      ['when', (asked: unknown) => ({ when: asked, then: { hide: ['phone'] } })],
      ['offer', (asked: unknown) => ({ then: { offer: asked } })],
      ['filter', (asked: unknown) => ({ then: { filter: { rig: asked } } })],
    ] as const;
    const refused: unknown[] = [];
    let tried = 0;
    const tries = (asked: object, ruleAsking: (asked: unknown) => object) => {
      const report = createReport();
      const rule = { id: 'planted', description: 'd', ...ruleAsking(asked) } as unknown as RuleSource;
      const named = { types: form.types, optionSets: optionSetNames, lists: {} };
      compileRules([rule], named, { file: 'rules.json', path: ['rules'] }, report);
      tried += 1;
      if (report.problems.length > 0) refused.push([asked, report.problems[0]?.reason]);
    };
    for (const [of, ruleAsking] of places) {
      const facts = listFactChoices(words, {
        of,
        field: 'rig',
        ...(of === 'when' && { then: [{ hide: ['phone'] }] }),
      });
      for (const fact of facts) {
        tryPairs(fact, facts, of, (asked) => tries(asked, ruleAsking));
        for (const item of fact.items ?? [])
          tryPairs(item, [...(fact.items ?? []), ...facts], of, (asked) =>
            tries({ some: [{ var: fact.name }, asked] }, ruleAsking),
          );
      }
    }
    expect(refused).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  });

  it('can be searched for in a list of answers where they are facts of an item', () => {
    const role = named(late, 'values.crew')?.items?.find(({ name }) => name === 'role');
    expect(role?.operators).toContain('among');
    expect(role && listContainingFacts(role, late, 'when')).not.toEqual([]);
  });

  it('make a condition on the items of a list complete, also on the item itself, but not what is not chosen', () => {
    const isComplete = (asked: unknown) => isCompleteCondition(conditionToTree(asked), late);
    expect(isComplete({ some: [{ var: 'values.sizes' }, { '==': [{ var: '' }, 42] }] })).toBe(true);
    expect(isComplete({ all: [{ var: 'values.sizes' }, { '!': { '<': [{ var: '' }, 42] } }] })).toBe(true);
    expect(isComplete({ some: [{ var: 'values.crew' }, { var: 'swims' }] })).toBe(true);
    expect(isComplete({ some: [{ var: 'values.crew' }, { var: '' }] })).toBe(false);
    expect(isComplete({ some: [{ var: '' }, { var: '' }] })).toBe(false);
    expect(isComplete({ var: '' })).toBe(false);
  });

  it('name every operator that there is', () => {
    const offered = new Set(late.flatMap(({ operators }) => operators));
    expect(
      operatorChoices.map(({ operator }) => operator).filter((operator) => !offered.has(operator)),
    ).toEqual([]);
    expect(rulesOf(readFrozenDocuments()).length).toBeGreaterThan(0);
  });
});

/** Calls `tries` with each comparison of a fact with another fact that the editor offers. */
function tryPairs(
  fact: FactChoice,
  facts: readonly FactChoice[],
  of: Parameters<typeof listComparableFacts>[2],
  tries: (asked: object) => void,
): void {
  for (const other of listComparableFacts(fact, facts, of))
    tries({ '==': [{ var: fact.name }, { var: other.name }] });
  if (fact.operators.includes('among'))
    for (const list of listContainingFacts(fact, facts, of))
      tries({ in: [{ var: fact.name }, { var: list.name }] });
}

/** Returns the conditions that a builder makes of a fact and one of its operators. */
function asked(fact: FactChoice, operator: FactChoice['operators'][number]): readonly unknown[] {
  const own = { kind: 'fact', name: fact.name } as const;
  const examples = {
    boolean: true,
    number: 3,
    text: 'word',
    id: '7',
    date: '2028-01-31',
    time: '09:30',
    'date-time': '2028-01-31T09:30:00Z',
    type: 'sales',
    list: fact.name === 'values.sizes' ? 3 : 'sales',
    object: '',
  };
  const value = fact.values?.[0]?.value ?? examples[fact.kind];
  const row = (node: object) => [
    treeToCondition({ kind: 'row', fact: own, operator, ...node } as ConditionNode),
  ];
  switch (operator) {
    case 'given':
      return row({});
    case 'one-of':
      return row({ value: { kind: 'constant', value: [value] } });
    case 'among':
      return fact.kind === 'text' || fact.kind === 'id'
        ? row({ value: { kind: 'fact', name: 'values.extras' } }).slice(
            0,
            fact.name.startsWith('values.') && fact.name !== 'values.upload' ? 1 : 0,
          )
        : [];
    case 'some':
    case 'all':
    case 'none':
      return (fact.items ?? []).flatMap((item) =>
        item.operators.flatMap((inner) =>
          asked(item, inner).map((each) =>
            treeToCondition({ kind: 'items', fact: own, operator, asked: conditionToTree(each) }),
          ),
        ),
      );
    default:
      return row({ value: { kind: 'constant', value } });
  }
}
