import { fieldOfFact, placeOfFact } from '../fact-names.ts';
import { factOf } from '../facts.ts';
import { countStep, innerFields, itemFields, itemStep } from '../inner-facts.ts';
import type { Condition, FieldDefinition, FormType } from '../types.ts';
import { type ComparedKind, compared } from './compare.ts';
import { type FactValues, factsRead } from './condition.ts';
import { anywhere, comparisonsIn, pointsOf } from './points.ts';
import { listsOf, quantifiedIn, withNamedItems } from './quantified.ts';
import { residual } from './residual.ts';

/** A fact and the values of it that conditions can distinguish. */
export interface Dimension {
  readonly fact: string;
  readonly values: readonly unknown[];
}

/**
 * Returns the situations that conditions can distinguish: one dimension for each fact that they read
 * (docs/architecture.md, "Proof").
 * @param seeds Values of facts to include.
 */
export function dimensionsOf(
  conditions: readonly Condition[],
  types: readonly FormType[],
  seeds?: ReadonlyMap<string, readonly unknown[]>,
): readonly Dimension[] {
  const quantified = quantifiedIn(conditions);
  const asked = conditions.map((condition) => withNamedItems(condition) as Condition);
  const all = dimensionsOfFacts(asked, types, seeds);
  if (quantified.length === 0) return all;
  const lists = new Set(quantified.map(({ list }) => list));
  const isItem = (fact: string) => [...lists].some((list) => isOfListItem(fact, list));
  return all
    .filter(({ fact }) => !isItem(fact))
    .map((dimension) => {
      const { fact, values } = dimension;
      if (!lists.has(fact)) return dimension;
      const places = all
        .filter((other) => isOfListItem(other.fact, fact))
        .map((other) => ({
          steps: other.fact.split('.').slice(fact.split('.').length + 1),
          values: other.values,
        }));
      const own = listsOf(
        quantified.filter(({ list }) => list === fact),
        places,
      );
      // Conditions may also test if a list of texts contains one.
      const isOfTexts = places.some(({ steps }) => steps.length === 0);
      return { fact, values: [...own, ...values.filter((value) => isOfTexts && value !== undefined)] };
    });
}

function isOfListItem(fact: string, list: string): boolean {
  return fact === `${list}.${itemStep}` || fact.startsWith(`${list}.${itemStep}.`);
}

function dimensionsOfFacts(
  conditions: readonly Condition[],
  types: readonly FormType[],
  seeds: ReadonlyMap<string, readonly unknown[]> | undefined,
): readonly Dimension[] {
  const names = [...factsRead(conditions)].sort();
  const fields = new Map(names.map((name) => [name, fieldsOf(name, types)]));
  const kindOf = (fact: string) => kindOfFact(fact, fields.get(fact) ?? []);
  const points = pointsOf({ conditions, kindOf, ...(seeds && { seeds }) });
  const { constants } = comparisonsIn(conditions);
  return names.map((fact) => {
    const asked = { fact, constants: [...(constants.get(fact) ?? [])], points: points.get(fact) ?? [] };
    return { fact, values: valuesOf(asked, fields.get(fact) ?? [], types) };
  });
}

export function countOf(dimensions: readonly Dimension[]): number {
  return dimensions.reduce((product, { values }) => product * values.length, 1);
}

export function* situationsOf(dimensions: readonly Dimension[]): Generator<FactValues> {
  const [first, ...rest] = dimensions;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const inner of situationsOf(rest)) {
    for (const value of first.values) yield { ...inner, [first.fact]: value };
  }
}

/** A situation; `none` if there is none; `unknown` if the search takes too long. */
export type Meeting = FactValues | 'none' | 'unknown';

/**
 * Returns the first situation in which all conditions are true. It skips combinations that can no longer meet
 * them.
 */
export function meeting(conditions: readonly Condition[], types: readonly FormType[]): Meeting {
  const dimensions = dimensionsOf(conditions, types);
  let steps = 0;
  const search = (open: Condition, depth: number, facts: FactValues): Meeting => {
    const dimension = dimensions[depth];
    if (dimension === undefined) return 'none';
    for (const value of dimension.values) {
      steps += 1;
      if (steps > maxSteps) return 'unknown';
      const here = { ...facts, [dimension.fact]: value };
      const left = residual(open, (fact) => (fact === dimension.fact ? { value } : undefined));
      if (left === true) return { ...firstOf(dimensions), ...here };
      const found = left === false ? 'none' : search(left, depth + 1, here);
      if (found !== 'none') return found;
    }
    return 'none';
  };
  const left = residual({ and: conditions }, () => undefined);
  if (typeof left === 'boolean') return left ? firstOf(dimensions) : 'none';
  return search(left, 0, {});
}

