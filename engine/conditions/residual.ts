import type { Condition } from '../types.ts';
import {
  factOperand,
  factValue,
  holds,
  isOfItem,
  isOperation,
  operandValue,
  operationOf,
} from './condition.ts';

/** Returns the value of a known fact; undefined for a fact that is not known. */
export type Known = (fact: string) => { readonly value: unknown } | undefined;

/**
 * Simplifies a condition with known facts. Returns `true` or `false` if they decide it.
 * `simplifyCondition({and: [{var: 'page.inModal'}, {var: 'values.a'}]}, …inModal is true) // {and: [{var:
 * 'values.a'}]}`
 */
export function residual(condition: unknown, known: Known): boolean | Condition {
  if (!isOperation(condition)) return condition === undefined || holds(condition, {});
  const { operator, operands } = operationOf(condition);
  switch (operator) {
    case 'and':
    case 'or':
      return joined(operator, operands, known);
    case '!': {
      const inner = residual(operands[0], known);
      return typeof inner === 'boolean' ? !inner : { '!': [inner] };
    }
    case 'some':
    case 'all':
    case 'none':
      return ofItems(operator, operands, known);
    case 'var': {
      const fact = known(String(operands[0]));
      return fact === undefined ? condition : holds(condition, { [String(operands[0])]: fact.value });
    }
    default:
      return comparison(operator, operands, known);
  }
}

/**
 * Simplifies a condition on the items of a list. For a known list it simplifies the condition for each item,
 * for an unknown one the condition itself.
 */
function ofItems(
  operator: 'some' | 'all' | 'none',
  [list, asked]: readonly unknown[],
  known: Known,
): boolean | Condition {
  const fact = known(factOperand(list) ?? '');
  if (fact === undefined) {
    const left = residual(asked, (name) => (isOfItem(name) ? undefined : known(name)));
    if (left === false) return operator === 'none';
    if (left === true) return operator === 'none' ? { '!': [list] } : (list as Condition);
    return { [operator]: [list, left] };
  }
  const items = Array.isArray(fact.value) ? fact.value : [];
  const ofEach = items.map((each) =>
    residual(asked, (name) => (isOfItem(name) ? { value: factValue({ each }, name) } : known(name))),
  );
  const left = joined(operator === 'all' ? 'and' : 'or', ofEach, known);
  if (operator !== 'none') return operator === 'all' && items.length === 0 ? false : left;
  return typeof left === 'boolean' ? !left : { '!': [left] };
}

function joined(operator: 'and' | 'or', operands: readonly unknown[], known: Known): boolean | Condition {
  const deciding = operator === 'or';
  const left: Condition[] = [];
  for (const operand of operands) {
    const rest = residual(operand, known);
    if (rest === deciding) return deciding;
    if (typeof rest !== 'boolean') left.push(rest);
  }
  return left.length === 0 ? !deciding : { [operator]: left };
}

function comparison(operator: string, operands: readonly unknown[], known: Known): boolean | Condition {
  const [left, right, ...kind] = operands;
  const filled = [left, right].map((operand) => {
    const name = factOperand(operand);
    const fact = name === undefined ? undefined : known(name);
    return name === undefined || fact === undefined
      ? operand
      : (operandValue(operand, { [name]: fact.value }) ?? null);
  });
  const rest = { [operator]: [...filled, ...kind] };
  return filled.some((operand) => factOperand(operand) !== undefined) ? rest : holds(rest, {});
}
