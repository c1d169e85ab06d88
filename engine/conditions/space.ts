import { factOf, fieldOfFact } from '../facts.ts';
import type { Condition, FormType } from '../types.ts';
import { type FactValues, factOperand, factsRead, holds, isOperation, operationOf } from './condition.ts';

/** A fact and the values of it that conditions can tell apart. */
export interface Dimension {
  readonly fact: string;
  readonly values: readonly unknown[];
}

/** The situations that conditions can tell apart: one dimension a fact that they read (docs/architecture.md, "Proof"). */
export function dimensionsOf(
  conditions: readonly Condition[],
  types: readonly FormType[],
): readonly Dimension[] {
  const names = [...new Set(conditions.flatMap((condition) => factsRead(condition)))].sort();
  return names.map((fact) => ({ fact, values: valuesOf(fact, constantsOf(conditions, fact), types) }));
}

/** How many situations the dimensions span. */
export function countOf(dimensions: readonly Dimension[]): number {
  return dimensions.reduce((product, { values }) => product * values.length, 1);
}

/** Every situation that the dimensions span, as facts. */
export function* situationsOf(dimensions: readonly Dimension[]): Generator<FactValues> {
  const [first, ...rest] = dimensions;
  if (first === undefined) {
    yield {};
    return;
  }
  for (const inner of situationsOf(rest)) {
    for (const value of first.values) yield withFact(inner, first.fact.split('.'), value);
  }
}

/** The first situation in which all conditions hold; undefined where there is none. */
export function meeting(
  conditions: readonly Condition[],
  types: readonly FormType[],
): FactValues | undefined {
  for (const situation of situationsOf(dimensionsOf(conditions, types))) {
    if (conditions.every((condition) => holds(condition, situation))) return situation;
  }
  return undefined;
}

function withFact(facts: FactValues, [step = '', ...rest]: readonly string[], value: unknown): FactValues {
  const inner = (facts[step] ?? {}) as FactValues;
  return { ...facts, [step]: rest.length === 0 ? value : withFact(inner, rest, value) };
}

/** A text that no constant equals stands for all the others. */
const other = 'another';

function valuesOf(
  name: string,
  constants: readonly unknown[],
  types: readonly FormType[],
): readonly unknown[] {
  switch (factOf(name)?.kind) {
    case 'boolean':
      return [false, true];
    case 'type':
      return types.map((type) => type.key);
    case 'number':
      return around(constants);
    case 'list':
      return subsets(constants);
    case 'value':
      return fieldValues(name, constants, types);
    default:
      return [...new Set(['', other, ...constants])];
  }
}

function fieldValues(
  name: string,
  constants: readonly unknown[],
  types: readonly FormType[],
): readonly unknown[] {
  const fields = types.flatMap((type) => type.fields.filter((field) => field.name === fieldOfFact(name)));
  const choices = fields.flatMap((field) => field.choices ?? []);
  if (fields.some((field) => field.kind === 'boolean')) return [undefined, false, true];
  if (fields.some((field) => field.kind === 'integer' || field.kind === 'number'))
    return [undefined, ...around([...constants, ...choices])];
  return [...new Set([undefined, other, ...constants, ...choices])];
}

/** Below, at and above each number. */
function around(constants: readonly unknown[]): readonly number[] {
  const numbers = constants.filter((constant) => typeof constant === 'number');
  return numbers.length === 0
    ? [0, 1]
    : [...new Set(numbers.flatMap((number) => [number - 1, number, number + 1]))].sort((a, b) => a - b);
}

/** Few constants: every subset; many: none, each alone, all. */
function subsets(constants: readonly unknown[]): readonly (readonly unknown[])[] {
  if (constants.length > 4) return [[], ...constants.map((constant) => [constant]), constants];
  const sets: unknown[][] = [[]];
  for (const constant of constants) sets.push(...sets.map((set) => [...set, constant]));
  return sets;
}

function constantsOf(conditions: readonly Condition[], fact: string): readonly unknown[] {
  const found = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (!isOperation(node)) return;
    const { operands } = operationOf(node);
    const compares = operands.some((item) => factOperand(item) === fact);
    for (const item of operands) {
      if (isOperation(item)) visit(item);
      else if (compares && item !== null)
        for (const constant of Array.isArray(item) ? item : [item]) found.add(constant);
    }
  };
  conditions.forEach(visit);
  return [...found];
}
