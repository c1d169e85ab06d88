import { type ComparedKind, compareValues } from '../model/compare-values.ts';
import { getFactField, getFactPath } from '../model/fact-names.ts';
import { findFact } from '../model/facts.ts';
import { acceptsOther } from '../model/other-choice.ts';
import type { Condition, FieldDefinition, FormType } from '../model/types.ts';
import { type FactValues, listFactsRead } from './condition.ts';
import { countSegment, itemSegment, listInnerFields, listItemFields } from './inner-facts.ts';
import { collectComparisons, findPoints, valueByKind } from './points.ts';
import { collectQuantifiers, generateLists, nameListItems } from './quantified.ts';
import { simplifyCondition } from './residual.ts';

/** A fact and the values of it that conditions can distinguish. */
export interface Dimension {
  readonly fact: string;
  readonly values: readonly unknown[];
}

/**
 * Returns each fact that conditions read, sorted by name, with the values that they can distinguish. Every
 * combination of these values is a situation (docs/architecture.md, "Proof"). Facts about list items are not
 * returned; the values of their list contain them.
 * @param seeds Values to include, by fact.
 */
export function findDimensions(
  conditions: readonly Condition[],
  types: readonly FormType[],
  seeds?: ReadonlyMap<string, readonly unknown[]>,
): readonly Dimension[] {
  const quantified = collectQuantifiers(conditions);
  const asked = conditions.map((condition) => nameListItems(condition) as Condition);
  const all = findFactDimensions(asked, types, seeds);
  if (quantified.length === 0) return all;
  const lists = new Set(quantified.map(({ list }) => list));
  const isItemOfAnyList = (fact: string) => [...lists].some((list) => isItemOfList(fact, list));
  return all
    .filter(({ fact }) => !isItemOfAnyList(fact))
    .map((dimension) => {
      const { fact, values } = dimension;
      if (!lists.has(fact)) return dimension;
      const itemValues = all
        .filter((other) => isItemOfList(other.fact, fact))
        .map((other) => ({
          steps: other.fact.split('.').slice(fact.split('.').length + 1),
          values: other.values,
        }));
      const own = generateLists(
        quantified.filter(({ list }) => list === fact),
        itemValues,
      );
      // Conditions may also test if a list of texts contains one.
      const isOfTexts = itemValues.some(({ steps }) => steps.length === 0);
      return { fact, values: [...own, ...values.filter((value) => isOfTexts && value !== undefined)] };
    });
}

/** Returns true if a fact is an item of a list, or a value inside an item. */
function isItemOfList(fact: string, list: string): boolean {
  return fact === `${list}.${itemSegment}` || fact.startsWith(`${list}.${itemSegment}.`);
}

/** Returns the dimensions of facts. Items of lists are facts of their own here. */
function findFactDimensions(
  conditions: readonly Condition[],
  types: readonly FormType[],
  seeds: ReadonlyMap<string, readonly unknown[]> | undefined,
): readonly Dimension[] {
  const names = [...listFactsRead(conditions)].sort();
  const fields = new Map(names.map((name) => [name, findReadFields(name, types)]));
  const getKind = (fact: string) => getFactKind(fact, fields.get(fact) ?? []);
  const points = findPoints({ conditions, getKind, ...(seeds && { seeds }) });
  const { constants } = collectComparisons(conditions);
  return names.map((fact) => {
    const asked = { fact, constants: [...(constants.get(fact) ?? [])], points: points.get(fact) ?? [] };
    return { fact, values: listDistinguishableValues(asked, fields.get(fact) ?? [], types) };
  });
}

/** Returns the number of combinations of values; 1 without dimensions. */
export function countSituations(dimensions: readonly Dimension[]): number {
  return dimensions.reduce((product, { values }) => product * values.length, 1);
}

/**
 * Yields every combination of values. The value of the first fact changes fastest. Without dimensions, yields
 * one situation without facts.
 */
export function* generateSituations(dimensions: readonly Dimension[]): Generator<FactValues> {
  const [first, ...rest] = dimensions;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const inner of generateSituations(rest)) {
    for (const value of first.values) yield { ...inner, [first.fact]: value };
  }
}

/** A situation; `none` if there is none; `unknown` if the search takes too long. */
export type CommonSituation = FactValues | 'none' | 'unknown';

/**
 * Returns a situation in which all conditions are true, with a value for each fact that they read; `none` if
 * no combination of values is one, `unknown` after `maxSteps` tried values. Skips combinations that begin
 * with values that already make a condition false.
 */
export function findCommonSituation(
  conditions: readonly Condition[],
  types: readonly FormType[],
): CommonSituation {
  const dimensions = findDimensions(conditions, types);
  let steps = 0;
  /**
   * Tries the values of the dimensions from `depth` on. `open` is what `facts`, the values so far, leave of
   * the conditions.
   */
  const searchFrom = (open: Condition, depth: number, facts: FactValues): CommonSituation => {
    const dimension = dimensions[depth];
    if (dimension === undefined) return 'none';
    for (const value of dimension.values) {
      steps += 1;
      if (steps > maxSteps) return 'unknown';
      const here = { ...facts, [dimension.fact]: value };
      const left = simplifyCondition(open, (fact) => (fact === dimension.fact ? { value } : undefined));
      if (left === true) return { ...getFirstValues(dimensions), ...here };
      const found = left === false ? 'none' : searchFrom(left, depth + 1, here);
      if (found !== 'none') return found;
    }
    return 'none';
  };
  const remaining = simplifyCondition({ and: conditions }, () => undefined);
  if (typeof remaining === 'boolean') return remaining ? getFirstValues(dimensions) : 'none';
  return searchFrom(remaining, 0, {});
}

