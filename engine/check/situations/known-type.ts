import { factOperand, isOperation, operationOf } from '../../conditions/condition.ts';
import { fieldOfFact } from '../../facts.ts';
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
export function whereType(condition: unknown, type: KnownType): boolean | Condition {
  if (!isOperation(condition)) return Boolean(condition);
  const { operator, operands } = operationOf(condition);
  if (!['and', 'or', '!'].includes(operator) && asksOfMissing(operator, operands, type)) return false;
  switch (operator) {
    case 'var':
      return operands[0] === 'type' ? true : condition;
    case 'and':
      return joined('and', operands, type);
    case 'or':
      return joined('or', operands, type);
    case '!': {
      const inner = whereType(operands[0], type);
      return typeof inner === 'boolean' ? !inner : { '!': [inner] };
    }
    case '==':
      return readsType(operands) ? operands.some((side) => side === type.key) : condition;
    case 'in':
      return factOperand(operands[0]) === 'type' && Array.isArray(operands[1])
        ? operands[1].includes(type.key)
        : condition;
    default:
      return condition;
  }
}

/** The keys of types that a condition names; a type that it does not name is to it like any other. */
export function typesNamed(condition: unknown): readonly string[] {
  if (!isOperation(condition)) return [];
  const { operands } = operationOf(condition);
  if (readsType(operands)) return operands.flat().filter((side) => typeof side === 'string');
  return operands.flatMap(typesNamed);
}

function asksOfMissing(operator: string, operands: readonly unknown[], { hasField }: KnownType): boolean {
  const facts = operator === 'var' ? operands : operands.map(factOperand);
  return facts.some((fact) => {
    const field = typeof fact === 'string' ? fieldOfFact(fact) : undefined;
    return field !== undefined && !hasField(field);
  });
}

function readsType(operands: readonly unknown[]): boolean {
  return operands.some((operand) => factOperand(operand) === 'type');
}

function joined(operator: 'and' | 'or', operands: readonly unknown[], type: KnownType): boolean | Condition {
  const deciding = operator === 'or';
  const left = operands.map((operand) => whereType(operand, type));
  if (left.includes(deciding)) return deciding;
  const open = left.filter((operand) => typeof operand !== 'boolean');
  return open.length === 0 ? !deciding : { [operator]: open };
}
