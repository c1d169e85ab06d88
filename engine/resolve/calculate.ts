import { isDate, shiftedDate } from '../conditions/compare.ts';
import { type FactValues, isOperation, operandValue, operationOf } from '../conditions/condition.ts';
import type { FieldDefinition, Json } from '../types.ts';
import { normaliseValue } from './normalise-value.ts';

/**
 * Returns the value that a rule calculates for a field. It is rounded to the schema's `multipleOf`, or to an
 * integer for an integer field; halves are rounded away from 0. Returns undefined if an input is missing or
 * the result is not a finite number.
 */
export function calculated(
  definition: FieldDefinition,
  expression: unknown,
  facts: FactValues,
): Json | undefined {
  const value = worked(expression, facts);
  return normaliseValue(definition, typeof value === 'number' ? rounded(value, definition) : value);
}

/**
 * Evaluates an expression that `compile` has checked. An answer may still be a text where a number is
 * expected.
 */
function worked(expression: unknown, facts: FactValues): unknown {
  if (!isOperation(expression)) return expression;
  const { operator, operands } = operationOf(expression);
  if (operator === 'var' || operator === '+') return operandValue(expression, facts);
  const values = operands.map((operand) => worked(operand, facts));
  if (operator === 'cat')
    return values.every((value) => typeof value === 'string' || typeof value === 'number')
      ? values.join('')
      : undefined;
  const [first, second] = values;
  if (operator === 'days' || operator === 'months' || operator === 'years')
    return isDay(first) && isDay(second) ? between(first, second, operator) : undefined;
  return values.every((value) => typeof value === 'number') ? reckoned(operator, values) : undefined;
}

function reckoned(operator: string, values: readonly number[]): number {
  return values.reduce((one, other) => {
    if (operator === 'add') return one + other;
    if (operator === '-') return one - other;
    return operator === '*' ? one * other : one / other;
  });
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && isDate(value);
}

/**
 * Returns the number of whole days, months or years between two days: the largest number by which the first
 * can be shifted without passing the second.
 */
function between(from: string, to: string, unit: 'days' | 'months' | 'years'): number {
  if (to < from) return -between(to, from, unit);
  if (unit === 'days') return (Date.parse(to) - Date.parse(from)) / 86_400_000;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  const count = unit === 'years' ? years : years * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
  return (shiftedDate(from, { count, unit }) ?? to) > to ? count - 1 : count;
}

function rounded(value: number, { kind, multipleOf }: FieldDefinition): number | undefined {
  if (!Number.isFinite(value)) return undefined;
  const step = multipleOf ?? (kind === 'integer' ? 1 : undefined);
  if (step === undefined) return plain(value);
  return plain(Math.sign(value) * Math.round(plain(Math.abs(value) / step)) * step);
}

/** Rounds to the digits that a double represents exactly, so that 0.1 + 0.2 is 0.3. Also turns -0 into 0. */
function plain(value: number): number {
  return Number(value.toPrecision(15)) + 0;
}
