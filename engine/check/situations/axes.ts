import { factsRead } from '../../conditions/condition.ts';
import { dimensionsOf } from '../../conditions/space.ts';
import { fieldsDecidedBy } from '../../effects.ts';
import { fieldOfFact } from '../../facts.ts';
import type { ScenarioSituation } from '../../scenarios/index.ts';
import type { Condition, FieldDefinition, OptionSetName, Rule } from '../../types.ts';
import type { TypeSlice } from './type-slice.ts';

/** Part of a situation, in the words of scenarios. */
export type Words = ScenarioSituation;

/** One thing in which situations differ: a fact (or what stands for several) and its choices, the usual one first. */
export interface Axis {
  /** The facts that it varies, for people: `page.inModal, page.isForLanding`. */
  readonly facts: string;
  readonly choices: readonly Words[];
}

/** What a type's rules ask of a situation. */
export interface RuleInputs {
  /** What is asked of the facts that are given from the start, and of values. */
  readonly conditions: readonly Condition[];
  /** Facts that a condition, a preset or a bound reads. */
  readonly facts: ReadonlySet<string>;
  readonly optionSets: ReadonlySet<OptionSetName>;
}

/** What the rules of a type ask. */
export function ruleInputsOf({ type, form, conditions }: TypeSlice): RuleInputs {
  const filters = form.rules.flatMap(({ then: { eligible, offer } }) =>
    [eligible, offer].filter((condition) => condition !== undefined),
  );
  const operands = form.rules.map(({ then: { preset, bound } }) => [preset, bound].map(nestedValues));
  const asked = [...conditions.values()];
  return {
    conditions: asked,
    facts: new Set([...asked, ...filters, operands].flatMap((each) => factsRead(each))),
    optionSets: new Set([...setsOfFields(type.fields), ...form.rules.flatMap(setsOfRule)]),
  };
}

/**
 * The ways in which given facts and content can differ as far as these inputs tell; offices and values apart.
 * `usual` is what holds where a situation says nothing else.
 */
export function givenAxes({ conditions, facts, optionSets }: RuleInputs, usual: Words): readonly Axis[] {
  const valuesOf = (fact: string) =>
    dimensionsOf(conditions, []).find((dimension) => dimension.fact === fact)?.values ?? [];
  const axis = (fact: string, choices: readonly Words[]): readonly Axis[] =>
    choices.length < 2 ? [] : [{ facts: fact, choices }];
  const isEventAsked = facts.has('page.eventTitle') || optionSets.has('pageEvent');
  return [
    ...axis('site.id', siteChoices(valuesOf('site.id'), usual)),
    ...axis(
      'site.isInternational',
      facts.has('site.isInternational') ? [{}, { international: usual.international !== true }] : [],
    ),
    ...axis('page.inModal, page.isForLanding', placements(facts, usual)),
    ...axis('page.eventTitle', isEventAsked ? eventTitles(valuesOf('page.eventTitle'), usual) : []),
    ...axis('today.nextYear', facts.has('today.nextYear') ? years(conditions, usual) : []),
    ...axis('yacht models', optionSets.has('yachtModels') ? modelChoices(usual) : []),
    ...axis('event titles', optionSets.has('futureEvents') ? futureEvents(usual) : []),
  ];
}

/** The ways in which the values of fields can differ, a group for each set of fields that are asked about together. */
export function valueGroups(slice: TypeSlice): readonly (readonly Axis[])[] {
  const asked = [...slice.conditions.entries()].map(([id, condition]) => ({
    condition,
    fields: fieldsDecidedBy(slice.form.rules.find((rule) => rule.id === id)?.then ?? {}),
  }));
  const groups = connected(asked);
  return groups
    .map((conditions) =>
      dimensionsOf(conditions, [slice.type]).flatMap(({ fact, values }) => {
        const field = fieldOfFact(fact);
        return field === undefined ? [] : [{ facts: fact, choices: entries(field, values) }];
      }),
    )
    .filter((axes) => axes.length > 0);
}

/** How many combinations there are. */
export function countOfAxes(axes: readonly Axis[]): number {
  return axes.reduce((count, { choices }) => count * choices.length, 1);
}

/** What makes the combinations so many: `values.colour (9)`, the most numerous first. */
export function mostNumerous(axes: readonly Axis[]): readonly string[] {
  return [...axes]
    .sort((one, other) => other.choices.length - one.choices.length)
    .map(({ facts, choices }) => `${facts} (${choices.length})`);
}

/** One choice of every axis. */
export interface Product {
  readonly words: Words;
  /** How many of the choices are not the usual one. */
  readonly unusual: number;
}

