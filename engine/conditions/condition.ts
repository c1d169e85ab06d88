import jsonLogic from 'json-logic-js';
import { valueAt } from '../json-schema/pointers.ts';
import { isObject } from '../json-schema/values.ts';
import type { Condition } from '../types.ts';

/** The facts that a condition reads, nested along the dots of their names. */
export type FactValues = { readonly [name: string]: unknown };

/** Whether a condition holds for the facts; an absent one always does. Conditions are those that `compile` has checked. */
export function holds(condition: Condition | undefined, facts: FactValues): boolean {
  if (condition === undefined) return true;
  return jsonLogic.truthy(jsonLogic.apply(condition as Parameters<typeof jsonLogic.apply>[0], facts));
}

/** The value of a fact by its name, `values.name`; undefined where it is not known. */
export function factValue(facts: FactValues, name: string): unknown {
  return valueAt(facts, name.split('.'));
}

/** The names of the facts that a condition (or a preset, or a bound) reads, each once, in order. */
export function factsRead(condition: unknown): readonly string[] {
  const names = new Set<string>();
  collect(condition, names);
  return [...names];
}

/** The fact of an operand `{var: name}`; undefined for a constant or another operator. */
export function factOperand(operand: unknown): string | undefined {
  if (!isOperation(operand)) return undefined;
  const name = operand.var;
  return typeof name === 'string' ? name : undefined;
}

/** The operator of an operation and what it is of: one operand may stand without a list. */
export function operationOf(condition: Condition): {
  readonly operator: string;
  readonly operands: readonly unknown[];
} {
  const [operator = '', operand] = Object.entries(condition)[0] ?? [];
  return { operator, operands: Array.isArray(operand) ? operand : [operand] };
}

/** Whether a value is an operation, that is an object, and not a constant. */
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
  if (name !== undefined) names.add(name);
  else for (const operand of Object.values(node)) collect(operand, names);
}