const maxSteps = 200_000;

/** Returns the first value of each dimension by its fact. */
function getFirstValues(dimensions: readonly Dimension[]): FactValues {
  return Object.fromEntries(dimensions.map(({ fact, values }) => [fact, values[0]]));
}

/** The properties of a field or a nested field that decide its values. */
type ReadField = Pick<FieldDefinition, 'kind' | 'temporal' | 'choices' | 'optionSet' | 'widgetProperties'>;

/** Returns the fields or nested fields of all types that a fact names. Empty if the fact is not an answer. */
function findReadFields(fact: string, types: readonly FormType[]): readonly ReadField[] {
  const [name, place] = [getFactField(fact), getFactPath(fact)];
  if (name === undefined || place === undefined) return [];
  return name === place
    ? types.flatMap(({ fields }) => fields.filter((field) => field.name === name))
    : types.flatMap(
        (type) => listInnerFields(type, name).get(place) ?? listItemFields(type, name).get(place) ?? [],
      );
}

/**
 * Returns the kind by which the values of a fact are compared; undefined for booleans, objects, lists,
 * enquiry types and answers to no field. A field with dates in one type and texts in another counts as text.
 */
function getFactKind(fact: string, fields: readonly ReadField[]): ComparedKind | undefined {
  const kind = findFact(fact)?.kind;
  if (kind !== 'value') return kind === 'boolean' || kind === 'list' || kind === 'type' ? undefined : kind;
  const kinds = fields.map(({ kind: valueKind, temporal }) => temporal ?? kindByValueKind[valueKind]);
  return kinds.every((each) => each === kinds[0]) ? kinds[0] : 'text';
}

const kindByValueKind: Readonly<Record<FieldDefinition['kind'], ComparedKind | undefined>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: undefined,
  id: 'id',
  json: undefined,
};

/** A fact, the constants that it is compared with, and the values before, at and after them. */
interface FactPoints extends Pick<Dimension, 'fact'> {
  readonly constants: readonly unknown[];
  readonly points: readonly unknown[];
}

/** Returns the values to try for a fact. For an answer, undefined (no answer) comes first. */
function listDistinguishableValues(
  { fact, constants, points }: FactPoints,
  fields: readonly ReadField[],
  types: readonly FormType[],
): readonly unknown[] {
  switch (findFact(fact)?.kind) {
    case 'boolean':
      return [false, true];
    case 'type':
      return types.map((type) => type.key);
    case 'number':
      return points.length === 0 ? [0, 1] : sortValues(points);
    case 'date':
      return points.length === 0 ? [valueByKind.date] : sortValues(points);
    case 'list':
      return listSubsets(constants);
    case 'value':
      return listDistinguishableAnswers({ fact, constants, points }, fields);
    default:
      return [...new Set(['', createOtherText(points), ...points])];
  }
}

/**
 * Returns the values to try for an answer, each once: first undefined, then its choices or the values that
 * conditions distinguish.
 */
function listDistinguishableAnswers(
  { fact, constants, points }: FactPoints,
  fields: readonly ReadField[],
): readonly unknown[] {
  if (fields.some(({ kind }) => kind === 'boolean')) return [undefined, false, true];
  if (isCountFact(fact)) return listCounts(points);
  const isList = fields.some(({ kind }) => kind === 'json');
  if (isList)
    return [
      undefined,
      ...listSubsets(constants).map((set) => (set.length === 0 ? [createOtherText(constants)] : set)),
    ];
  const choices = fields.flatMap((field) => field.choices ?? []);
  const isClosed =
    fields.length > 0 &&
    fields.every((field) => field.choices && field.optionSet === undefined && !acceptsOther(field));
  if (isClosed) return [...new Set([undefined, ...choices])];
  const kind = getFactKind(fact, fields) ?? 'text';
  const some =
    kind === 'text' || kind === 'id'
      ? createOtherText(points)
      : points.length === 0
        ? valueByKind[kind]
        : undefined;
  return [...new Set([undefined, some, ...points, ...choices])];
}

/** Returns a text that equals no constant; it represents all others. */
function createOtherText(constants: readonly unknown[]): string {
  let text = 'another';
  while (constants.includes(text)) text = `${text} one`;
  return text;
}

/** Returns numbers or texts in ascending order. */
function sortValues(values: readonly unknown[]): readonly unknown[] {
  return [...values].sort((one, another) => compareValues(one, another) ?? 0);
}

/** Returns true for the number of items of a list: `values.guests.count`. */
function isCountFact(fact: string): boolean {
  return getFactPath(fact)?.endsWith(`.${countSegment}`) === true;
}

/** Returns 0, 1 and the whole numbers at or next to each point, without negative ones, sorted. */
function listCounts(points: readonly unknown[]): readonly number[] {
  const near = points.flatMap((point) =>
    typeof point === 'number' ? [Math.floor(point), Math.ceil(point)] : [],
  );
  return [...new Set([0, 1, ...near])].filter((count) => count >= 0).sort((one, other) => one - other);
}

/**
 * Returns every subset of up to four constants. Of more constants it returns the empty set, each constant
 * alone, and all together.
 */
function listSubsets(constants: readonly unknown[]): readonly (readonly unknown[])[] {
  if (constants.length > 4) return [[], ...constants.map((constant) => [constant]), constants];
  const sets: unknown[][] = [[]];
  for (const constant of constants) sets.push(...sets.map((set) => [...set, constant]));
  return sets;
}