const maxSteps = 200_000;

function firstOf(dimensions: readonly Dimension[]): FactValues {
  return Object.fromEntries(dimensions.map(({ fact, values }) => [fact, values[0]]));
}

/** The properties of a field or a nested field that decide its values. */
type Asking = Pick<FieldDefinition, 'kind' | 'temporal' | 'choices' | 'optionSet'>;

function fieldsOf(fact: string, types: readonly FormType[]): readonly Asking[] {
  const [name, place] = [fieldOfFact(fact), placeOfFact(fact)];
  if (name === undefined || place === undefined) return [];
  return name === place
    ? types.flatMap(({ fields }) => fields.filter((field) => field.name === name))
    : types.flatMap((type) => innerFields(type, name).get(place) ?? itemFields(type, name).get(place) ?? []);
}

/**
 * Returns the kind of a fact that is compared by its order; undefined if it is not. A field with dates in one
 * type and texts in another counts as text.
 */
function kindOfFact(fact: string, fields: readonly Asking[]): ComparedKind | undefined {
  const kind = factOf(fact)?.kind;
  if (kind !== 'value') return kind === 'boolean' || kind === 'list' || kind === 'type' ? undefined : kind;
  const kinds = fields.map(({ kind: valueKind, temporal }) => temporal ?? scalars[valueKind]);
  return kinds.every((each) => each === kinds[0]) ? kinds[0] : 'text';
}

const scalars: Readonly<Record<FieldDefinition['kind'], ComparedKind | undefined>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: undefined,
  id: 'id',
  json: undefined,
};

interface Asked extends Pick<Dimension, 'fact'> {
  readonly constants: readonly unknown[];
  readonly points: readonly unknown[];
}

function valuesOf(
  { fact, constants, points }: Asked,
  fields: readonly Asking[],
  types: readonly FormType[],
): readonly unknown[] {
  switch (factOf(fact)?.kind) {
    case 'boolean':
      return [false, true];
    case 'type':
      return types.map((type) => type.key);
    case 'number':
      return points.length === 0 ? [0, 1] : inOrder(points);
    case 'date':
      return points.length === 0 ? [anywhere.date] : inOrder(points);
    case 'list':
      return subsets(constants);
    case 'value':
      return fieldValues({ fact, constants, points }, fields);
    default:
      return [...new Set(['', other(points), ...points])];
  }
}

function fieldValues({ fact, constants, points }: Asked, fields: readonly Asking[]): readonly unknown[] {
  if (fields.some(({ kind }) => kind === 'boolean')) return [undefined, false, true];
  if (isCount(fact)) return countsOf(points);
  const isList = fields.some(({ kind }) => kind === 'json');
  if (isList)
    return [undefined, ...subsets(constants).map((set) => (set.length === 0 ? [other(constants)] : set))];
  const choices = fields.flatMap((field) => field.choices ?? []);
  const isClosed =
    fields.length > 0 && fields.every((field) => field.choices && field.optionSet === undefined);
  if (isClosed) return [...new Set([undefined, ...choices])];
  const kind = kindOfFact(fact, fields) ?? 'text';
  const some =
    kind === 'text' || kind === 'id' ? other(points) : points.length === 0 ? anywhere[kind] : undefined;
  return [...new Set([undefined, some, ...points, ...choices])];
}

/** Returns a text that equals no constant; it represents all others. */
function other(constants: readonly unknown[]): string {
  let text = 'another';
  while (constants.includes(text)) text = `${text} one`;
  return text;
}

function inOrder(values: readonly unknown[]): readonly unknown[] {
  return [...values].sort((one, another) => compared(one, another) ?? 0);
}

function isCount(fact: string): boolean {
  return placeOfFact(fact)?.endsWith(`.${countStep}`) === true;
}

/** Returns whole numbers from 0 on, with those around each point. */
function countsOf(points: readonly unknown[]): readonly number[] {
  const near = points.flatMap((point) =>
    typeof point === 'number' ? [Math.floor(point), Math.ceil(point)] : [],
  );
  return [...new Set([0, 1, ...near])].filter((count) => count >= 0).sort((one, other) => one - other);
}

/** Returns every subset of up to four constants; of more constants none, each alone, and all. */
function subsets(constants: readonly unknown[]): readonly (readonly unknown[])[] {
  if (constants.length > 4) return [[], ...constants.map((constant) => [constant]), constants];
  const sets: unknown[][] = [[]];
  for (const constant of constants) sets.push(...sets.map((set) => [...set, constant]));
  return sets;
}
