import { getDateShift, isOperation, parseOperation } from '../../conditions/condition.ts';
import { isDate } from '../../model/compare-values.ts';
import { type DocumentPath, extendPath } from '../report.ts';
import { type ComparableKind, getComparableKind, kindLabels } from './compared-kinds.ts';
import type { ConditionCheck } from './condition-context.ts';
import { checkShift, readFact } from './read-fact.ts';

type CalculationResult = 'number' | 'text' | 'date';

/**
 * A checked expression in the form that is evaluated. `gives` is the type of its result. It is absent if a
 * problem makes the type unknown; problems are reported.
 */
interface CheckedExpression {
  readonly expression: unknown;
  readonly gives?: CalculationResult;
}

/** The operators of calculations (docs/reference.md, "Calculations"). */
export const calculationOperators = ['+', '-', '*', '/', 'cat', 'days', 'months', 'years'] as const;

/**
 * Checks the expression of a calculated field: it can be evaluated, it is not a constant, and its result has
 * the type of the field. Returns the expression in the form that is evaluated, also if there are problems;
 * they are reported. The expression of an unknown field is returned unchecked.
 */
export function checkCalculation(
  expression: unknown,
  name: string,
  checking: ConditionCheck,
  at: DocumentPath,
): unknown {
  const field = checking.context.fields.get(name);
  if (field === undefined) return expression;
  /** Reports a problem of the whole expression. */
  const reportInvalid = (reason: string) => checking.report.add(at, 'bad-value', reason);
  if (!isCalculationResult(field.kind)) {
    reportInvalid(`"${name}" is ${kindLabels[field.kind]}; only numbers, texts and dates can be calculated`);
    return expression;
  }
  const checked = checkExpression(expression, checking, at);
  if (checked.gives !== undefined && checked.gives !== field.kind)
    reportInvalid(
      `"${name}" is ${kindLabels[field.kind]}, but the result of the calculation is ${kindLabels[checked.gives]}; calculate a value of the same kind`,
    );
  else if (!isOperation(expression))
    reportInvalid(`"${name}" would always be the same; give its schema a "default" and "readOnly" instead`);
  return checked.expression;
}

/** Returns true for the types of values that can be calculated. */
function isCalculationResult(kind: ComparableKind['kind']): kind is CalculationResult {
  return kind === 'number' || kind === 'text' || kind === 'date';
}

/**
 * Checks an expression and all that is inside it: a constant, a fact, or an operation of calculations.
 * Problems are reported; an unknown operation is returned as it is.
 */
function checkExpression(node: unknown, checking: ConditionCheck, at: DocumentPath): CheckedExpression {
  if (!isOperation(node)) return checkExpressionConstant(node, checking, at);
  const { operator, operands } = parseOperation(node);
  const isShift = operator === '+' && typeof operands[2] === 'string';
  if (operator === 'var' || isShift) return checkExpressionFact(node, checking, at);
  const inside = extendPath(at, operator);
  const checked = operands.map((operand, index) =>
    checkExpression(operand, checking, extendPath(inside, index)),
  );
  /** Reports a problem of the operation and returns it as it is, without a type. */
  const reportInvalid = (reason: string): CheckedExpression => {
    checking.report.add(inside, 'bad-value', reason);
    return { expression: node };
  };
  switch (operator) {
    case '+':
    case '*':
      if (operands.length < 2) return reportInvalid(`"${operator}" needs two numbers or more`);
      return createOperation('number', checked, operator === '+' ? 'add' : operator, reportInvalid);
    case '-':
    case '/':
      if (operands.length !== 2) return reportInvalid(`"${operator}" needs two numbers`);
      return createOperation('number', checked, operator, reportInvalid);
    case 'days':
    case 'months':
    case 'years':
      if (operands.length !== 2)
        return reportInvalid(`"${operator}" needs two dates: {"${operator}": [from, to]}`);
      return { ...createOperation('date', checked, operator, reportInvalid), gives: 'number' };
    case 'cat':
      if (operands.length < 2) return reportInvalid('"cat" needs two texts or more');
      return { expression: { cat: checked.map(({ expression }) => expression) }, gives: 'text' };
    default:
      checking.report.add(inside, 'unknown-operator', `"${operator}" is not an operator of calculations`, {
        wrong: operator,
        known: [...calculationOperators, 'var'],
      });
      return { expression: node };
  }
}

/**
 * Returns the operation on checked operands, with a result of the type `wanted`, which all operands must
 * have. If one has another type, returns the result of `reportInvalid`, which reports it.
 */
function createOperation(
  wanted: CalculationResult,
  checked: readonly CheckedExpression[],
  operator: string,
  reportInvalid: (reason: string) => CheckedExpression,
): CheckedExpression {
  const other = checked.find(({ gives }) => gives !== undefined && gives !== wanted);
  const shown = JSON.stringify(other?.expression);
  if (other?.gives !== undefined)
    return reportInvalid(
      `${shown} is ${kindLabels[other.gives]}, but ${kindLabels[wanted]} is needed; use another fact, or another operator`,
    );
  return { expression: { [operator]: checked.map(({ expression }) => expression) }, gives: wanted };
}

/**
 * Checks a number or a text inside a calculation, and returns it unchanged with its type. A text that is a
 * date has the type `date`. Any other value is reported.
 */
function checkExpressionConstant(
  value: unknown,
  { report }: ConditionCheck,
  at: DocumentPath,
): CheckedExpression {
  if (typeof value === 'number' && Number.isFinite(value)) return { expression: value, gives: 'number' };
  if (typeof value === 'string') return { expression: value, gives: isDate(value) ? 'date' : 'text' };
  report.add(
    at,
    'bad-value',
    `${JSON.stringify(value)} is not a number, a text or a date; it cannot be used in a calculation`,
  );
  return { expression: value };
}

/**
 * Checks a fact, or a date that is shifted from a fact, inside a calculation, and returns it unchanged with
 * its type. Ids and enquiry types count as texts. An unknown fact and one of another type are reported.
 */
function checkExpressionFact(node: unknown, checking: ConditionCheck, at: DocumentPath): CheckedExpression {
  const fact = readFact(node, checking, at);
  if (fact === undefined) return { expression: node };
  if (getDateShift(node)) checkShift(fact, node, checking, at);
  const { kind } = getComparableKind(fact, checking.context);
  if (kind === 'id' || kind === 'type') return { expression: node, gives: 'text' };
  if (isCalculationResult(kind)) return { expression: node, gives: kind };
  const instead = kind === 'list' ? `; "${fact.name}.count" is the number of its items` : '';
  checking.report.add(
    at,
    'bad-value',
    `"${fact.name}" is ${kindLabels[kind]}, which cannot be used in a calculation${instead}`,
  );
  return { expression: node };
}
