import { listFactsRead } from '../../conditions/condition.ts';
import { findDimensions } from '../../conditions/situation-space.ts';
import { isDate } from '../../model/compare-values.ts';
import { memoizeByObject } from '../../model/memoize.ts';
import { isBuiltInOptionSet, type OptionSetName } from '../../model/option-sets.ts';
import type { Condition, FieldDefinition, Rule } from '../../model/types.ts';
import { listContentAxes, listPageAxes } from '../../preset/check.ts';
import type { ScenarioSituation } from '../scenarios/index.ts';
import type { TypeSlice } from './type-slice.ts';

export type PartialSituation = ScenarioSituation;

/**
 * One dimension in which situations differ: a fact, or several together, with its choices. Each choice is a
 * part of a situation, to merge into the usual one. The usual choice comes first, as an empty object.
 */
export interface Axis {
  /** The facts that it varies, for people: `page.inModal, page.isForLanding`. */
  readonly facts: string;
  readonly choices: readonly PartialSituation[];
}

/** The conditions, facts and option sets that the rules of a slice read. */
export interface RuleInputs {
  /** The conditions of the rules, without the parts that the type decides. */
  readonly conditions: readonly Condition[];
  /** Facts that a condition, a filter of the narrowed list, a preset, a bound or a calculation reads. */
  readonly facts: ReadonlySet<string>;
  /** The option sets that the fields of the type and the rules name. */
  readonly optionSets: ReadonlySet<OptionSetName>;
}

/** Returns what the rules and fields of a slice read; cached per slice. */
export const getRuleInputs = memoizeByObject(({ type, form, conditions }: TypeSlice): RuleInputs => {
  const filters = form.rules.flatMap(({ then: { eligible, offer } }) =>
    [eligible, offer].filter((condition) => condition !== undefined),
  );
  const operands = form.rules.map(({ then: { preset, bound, calculate } }) => [
    ...[preset, bound].map(listNestedOperands),
    Object.values(calculate ?? {}),
  ]);
  const asked = [...conditions.values()];
  return {
    conditions: asked,
    facts: new Set([...asked, ...filters, operands].flatMap((each) => listFactsRead(each))),
    optionSets: new Set([
      ...listOptionSetsOfFields(type.fields),
      ...form.rules.flatMap(listOptionSetsOfRule),
    ]),
  };
});

/**
 * Returns the axes of what a page is given: those of the preset, the day and the lists of content. An axis that
 * the rules cannot distinguish is left out. The narrowed list and answers have axes of their own.
 * @param usual The usual situation.
 */
export function buildGivenAxes(
  { conditions, facts, optionSets }: RuleInputs,
  usual: PartialSituation,
): readonly Axis[] {
  const dimensions = findDimensions(conditions, []);
  /** Returns the values of a fact that conditions distinguish; none if they do not read it. */
  const getValues = (fact: string) => dimensions.find((dimension) => dimension.fact === fact)?.values ?? [];
  const read = { facts, optionSets, getValues };
  const { beforeLists, afterLists } = listContentAxes(read, usual);
  return [
    ...listPageAxes(read, usual),
    { facts: 'today', choices: listDayChoices(facts, conditions, usual) },
    ...beforeLists,
    ...buildListAxes(optionSets, usual),
    ...afterLists,
  ].filter(({ choices }) => choices.length >= 2);
}

/** Returns the number of combinations of one choice of each axis; 1 if there are no axes. */
export function countCombinations(axes: readonly Axis[]): number {
  return axes.reduce((count, { choices }) => count * choices.length, 1);
}

/** Returns the facts of all axes with the number of their choices, the largest first: `values.colour (9)`. */
export function listLargestAxes(axes: readonly Axis[]): readonly string[] {
  return [...axes]
    .sort((one, other) => other.choices.length - one.choices.length)
    .map(({ facts, choices }) => `${facts} (${choices.length})`);
}

/** A situation, as far as it is not the usual one. */
export interface Combination {
  readonly words: PartialSituation;
  /** The number of choices that are not the usual one. */
  readonly unusual: number;
}

/**
 * Generates every combination of one choice of each axis, merged into `start`; only `start` itself if there
 * are no axes.
 * @param unusual The number of choices in `start` that are not the usual ones.
 */
export function* generateCombinations(
  axes: readonly Axis[],
  start: PartialSituation,
  unusual = 0,
): Generator<Combination> {
  const [first, ...rest] = axes;
  if (first === undefined) {
    yield { words: start, unusual };
    return;
  }
  for (const [index, choice] of first.choices.entries()) {
    yield* generateCombinations(rest, mergeSituations(start, choice), unusual + (index > 0 ? 1 : 0));
  }
}

/**
 * Returns two parts of a situation as one. Where both have a value, the second one applies. Entered values
 * and lists are merged by name.
 */
export function mergeSituations(one: PartialSituation, other: PartialSituation): PartialSituation {
  const entered = { ...one.entered, ...other.entered };
  const lists = { ...one.lists, ...other.lists };
  return {
    ...one,
    ...other,
    ...(Object.keys(entered).length > 0 && { entered }),
    ...(Object.keys(lists).length > 0 && { lists }),
  };
}

/**
 * Returns the values in an effect without the names of fields, as a list. If a value is an object but no
 * `var` expression, as the bounds of a field are, the list has a list of its own values instead.
 */
function listNestedOperands(effect: unknown): unknown {
  return Object.values(effect ?? {}).map((value) =>
    typeof value === 'object' && value !== null && !('var' in value) ? Object.values(value) : value,
  );
}

function listOptionSetsOfFields(fields: readonly FieldDefinition[]): readonly OptionSetName[] {
  return fields.flatMap(({ optionSet }) => optionSet ?? []);
}

function listOptionSetsOfRule({ then }: Rule): readonly OptionSetName[] {
  return Object.values(then.options ?? {});
}

/**
 * Returns the usual day, the days on both sides of every date that conditions contain, and a day in each year
 * that they distinguish by `today.nextYear`; none if the rules do not read the day.
 */
function listDayChoices(
  facts: ReadonlySet<string>,
  conditions: readonly Condition[],
  { today = '' }: PartialSituation,
): readonly PartialSituation[] {
  if (!facts.has('today') && !facts.has('today.nextYear')) return [];
  const seeds = new Map([['today', [today]]]);
  /** Returns the values of a fact about the day that conditions distinguish; none if they do not read it. */
  const getValues = (name: string) =>
    findDimensions(conditions, [], seeds).find(({ fact }) => fact === name)?.values ?? [];
  const years = getValues('today.nextYear').filter((year) => typeof year === 'number' && year > 1000);
  const other = [
    ...getValues('today').filter((day) => typeof day === 'string' && isDate(day)),
    ...years
      .filter((year) => year !== Number(today.slice(0, 4)) + 1)
      .map((year) => `${Number(year) - 1}-07-01`),
  ];
  return [{}, ...[...new Set(other)].filter((day) => day !== today).map((day) => ({ today: String(day) }))];
}

/**
 * Returns an axis for each option set that is not built in, with two choices: the usual list and an empty
 * one, or the usual empty list and one with an item.
 */
function buildListAxes(
  optionSets: ReadonlySet<OptionSetName>,
  { lists = {} }: PartialSituation,
): readonly Axis[] {
  const names = [...optionSets].filter((set) => !isBuiltInOptionSet(set));
  return names.map((name) => {
    const other = (lists[name] ?? []).length > 0 ? [] : ['An item'];
    return { facts: `list ${name}`, choices: [{}, { lists: { [name]: other } }] };
  });
}
