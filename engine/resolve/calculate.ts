import { type FactValues, getOperandValue, isOperation, parseOperation } from '../conditions/condition.ts';
import { isDate, shiftDate } from '../model/compare-values.ts';
import type { FieldDefinition, Json } from '../model/types.ts';
import { normaliseValue } from './normalise-value.ts';

/**
 * Returns the value that a rule calculates for a field. A number is rounded to the schema's `multipleOf`, or
 * to an integer for an integer field; halves are rounded away from 0. Returns undefined if an input is
 * missing or of the wrong type, or if the result is not a finite number or is an empty text.
 */
export function calculateValue(
  definition: FieldDefinition,
  expression: unknown,
  facts: FactValues,
): Json | undefined {
  const value = evaluateExpression(expression, facts);
  return normaliseValue(definition, typeof value === 'number' ? roundToStep(value, definition) : value);
}

/**
 * Returns the value of an expression that `compile` has checked; a constant is its own value. Returns
 * undefined if a value is missing or has the wrong type: an answer may still be a text where a number is
 * expected. A division by 0 is Infinity or NaN.
 */
function evaluateExpression(expression: unknown, facts: FactValues): unknown {
  if (!isOperation(expression)) return expression;
  const { operator, operands } = parseOperation(expression);
  if (operator === 'var' || operator === '+') return getOperandValue(expression, facts);
  const values = operands.map((operand) => evaluateExpression(operand, facts));
  if (operator === 'cat')
    return values.every((value) => typeof value === 'string' || typeof value === 'number')
      ? values.join('')
      : undefined;
  const [first, second] = values;
  if (operator === 'days' || operator === 'months' || operator === 'years')
    return isDay(first) && isDay(second) ? countUnitsBetween(first, second, operator) : undefined;
  return values.every((value) => typeof value === 'number') ? combineNumbers(operator, values) : undefined;
}

/**
 * Returns the result of an operator between numbers, from left to right; a single number is returned as it
 * is. Any operator except `add`, `-` and `*` divides. Throws a TypeError for an empty list.
 */
function combineNumbers(operator: string, values: readonly number[]): number {
  return values.reduce((one, other) => {
    if (operator === 'add') return one + other;
    if (operator === '-') return one - other;
    return operator === '*' ? one * other : one / other;
  });
}

/** Returns true for a text that is a day of the calendar: `2027-02-28`. */
function isDay(value: unknown): value is string {
  return typeof value === 'string' && isDate(value);
}

/**
 * Returns the number of whole days, months or years between two days: the largest number by which the first
 * can be shifted without passing the second. Negative if the second is earlier.
 */
function countUnitsBetween(from: string, to: string, unit: 'days' | 'months' | 'years'): number {
  if (to < from) return -countUnitsBetween(to, from, unit);
  if (unit === 'days') return (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  const count = unit === 'years' ? years : years * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return (shiftDate(from, { count, unit }) ?? to) > to ? count - 1 : count;
}

/**
 * Rounds a number to the `multipleOf` of a field, to an integer in an integer field, else to 15 significant
 * digits. Returns undefined if it is not finite.
 */
function roundToStep(value: number, { kind, multipleOf }: FieldDefinition): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const step = multipleOf ?? (kind === 'integer' ? 1 : undefined);
  if (step === undefined) return trimPrecision(value);
  return trimPrecision(Math.sign(value) * Math.round(trimPrecision(Math.abs(value) / step)) * step);
}

/**
 * Rounds to the 15 significant digits that a double represents exactly, so that 0.1 + 0.2 is 0.3. Also turns
 * -0 into 0.
 */
function trimPrecision(value: number): number {
  return Number(value.toPrecision(15)) + 0;
}
