import jsonLogic from 'json-logic-js';
import type { Condition } from '../types.ts';

/** The facts that a condition reads, nested along the dots of their names. */
export type FactValues = { readonly [name: string]: unknown };

/** Whether a condition holds for the facts; an absent one always does. Conditions are those that `compile` has checked. */
export function holds(condition: Condition | undefined, facts: FactValues): boolean {
  if (condition === undefined) return true;
  return jsonLogic.truthy(jsonLogic.apply(condition as Parameters<typeof jsonLogic.apply>[0], facts));
}
