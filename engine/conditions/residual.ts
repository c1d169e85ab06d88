import type { Condition } from '../model/types.ts';
import {
  evaluateCondition,
  getFactOfOperand,
  getFactValue,
  getOperandValue,
  isItemFact,
  isOperation,
  parseOperation,
} from './condition.ts';

/** Returns the value of a known fact; undefined for a fact that is not known. */
export type KnownFacts = (fact: string) => { readonly value: unknown } | undefined;

/**
 * Simplifies a condition with known facts. Returns `true` or `false` if they decide it, else a condition on
 * the other facts: if `page.inModal` is true, `{and: [{var: 'page.inModal'}, {var: 'values.a'}]}` becomes
 * `{and: [{var: 'values.a'}]}`. An absent condition is true.
 */
export function simplifyCondition(condition: unknown, known: KnownFacts): boolean | Condition {
  if (!isOperation(condition)) return condition === undefined || evaluateCondition(condition, {});
  const { operator, operands } = parseOperation(condition);
  switch (operator) {
    case 'and':
    case 'or':
      return simplifyAndOr(operator, operands, known);
    case '!': {
      const inner = simplifyCondition(operands[0], known);
      return typeof inner === 'boolean' ? !inner : { '!': [inner] };
    }
    case 'some':
    case 'all':
    case 'none':
      return simplifyQuantified(operator, operands, known);
    case 'var': {
      const fact = known(String(operands[0]));
      return fact === undefined
        ? condition
        : evaluateCondition(condition, { [String(operands[0])]: fact.value });
    }
    default:
      return simplifyComparison(operator, operands, known);
  }
}

/**
 * Simplifies `some`, `all` or `none` with the condition `asked` on each item. If the list is known, returns a
 * condition on facts outside the items, or a boolean; `all` of no items is false. Otherwise replaces known
 * facts outside the items, and returns a boolean if they make `asked` false for every item.
 */
function simplifyQuantified(
  operator: 'some' | 'all' | 'none',
  [list, asked]: readonly unknown[],
  known: KnownFacts,
): boolean | Condition {
  const fact = known(getFactOfOperand(list) ?? '');
  if (fact === undefined) {
    const left = simplifyCondition(asked, (name) => (isItemFact(name) ? undefined : known(name)));
    if (left === false) return operator === 'none';
    if (left === true) return operator === 'none' ? { '!': [list] } : (list as Condition);
    return { [operator]: [list, left] };
  }
  const items = Array.isArray(fact.value) ? fact.value : [];
  const ofEach = items.map((each) =>
    simplifyCondition(asked, (name) =>
      isItemFact(name) ? { value: getFactValue({ each }, name) } : known(name),
    ),
  );
  const left = simplifyAndOr(operator === 'all' ? 'and' : 'or', ofEach, known);
  if (operator !== 'none') return operator === 'all' && items.length === 0 ? false : left;
  return typeof left === 'boolean' ? !left : { '!': [left] };
}

/**
 * Simplifies the operands and leaves out those that cannot change the result. Returns a boolean if one
 * operand decides it or none is left; `and` of nothing is true, `or` of nothing is false.
 */
function simplifyAndOr(
  operator: 'and' | 'or',
  operands: readonly unknown[],
  known: KnownFacts,
): boolean | Condition {
  const deciding = operator === 'or';
  const left: Condition[] = [];
  for (const operand of operands) {
    const rest = simplifyCondition(operand, known);
    if (rest === deciding) return deciding;
    if (typeof rest !== 'boolean') left.push(rest);
  }
  return left.length === 0 ? !deciding : { [operator]: left };
}

/**
 * Replaces known facts by their values, or by null if they have none. Returns the result if no unknown fact
 * is left.
 */
function simplifyComparison(
  operator: string,
  operands: readonly unknown[],
  known: KnownFacts,
): boolean | Condition {
  const [left, right, ...kind] = operands;
  const filled = [left, right].map((operand) => {
    const name = getFactOfOperand(operand);
    const fact = name === undefined ? undefined : known(name);
    return name === undefined || fact === undefined
      ? operand
      : (getOperandValue(operand, { [name]: fact.value }) ?? null);
  });
  const rest = { [operator]: [...filled, ...kind] };
  return filled.some((operand) => getFactOfOperand(operand) !== undefined)
    ? rest
    : evaluateCondition(rest, {});
}
