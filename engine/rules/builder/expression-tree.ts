import { calculationOperators } from '../../compile/conditions/calculations.ts';
import { isObject } from '../../json-schema/values.ts';
import { type GivenValue, parseGivenValue, toOperand } from './condition-tree.ts';

export type ExpressionNode = ValueNode | OperationNode | OtherExpression;

/** A fact, a shifted date, or a number or text. */
export interface ValueNode {
  readonly kind: 'value';
  readonly value: GivenValue;
}

export interface OperationNode {
  readonly kind: 'operation';
  readonly operator: CalculationOperator;
  readonly nodes: readonly ExpressionNode[];
}

/** An expression that the editor does not support. It is preserved unchanged. */
export interface OtherExpression {
  readonly kind: 'other';
  readonly expression: unknown;
}

export type CalculationOperator = (typeof calculationOperators)[number];

/** An operator of calculations with the kind of its operands and of its result. */
export interface CalculationChoice {
  readonly operator: CalculationOperator;
  /** The kind of its operands. */
  readonly takes: 'number' | 'text' | 'date';
  /** The kind of its result. */
  readonly gives: 'number' | 'text';
  /** The operator has exactly two operands. */
  readonly isBinary?: true;
}

export const calculationChoices: readonly CalculationChoice[] = [
  { operator: '+', takes: 'number', gives: 'number' },
  { operator: '-', takes: 'number', gives: 'number', isBinary: true },
  { operator: '*', takes: 'number', gives: 'number' },
  { operator: '/', takes: 'number', gives: 'number', isBinary: true },
  { operator: 'cat', takes: 'text', gives: 'text' },
  { operator: 'days', takes: 'date', gives: 'number', isBinary: true },
  { operator: 'months', takes: 'date', gives: 'number', isBinary: true },
  { operator: 'years', takes: 'date', gives: 'number', isBinary: true },
];

/**
 * Converts an expression to a tree; what the editor does not support becomes an `OtherExpression`.
 * `treeToExpression` converts the tree back to exactly that expression.
 */
export function expressionToTree(expression: unknown): ExpressionNode {
  const value = parseGivenValue(expression);
  if (value?.kind === 'fact' || (value && isNumberOrString(value.value))) return { kind: 'value', value };
  const [entry, ...more] = isObject(expression) ? Object.entries(expression) : [];
  if (entry === undefined || more.length > 0) return { kind: 'other', expression };
  const [operator, operands] = entry;
  return isCalculationOperator(operator) && Array.isArray(operands)
    ? { kind: 'operation', operator, nodes: operands.map(expressionToTree) }
    : { kind: 'other', expression };
}

/** Converts a tree to an expression of a rule. */
export function treeToExpression(node: ExpressionNode): unknown {
  switch (node.kind) {
    case 'value':
      return toOperand(node.value);
    case 'operation':
      return { [node.operator]: node.nodes.map(treeToExpression) };
    case 'other':
      return node.expression;
  }
}

function isNumberOrString(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

function isCalculationOperator(operator: string): operator is CalculationOperator {
  return calculationOperators.some((known) => known === operator);
}
