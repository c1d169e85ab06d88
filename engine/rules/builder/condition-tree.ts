import { quantifiers } from '../../conditions/quantified.ts';
import { isObject } from '../../json-schema/values.ts';
import { type DateShift, dateUnits } from '../../model/compare-values.ts';

export type ConditionNode = GroupNode | NotNode | RowNode | ItemsNode | OtherNode;

/** Conditions joined by `and` or `or`. */
export interface GroupNode {
  readonly kind: 'group';
  readonly joins: 'all' | 'any';
  readonly nodes: readonly ConditionNode[];
  /** True if the document contains its only condition without an array. */
  readonly isBare?: true;
}

/** The negation of a condition. */
export interface NotNode {
  readonly kind: 'not';
  readonly node: ConditionNode;
  /** True if the document contains the negated condition without an array. */
  readonly isBare?: true;
}

/** A comparison of one fact with a value, or the question whether the fact has a value. */
export interface RowNode {
  readonly kind: 'row';
  readonly fact: FactValue;
  readonly operator: RowOperator;
  /** Absent for the operator `given`. */
  readonly value?: GivenValue;
  /** True if the rule contains the value before the fact. */
  readonly isTurned?: true;
}

/** A condition about the items of a list. Inside it, facts have the names of the item's fields. */
export interface ItemsNode {
  readonly kind: 'items';
  readonly fact: FactValue;
  readonly operator: 'some' | 'all' | 'none';
  /** The condition on each item. */
  readonly asked: ConditionNode;
}

/** A condition that the editor does not support. It is preserved unchanged. */
export interface OtherNode {
  readonly kind: 'other';
  readonly condition: unknown;
}

/** The value of a fact in the situation, such as `values.boat_model`. */
export interface FactValue {
  readonly kind: 'fact';
  readonly name: string;
  /** Added to the date of the fact before it is compared. */
  readonly shift?: DateShift;
}

export type GivenValue = FactValue | ConstantValue;

/** A constant, or an array of constants for `one-of`. */
export interface ConstantValue {
  readonly kind: 'constant';
  readonly value: unknown;
}

/**
 * The operator of a row. `given` is true if the fact has a value, `one-of` and `among` if a list contains it,
 * `contains` if it is a list that contains the value.
 */
export type RowOperator = 'given' | 'one-of' | 'among' | 'contains' | '==' | '!=' | '<' | '<=' | '>' | '>=';

const comparisonOperators: readonly string[] = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
] satisfies readonly RowOperator[];

/**
 * Converts a condition to a tree; what the editor does not support becomes an `OtherNode`. `treeToCondition`
 * converts the tree back to exactly that condition.
 */
export function conditionToTree(condition: unknown): ConditionNode {
  const other: OtherNode = { kind: 'other', condition };
  if (!isObject(condition)) return other;
  const [entry, ...more] = Object.entries(condition);
  if (entry === undefined || more.length > 0) return other;
  const [operator, operand] = entry;
  if (operator === 'var') return parseVarCondition(operand) ?? other;
  if (operator === 'and' || operator === 'or') {
    const joins = operator === 'and' ? 'all' : 'any';
    if (Array.isArray(operand)) return { kind: 'group', joins, nodes: operand.map(conditionToTree) };
    return { kind: 'group', joins, nodes: [conditionToTree(operand)], isBare: true };
  }
  if (operator === '!') {
    if (!Array.isArray(operand)) return { kind: 'not', node: conditionToTree(operand), isBare: true };
    return operand.length === 1 ? { kind: 'not', node: conditionToTree(operand[0]) } : other;
  }
  if (!Array.isArray(operand) || operand.length !== 2) return other;
  const [left, right] = operand;
  if (quantifiers.includes(operator)) {
    const fact = parseFactValue(left);
    return fact
      ? { kind: 'items', fact, operator: operator as ItemsNode['operator'], asked: conditionToTree(right) }
      : other;
  }
  return (
    (operator === 'in' ? parseInCondition(left, right) : parseComparisonCondition(operator, left, right)) ??
    other
  );
}

