import { valueAt } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import type { Condition } from '../types.ts';
import { compared, type DateShift, type DateUnit, isSame, shiftedDate } from './compare.ts';

/** The facts that a condition reads, by their names or nested by the parts of these. */
export type FactValues = { readonly [name: string]: unknown };

/**
 * Returns true if a condition is met by the facts, or is absent. The condition must have been checked by
 * `compile`.
 */
export function holds(condition: unknown, facts: FactValues): boolean {
  if (!isOperation(condition)) return condition === undefined || isGiven(condition);
  const { operator, operands } = operationOf(condition);
  switch (operator) {
    case 'var':
      return isGiven(factValue(facts, String(operands[0])));
    case 'and':
      return operands.every((operand) => holds(operand, facts));
    case 'or':
      return operands.some((operand) => holds(operand, facts));
    case '!':
      return !holds(operands[0], facts);
    case 'some':
    case 'all':
    case 'none': {
      const items = listOf(operandValue(operands[0], facts));
      const holding = items.filter((each) => holds(operands[1], { ...facts, each })).length;
      return operator === 'none'
        ? holding === 0
        : holding > 0 && (operator === 'some' || holding === items.length);
    }
    default: {
      const [left, right, kind] = operands;
      return comparisonHolds(operator, operandValue(left, facts), operandValue(right, facts), kind);
    }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Compares two values by an operator. Order comparisons with a missing value are false. */
function comparisonHolds(operator: string, left: unknown, right: unknown, kind: unknown): boolean {
  switch (operator) {
    case '==':
      return isSame(left, right, kind);
    case '!=':
      return !isSame(left, right, kind);
    case 'in':
      return Array.isArray(right) && right.some((item) => isSame(left, item, kind));
    default: {
      const order = compared(left, right, kind);
      return order !== undefined && isInOrder(operator, order);
    }
  }
}

function isInOrder(operator: string, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return false;
  }
}

/** Returns true if a fact is true or not empty. 0 counts as an answer. */
function isGiven(value: unknown): boolean {
  return value === true || (Boolean(value ?? false) && !isEmptyList(value)) || value === 0;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Returns the value of an operand: a fact, a shifted date, or a constant. */
export function operandValue(operand: unknown, facts: FactValues): unknown {
  const name = factOperand(operand);
  if (name === undefined) return operand;
  const shift = shiftOf(operand);
  const value = factValue(facts, name);
  return shift === undefined ? value : shiftedDate(value, shift);
}

/** Returns the value of a fact by its name, such as `values.name`; undefined if it is not known. */
export function factValue(facts: FactValues, name: string): unknown {
  if (Object.hasOwn(facts, name)) return facts[name];
  const steps = stepsOfFact(name);
  // The number of items of a list; 0 for a missing list. No object has a property of this name
  // (`listInnerFields`).
  if (steps.length > 2 && steps.at(-1) === 'count') {
    const list = valueAt(facts, steps.slice(0, -1));
    return Array.isArray(list) ? list.length : 0;
  }
  return valueAt(facts, steps);
}

/**
 * Splits the name of a fact: `splitFactName('values.name') // ['values', 'name']`. The result is cached,
 * because a plan reads the same few names repeatedly.
 */
function stepsOfFact(name: string): readonly string[] {
  let steps = knownSteps.get(name);
  if (steps === undefined) {
    steps = name.split('.');
    if (knownSteps.size >= mostKnown) knownSteps.clear();
    knownSteps.set(name, steps);
  }
  return steps;
}

const knownSteps = new Map<string, readonly string[]>();
const mostKnown = 1_000;

/**
 * Returns the names of the facts that a condition, a preset or a bound reads, each once, in order. Conditions
 * on the items of a list do not count.
 */
export function factsRead(condition: unknown): readonly string[] {
  const names = new Set<string>();
  collect(condition, names);
  return [...names];
}

/**
 * Returns the fact of an operand `{var: name}`, or of a shifted date; undefined for a constant or another
 * operator.
 */
export function factOperand(operand: unknown): string | undefined {
  if (!isOperation(operand)) return undefined;
  const { var: name, '+': sum } = operand;
  if (typeof name === 'string') return name;
  return Array.isArray(sum) ? factOperand(sum[0]) : undefined;
}

/**
 * Returns the amount by which an operand shifts a date: `{'+': [{var: 'today'}, 14, 'days']}`; undefined if
 * it does not.
 */
export function shiftOf(operand: unknown): DateShift | undefined {
  if (!isOperation(operand) || !Array.isArray(operand['+'])) return undefined;
  const [, count, unit] = operand['+'];
  return { count: count as number, unit: unit as DateUnit };
}

/** Returns true if a compiled name is that of an item of a list (`each`), or of a part of it (`each.age`). */
export function isOfItem(name: string): boolean {
  return /^each(\.|$)/.test(name);
}

/** Returns the operator of an operation and its operands. A single operand needs no list. */
export function operationOf(condition: Condition): {
  readonly operator: string;
  readonly operands: readonly unknown[];
} {
  for (const operator in condition) {
    const operand = condition[operator];
    return { operator, operands: Array.isArray(operand) ? operand : [operand] };
  }
  return { operator: '', operands: [] };
}

export function isOperation(value: unknown): value is Condition {
  return isObject(value);
}

function collect(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, names);
    return;
  }
  if (!isOperation(node)) return;
  const name = factOperand(node);
  if (name !== undefined) {
    if (!isOfItem(name)) names.add(name);
  } else for (const operand of Object.values(node)) collect(operand, names);
}
