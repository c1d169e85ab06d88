import { factOperand, isOperation, operationOf } from '../../conditions/condition.ts';
import { residual } from '../../conditions/residual.ts';
import { fieldOfFact, optionsOfFact } from '../../fact-names.ts';
import type { Condition } from '../../types.ts';

export interface KnownType {
  readonly key: string;
  readonly hasField: (name: string) => boolean;
}

/**
 * Simplifies a condition for a known type. Returns `true` or `false` if the type decides it. A field that the
 * type lacks is empty, so no comparison with it is true. `simplifyForType({and: [{'==': [{var: 'type'},
 * 'sales']}, {var: 'page.inModal'}]}, sales) // {and: [{var: 'page.inModal'}]}`
 */
export function whereType(condition: unknown, { key, hasField }: KnownType): boolean | Condition {
  return residual(condition, (fact) => {
    if (fact === 'type') return { value: key };
    const field = fieldOfFact(fact) ?? optionsOfFact(fact);
    return field === undefined || hasField(field) ? undefined : { value: undefined };
  });
}

/** Returns the keys of the types that a condition contains. It treats all other types alike. */
export function typesNamed(condition: unknown): readonly string[] {
  if (!isOperation(condition)) return [];
  const { operands } = operationOf(condition);
  if (readsType(operands)) return operands.flat().filter((side) => typeof side === 'string');
  return operands.flatMap(typesNamed);
}

function readsType(operands: readonly unknown[]): boolean {
  return operands.some((operand) => factOperand(operand) === 'type');
}
