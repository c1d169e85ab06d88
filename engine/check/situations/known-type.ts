import { factOperand, isOperation, operationOf } from '../../conditions/condition.ts';
import { residual } from '../../conditions/residual.ts';
import { fieldOfFact, optionsOfFact } from '../../fact-names.ts';
import type { Condition } from '../../types.ts';

/** What is known of the current type: its key, and which fields it has. */
export interface KnownType {
  readonly key: string;
  readonly hasField: (name: string) => boolean;
}

/**
 * What is left of a condition once the current type is known: `true` or `false` where the type decides it. A field that
 * the type does not have is empty, so that nothing holds of it.
 * `whereType({and: [{'==': [{var: 'type'}, 'sales']}, {var: 'page.inModal'}]}, sales) // {and: [{var: 'page.inModal'}]}`
 */
export function whereType(condition: unknown, { key, hasField }: KnownType): boolean | Condition {
  return residual(condition, (fact) => {
    if (fact === 'type') return { value: key };
    const field = fieldOfFact(fact) ?? optionsOfFact(fact);
    return field === undefined || hasField(field) ? undefined : { value: undefined };
  });
}

/** The keys of types that a condition names; a type that it does not name is to it like any other. */
export function typesNamed(condition: unknown): readonly string[] {
  if (!isOperation(condition)) return [];
  const { operands } = operationOf(condition);
  if (readsType(operands)) return operands.flat().filter((side) => typeof side === 'string');
  return operands.flatMap(typesNamed);
}

function readsType(operands: readonly unknown[]): boolean {
  return operands.some((operand) => factOperand(operand) === 'type');
}
