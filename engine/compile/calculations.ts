import { isDate } from '../conditions/compare.ts';
import { isOperation, operationOf, shiftOf } from '../conditions/condition.ts';
import type { Checking } from './check-condition.ts';
import { type KindOfFact, kindOfFact, kindWords } from './compared-kinds.ts';
import { checkShift, readFact } from './read-fact.ts';
import { type Place, within } from './report.ts';

type Result = 'number' | 'text' | 'date';

/**
 * A checked expression in the form that is evaluated. `gives` is the type of its result. It is absent if the
 * expression has problems; they are reported.
 */
interface Checked {
  readonly expression: unknown;
  readonly gives?: Result;
}

/** The operators of calculations (docs/reference.md, "Calculations"). */
export const calculations = ['+', '-', '*', '/', 'cat', 'days', 'months', 'years'] as const;

/**
 * Checks the expression of a calculated field: it can be evaluated, and its result has the type of the field.
 */
export function checkCalculation(expression: unknown, name: string, checking: Checking, at: Place): unknown {
  const field = checking.context.fields.get(name);
  if (field === undefined) return expression;
  const refuse = (reason: string) => checking.report.add(at, 'bad-value', reason);
  if (!isResult(field.kind)) {
    refuse(`"${name}" is ${kindWords[field.kind]}; only numbers, texts and dates are calculated`);
    return expression;
  }
  const checked = check(expression, checking, at);
  if (checked.gives !== undefined && checked.gives !== field.kind)
    refuse(
      `"${name}" is ${kindWords[field.kind]}, but what is calculated is ${kindWords[checked.gives]}; calculate what is of its own kind`,
    );
  else if (!isOperation(expression))
    refuse(`"${name}" would always be the same; give its schema a "default" and "readOnly" instead`);
  return checked.expression;
}

function isResult(kind: KindOfFact['kind']): kind is Result {
  return kind === 'number' || kind === 'text' || kind === 'date';
}

function check(node: unknown, checking: Checking, at: Place): Checked {
  if (!isOperation(node)) return constantOf(node, checking, at);
  const { operator, operands } = operationOf(node);
  const isShift = operator === '+' && typeof operands[2] === 'string';
  if (operator === 'var' || isShift) return factOf(node, checking, at);
  const inside = within(at, operator);
  const checked = operands.map((operand, index) => check(operand, checking, within(inside, index)));
  const refuse = (reason: string): Checked => {
    checking.report.add(inside, 'bad-value', reason);
    return { expression: node };
  };
  switch (operator) {
    case '+':
    case '*':
      if (operands.length < 2) return refuse(`"${operator}" takes two numbers or more`);
      return allOf('number', checked, operator === '+' ? 'add' : operator, refuse);
    case '-':
    case '/':
      if (operands.length !== 2) return refuse(`"${operator}" takes two numbers`);
      return allOf('number', checked, operator, refuse);
    case 'days':
    case 'months':
    case 'years':
      if (operands.length !== 2)
        return refuse(`"${operator}" lie between two dates: {"${operator}": [from, to]}`);
      return { ...allOf('date', checked, operator, refuse), gives: 'number' };
    case 'cat':
      if (operands.length < 2) return refuse('"cat" joins two texts or more');
      return { expression: { cat: checked.map(({ expression }) => expression) }, gives: 'text' };
    default:
      checking.report.add(inside, 'unknown-operator', `"${operator}" calculates nothing`, {
        wrong: operator,
        known: [...calculations, 'var'],
      });
      return { expression: node };
  }
}

function allOf(
  wanted: Result,
  checked: readonly Checked[],
  operator: string,
  refuse: (reason: string) => Checked,
): Checked {
  const other = checked.find(({ gives }) => gives !== undefined && gives !== wanted);
  const shown = JSON.stringify(other?.expression);
  if (other?.gives !== undefined)
    return refuse(
      `${shown} is ${kindWords[other.gives]}, where ${kindWords[wanted]} is asked for; take another fact, or another operator`,
    );
  return { expression: { [operator]: checked.map(({ expression }) => expression) }, gives: wanted };
}

function constantOf(value: unknown, { report }: Checking, at: Place): Checked {
  if (typeof value === 'number' && Number.isFinite(value)) return { expression: value, gives: 'number' };
  if (typeof value === 'string') return { expression: value, gives: isDate(value) ? 'date' : 'text' };
  report.add(
    at,
    'bad-value',
    `${JSON.stringify(value)} is no number, no text and no date; nothing is calculated with it`,
  );
  return { expression: value };
}

function factOf(node: unknown, checking: Checking, at: Place): Checked {
  const fact = readFact(node, checking, at);
  if (fact === undefined) return { expression: node };
  if (shiftOf(node)) checkShift(fact, node, checking, at);
  const { kind } = kindOfFact(fact, checking.context);
  if (kind === 'id' || kind === 'type') return { expression: node, gives: 'text' };
  if (isResult(kind)) return { expression: node, gives: kind };
  const instead = kind === 'list' ? `; "${fact.name}.count" is how many items it has` : '';
  checking.report.add(
    at,
    'bad-value',
    `"${fact.name}" is ${kindWords[kind]}, with which nothing is calculated${instead}`,
  );
  return { expression: node };
}
