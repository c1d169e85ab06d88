import type { FactValues } from '../../conditions/evaluate.ts';
import { factOperand, isOperation } from '../../conditions/read.ts';

/**
 * A condition with the facts that are known put in as constants, so that what is left asks of an office alone.
 * `withFacts({in: [{var: 'type'}, {var: 'office.services'}]}, {type: 'sales'}) // {in: ['sales', {var: 'office.services'}]}`
 */
export function withFacts(condition: unknown, facts: FactValues): unknown {
  if (Array.isArray(condition)) return condition.map((item) => withFacts(item, facts));
  if (!isOperation(condition)) return condition;
  const name = factOperand(condition);
  if (name !== undefined) return factValue(facts, name) ?? condition;
  return Object.fromEntries(
    Object.entries(condition).map(([operator, operand]) => [operator, withFacts(operand, facts)]),
  );
}

/** The value of a fact by its name; undefined where it is not among them. */
export function factValue(facts: FactValues, name: string): unknown {
  return name.split('.').reduce<unknown>((at, step) => (at as FactValues | undefined)?.[step], facts);
}
