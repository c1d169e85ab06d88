import type { Condition } from '../types.ts';

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

/** Whether a value is an operation, that is an object, and not a constant. */
export function isOperation(value: unknown): value is Condition {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
