import { getFactOfOperand, isOperation, parseOperation } from '../../conditions/condition.ts';
import { simplifyCondition } from '../../conditions/residual.ts';
import { getFactField, getOptionsField } from '../../model/fact-names.ts';
import type { Condition } from '../../model/types.ts';

/** The enquiry type that a condition is simplified for. */
export interface CurrentType {
  readonly key: string;
  readonly hasField: (name: string) => boolean;
}

/**
 * Returns what remains of a condition for a known type; `true` or `false` if the type decides it. A field
 * that the type lacks is empty, so no comparison with it is true. `simplifyForType({and: [{'==': [{var:
 * 'type'}, 'sales']}, {var: 'page.inModal'}]}, sales) // {and: [{var: 'page.inModal'}]}`
 */
export function simplifyForType(condition: unknown, { key, hasField }: CurrentType): boolean | Condition {
  return simplifyCondition(condition, (fact) => {
    if (fact === 'type') return { value: key };
    const field = getFactField(fact) ?? getOptionsField(fact);
    return field === undefined || hasField(field) ? undefined : { value: undefined };
  });
}

/**
 * Returns the keys of the types that a condition names, in any order and perhaps repeated; empty if it does
 * not read the type. All other types are alike to the condition.
 */
export function listNamedTypes(condition: unknown): readonly string[] {
  if (!isOperation(condition)) return [];
  const { operands } = parseOperation(condition);
  if (readsType(operands)) return operands.flat().filter((side) => typeof side === 'string');
  return operands.flatMap(listNamedTypes);
}

/** Returns true if one of the operands is the fact `type`. Operands inside an operand are not searched. */
function readsType(operands: readonly unknown[]): boolean {
  return operands.some((operand) => getFactOfOperand(operand) === 'type');
}