/** Every combination of choices, put over what is said already. */
export function* products(axes: readonly Axis[], start: Words, unusual = 0): Generator<Product> {
  const [first, ...rest] = axes;
  if (first === undefined) {
    yield { words: start, unusual };
    return;
  }
  for (const [index, choice] of first.choices.entries()) {
    yield* products(rest, joined(start, choice), unusual + (index > 0 ? 1 : 0));
  }
}

function joined(one: Words, other: Words): Words {
  const entered = { ...one.entered, ...other.entered };
  return { ...one, ...other, ...(Object.keys(entered).length > 0 && { entered }) };
}

/** What the example fills in comes first, then nothing, then each value that a condition names. */
function entries(field: string, values: readonly unknown[]): readonly Words[] {
  const named = values.filter((value) => value !== undefined);
  return [{}, { entered: { [field]: null } }, ...named.map((value) => ({ entered: { [field]: value } }))];
}

function nestedValues(effect: unknown): unknown {
  return Object.values(effect ?? {}).map((value) =>
    typeof value === 'object' && value !== null && !('var' in value) ? Object.values(value) : value,
  );
}

function setsOfFields(fields: readonly FieldDefinition[]): readonly OptionSetName[] {
  return fields.flatMap(({ optionSet }) => optionSet ?? []);
}

function setsOfRule({ then }: Rule): readonly OptionSetName[] {
  return Object.values(then.options ?? {});
}

function siteChoices(values: readonly unknown[], usual: Words): readonly Words[] {
  const named = values.filter((value) => value !== '' && value !== 'another').map(String);
  if (named.length === 0) return [];
  const others = named.filter((id) => id !== String(usual.site));
  const isUsualNamed = others.length < named.length;
  return [{}, ...others.map((site) => ({ site })), ...(isUsualNamed ? [{ site: 'another' }] : [])];
}

function placements(facts: ReadonlySet<string>, { placement = 'inline' }: Words): readonly Words[] {
  const known = [
    'inline',
    ...(facts.has('page.inModal') ? ['modal'] : []),
    ...(facts.has('page.isForLanding') ? ['landing'] : []),
  ] as const;
  const others = known.filter((name) => name !== placement) as readonly ('inline' | 'modal' | 'landing')[];
  return [{}, ...others.map((name) => ({ placement: name }))];
}

function eventTitles(values: readonly unknown[], { eventTitle = null }: Words): readonly Words[] {
  const titles = [
    null,
    'Open day',
    ...values.filter((value) => value !== '' && value !== 'another').map(String),
  ];
  return [{}, ...titles.filter((title) => title !== eventTitle).map((title) => ({ eventTitle: title }))];
}

function years(conditions: readonly Condition[], { today = '' }: Words): readonly Words[] {
  const [dimension] = dimensionsOf(conditions, []).filter(({ fact }) => fact === 'today.nextYear');
  const nextYears = (dimension?.values ?? []).filter(
    (year): year is number => typeof year === 'number' && year > 1000,
  );
  const usualYear = Number(today.slice(0, 4)) + 1;
  return [
    {},
    ...nextYears.filter((year) => year !== usualYear).map((year) => ({ today: `${year - 1}-07-01` })),
  ];
}

function modelChoices({ yachtModels = [] }: Words): readonly Words[] {
  return yachtModels.length > 0 ? [{}, { yachtModels: [] }] : [{}, { yachtModels: ['A model'] }];
}

function futureEvents({ eventTitles: usual = [] }: Words): readonly Words[] {
  return usual.length > 0 && typeof usual !== 'string'
    ? [{}, { eventTitles: [] }, { eventTitles: 'failed' }]
    : [{}, { eventTitles: ['Open day'] }, { eventTitles: usual === 'failed' ? [] : 'failed' }];
}

interface Asked {
  readonly condition: Condition;
  /** What the condition decides. */
  readonly fields: readonly string[];
}

/**
 * Conditions on values, in groups that share no field, read or decided: a field's plan depends on one group alone, so
 * that groups need not be multiplied with each other.
 */
function connected(asked: readonly Asked[]): readonly (readonly Condition[])[] {
  const groups: { readonly conditions: Condition[]; readonly fields: Set<string> }[] = [];
  for (const { condition, fields } of asked) {
    const read = factsRead(condition).flatMap((fact) => fieldOfFact(fact) ?? []);
    if (read.length === 0) continue;
    const touched = [...read, ...fields];
    const joining = groups.filter((group) => touched.some((field) => group.fields.has(field)));
    for (const group of joining) groups.splice(groups.indexOf(group), 1);
    groups.push({
      conditions: [...joining.flatMap((group) => group.conditions), condition],
      fields: new Set([...joining.flatMap((group) => [...group.fields]), ...touched]),
    });
  }
  return groups.map((group) => group.conditions);
}