/** Converts a tree to a condition of a rule. */
export function treeToCondition(node: ConditionNode): unknown {
  switch (node.kind) {
    case 'other':
      return node.condition;
    case 'not':
      return { '!': node.isBare ? treeToCondition(node.node) : [treeToCondition(node.node)] };
    case 'group': {
      const operator = node.joins === 'all' ? 'and' : 'or';
      const [only] = node.nodes;
      const isBare = node.isBare === true && node.nodes.length === 1 && only !== undefined;
      return { [operator]: isBare ? treeToCondition(only) : node.nodes.map(treeToCondition) };
    }
    case 'items':
      return { [node.operator]: [toOperand(node.fact), treeToCondition(node.asked)] };
    case 'row':
      return toRowCondition(node);
  }
}

/** Converts a row to a condition. For `given`, and without a value, the condition is the fact alone. */
function toRowCondition({ fact, operator, value, isTurned }: RowNode): unknown {
  const own = toOperand(fact);
  if (operator === 'given' || value === undefined) return own;
  const other = toOperand(value);
  if (operator === 'contains') return { in: [other, own] };
  if (operator === 'one-of' || operator === 'among') return { in: [own, other] };
  return { [operator]: isTurned ? [other, own] : [own, other] };
}

/** Returns the row `given` for the operand of `var`; undefined if it is not a string. */
function parseVarCondition(name: unknown): RowNode | undefined {
  return typeof name === 'string'
    ? { kind: 'row', fact: { kind: 'fact', name }, operator: 'given' }
    : undefined;
}

/**
 * Parses `==`, `<` and similar conditions. Undefined for other operators, and if no operand is a fact or one
 * of them is not supported. If both operands are facts, the left one is the fact of the row.
 */
function parseComparisonCondition(operator: string, left: unknown, right: unknown): RowNode | undefined {
  if (!isComparisonOperator(operator)) return undefined;
  const fact = parseFactValue(left);
  const value = parseGivenValue(right);
  if (fact) return value && { kind: 'row', fact, operator, value };
  const turned = parseFactValue(right);
  const first = parseGivenValue(left);
  return turned && first && { kind: 'row', fact: turned, operator, value: first, isTurned: true };
}

function isComparisonOperator(operator: string): operator is RowOperator {
  return comparisonOperators.includes(operator);
}

/**
 * Parses an `in` condition: `among` for a fact in a list fact, `contains` for a constant in one, `one-of` for
 * a fact in an array. Undefined if it contains no fact or an unsupported operand.
 */
function parseInCondition(left: unknown, right: unknown): RowNode | undefined {
  const list = parseFactValue(right);
  const fact = parseFactValue(left);
  if (list) {
    const value = parseGivenValue(left);
    return fact
      ? { kind: 'row', fact, operator: 'among', value: list }
      : value && { kind: 'row', fact: list, operator: 'contains', value };
  }
  return fact && Array.isArray(right)
    ? { kind: 'row', fact, operator: 'one-of', value: { kind: 'constant', value: right } }
    : undefined;
}

/** Parses a fact, a shifted date or a constant. Undefined for any other operation. */
export function parseGivenValue(operand: unknown): GivenValue | undefined {
  if (!isObject(operand)) return { kind: 'constant', value: operand };
  return parseFactValue(operand);
}

/** Parses a fact or a shifted date. Undefined for anything else. */
function parseFactValue(operand: unknown): FactValue | undefined {
  if (!isObject(operand) || Object.keys(operand).length !== 1) return undefined;
  const { var: name, '+': sum } = operand;
  if (typeof name === 'string') return { kind: 'fact', name };
  if (!Array.isArray(sum) || sum.length !== 3) return undefined;
  const [start, count, unit] = sum;
  const fact = parseFactValue(start);
  const isShift = typeof count === 'number' && dateUnits.some((known) => known === unit);
  return fact && fact.shift === undefined && isShift ? { ...fact, shift: { count, unit } } : undefined;
}

/** Converts a fact or constant to an operand of a condition or expression. */
export function toOperand(value: GivenValue): unknown {
  if (value.kind === 'constant') return value.value;
  const { name, shift } = value;
  return shift === undefined ? { var: name } : { '+': [{ var: name }, shift.count, shift.unit] };
}
