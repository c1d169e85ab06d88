import { getValueAt } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import {
  compareValues,
  type DateShift,
  type DateUnit,
  isSameValue,
  shiftDate,
} from '../model/compare-values.ts';
import type { Condition } from '../model/types.ts';

/**
 * The values of facts: by name (`{type: …}`), or nested by the segments of the name (`{site: {id: 119}}`).
 */
export type FactValues = { readonly [name: string]: unknown };

/**
 * Returns true if a condition is met by the facts, or is absent. A fact alone or a constant is true unless it
 * is false or empty. As in JsonLogic, `all` is false for an empty list. The condition must have been checked
 * by `compile`.
 */
export function evaluateCondition(condition: unknown, facts: FactValues): boolean {
  if (!isOperation(condition)) return condition === undefined || isFilled(condition);
  const { operator, operands } = parseOperation(condition);
  switch (operator) {
    case 'var':
      return isFilled(getFactValue(facts, String(operands[0])));
    case 'and':
      return operands.every((operand) => evaluateCondition(operand, facts));
    case 'or':
      return operands.some((operand) => evaluateCondition(operand, facts));
    case '!':
      return !evaluateCondition(operands[0], facts);
    case 'some':
    case 'all':
    case 'none': {
      const items = toList(getOperandValue(operands[0], facts));
      const holding = items.filter((each) => evaluateCondition(operands[1], { ...facts, each })).length;
      return operator === 'none'
        ? holding === 0
        : holding > 0 && (operator === 'some' || holding === items.length);
    }
    default: {
      const [left, right, kind] = operands;
      return evaluateComparison(operator, getOperandValue(left, facts), getOperandValue(right, facts), kind);
    }
  }
}

/** Returns the value if it is a list, otherwise an empty list. */
function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Compares two values by an operator. Order comparisons with a missing value or a value of another kind are
 * false.
 */
function evaluateComparison(operator: string, left: unknown, right: unknown, kind: unknown): boolean {
  switch (operator) {
    case '==':
      return isSameValue(left, right, kind);
    case '!=':
      return !isSameValue(left, right, kind);
    case 'in':
      return Array.isArray(right) && right.some((item) => isSameValue(left, item, kind));
    default: {
      const order = compareValues(left, right, kind);
      return order !== undefined && evaluateOrder(operator, order);
    }
  }
}

/** Returns true if the result of `compareValues` satisfies an operator of order, such as `<`. */
function evaluateOrder(operator: string, order: number): boolean {
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

/**
 * Returns false for false, an empty text, an empty list and a missing value, and true for all others, also
 * for 0.
 */
function isFilled(value: unknown): boolean {
  return value === true || (Boolean(value ?? false) && !isEmptyList(value)) || value === 0;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/**
 * Returns the value of an operand: of a fact, of a shifted date, or the operand itself if it is a constant. A
 * shifted value that is no date is undefined.
 */
export function getOperandValue(operand: unknown, facts: FactValues): unknown {
  const name = getFactOfOperand(operand);
  if (name === undefined) return operand;
  const shift = getDateShift(operand);
  const value = getFactValue(facts, name);
  return shift === undefined ? value : shiftDate(value, shift);
}

/**
 * Returns the value of a fact by its name, such as `values.name`; undefined if it is not known. A value under
 * the whole name is used before a nested one. The `count` of a missing list is 0.
 */
export function getFactValue(facts: FactValues, name: string): unknown {
  if (Object.hasOwn(facts, name)) return facts[name];
  const steps = splitFactName(name);
  // The number of items of a list; 0 for a missing list. No object has a property of this name
  // (`listInnerFields`).
  if (steps.length > 2 && steps.at(-1) === 'count') {
    const list = getValueAt(facts, steps.slice(0, -1));
    return Array.isArray(list) ? list.length : 0;
  }
  return getValueAt(facts, steps);
}

/**
 * Splits the name of a fact: `splitFactName('values.name') // ['values', 'name']`. The result is cached,
 * because a plan reads the same few names repeatedly.
 */
function splitFactName(name: string): readonly string[] {
  let steps = stepsByName.get(name);
  if (steps === undefined) {
    steps = name.split('.');
    if (stepsByName.size >= maxCachedNames) stepsByName.clear();
    stepsByName.set(name, steps);
  }
  return steps;
}

const stepsByName = new Map<string, readonly string[]>();
const maxCachedNames = 1_000;

/**
 * Returns the names of the facts that a condition, a preset or a bound reads, each once, in the order of
 * their first use. Names of list items are left out.
 */
export function listFactsRead(condition: unknown): readonly string[] {
  const names = new Set<string>();
  collectFactNames(condition, names);
  return [...names];
}

/**
 * Returns the name of the fact in an operand `{var: name}` or in a shifted date; undefined for a constant or
 * another operator.
 */
export function getFactOfOperand(operand: unknown): string | undefined {
  if (!isOperation(operand)) return undefined;
  const { var: name, '+': sum } = operand;
  if (typeof name === 'string') return name;
  return Array.isArray(sum) ? getFactOfOperand(sum[0]) : undefined;
}

/**
 * Returns the amount by which an operand shifts a date: `{'+': [{var: 'today'}, 14, 'days']}`; undefined if
 * it does not. Count and unit are returned unchecked.
 */
export function getDateShift(operand: unknown): DateShift | undefined {
  if (!isOperation(operand) || !Array.isArray(operand['+'])) return undefined;
  const [, count, unit] = operand['+'];
  return { count: count as number, unit: unit as DateUnit };
}

/** Returns true for the compiled name of a list item (`each`) or of a value inside it (`each.age`). */
export function isItemFact(name: string): boolean {
  return /^each(\.|$)/.test(name);
}

/**
 * Returns the operator, which is the first key, and the operands of an operation. `{'!': x}` is read like
 * `{'!': [x]}`. An empty object has an empty operator and no operands.
 */
export function parseOperation(condition: Condition): {
  readonly operator: string;
  readonly operands: readonly unknown[];
} {
  for (const operator in condition) {
    const operand = condition[operator];
    return { operator, operands: Array.isArray(operand) ? operand : [operand] };
  }
  return { operator: '', operands: [] };
}

/** Returns true for any object. Its operator may be unknown. */
export function isOperation(value: unknown): value is Condition {
  return isObject(value);
}

/** Adds the names of the facts that a condition reads to `names`, except those of list items. */
function collectFactNames(node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collectFactNames(item, names);
    return;
  }
  if (!isOperation(node)) return;
  const name = getFactOfOperand(node);
  if (name !== undefined) {
    if (!isItemFact(name)) names.add(name);
  } else for (const operand of Object.values(node)) collectFactNames(operand, names);
}
