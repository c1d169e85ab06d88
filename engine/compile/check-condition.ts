import { factOperand, isOperation, operationOf } from '../conditions/condition.ts';
import { type Fact, type FactStage, factOf, facts, fieldOfFact } from '../facts.ts';
import type { Condition } from '../types.ts';
import { type Place, type Report, within } from './report.ts';

/** What a condition may read where it stands. */
export interface ConditionContext {
  readonly stages: readonly FactStage[];
  /** Names the place in a message: `where offices are filtered`. */
  readonly where: string;
  /** Two facts may be compared (preference and filter conditions only, so that `when`s stay countable). */
  readonly mayCompareFacts: boolean;
  readonly typeKeys: readonly string[];
  readonly fieldNames: readonly string[];
}

/** The operators of the subset (docs/reference.md, "Conditions"). */
const operators = ['and', 'or', '!', '==', 'in', '<', '>'] as const;

/** One of them. */
export type Operator = (typeof operators)[number];

/**
 * Checks a condition and gives it in the form that is evaluated: constants as their facts hold them (ids as strings), comparisons of
 * order false where there is nothing to compare. Undefined where it has problems, which are reported.
 */
export function checkCondition(
  node: unknown,
  context: ConditionContext,
  at: Place,
  report: Report,
): Condition | undefined {
  const known = report.problems.length;
  const checked = check(node, { context, report }, at);
  return report.problems.length === known && isOperation(checked) ? checked : undefined;
}

interface Checking {
  readonly context: ConditionContext;
  readonly report: Report;
}

function check(node: unknown, checking: Checking, at: Place): unknown {
  const { report } = checking;
  if (!isOperation(node) || Object.keys(node).length !== 1) {
    const reason = 'a condition is an object with one operator, e.g. {"==": [{"var": "type"}, "service"]}';
    report.add(at, 'bad-condition', reason);
    return undefined;
  }
  const { operator, operands } = operationOf(node);
  const inside = within(at, operator);
  switch (operator) {
    case 'var':
      return readFact(node, checking, at) && node;
    case 'and':
    case 'or':
      return { [operator]: operands.map((item, index) => check(item, checking, within(inside, index))) };
    case '!':
      return { '!': [check(operands[0], checking, inside)] };
    case '==':
    case 'in':
    case '<':
    case '>':
      return comparison(operator, operands, checking, inside);
    default:
      report.add(inside, 'unknown-operator', `unknown operator "${operator}"`, {
        wrong: operator,
        known: [...operators, 'var'],
      });
      return undefined;
  }
}

type Comparison = '==' | 'in' | '<' | '>';

/** What a comparison compares: at least one side is a fact. */
interface Sides {
  readonly left: unknown;
  readonly right: unknown;
  readonly leftFact: Fact | undefined;
  readonly rightFact: Fact | undefined;
}

function comparison(
  operator: Comparison,
  operands: readonly unknown[],
  checking: Checking,
  at: Place,
): unknown {
  const sides = sidesOf(operator, operands, checking, at);
  if (sides === undefined) return undefined;
  if (operator === 'in') return membership(sides, checking, at);
  const { left, right, leftFact, rightFact } = sides;
  const list = [leftFact, rightFact].find((fact) => fact?.kind === 'list');
  if (list !== undefined) {
    const reason = `"${list.name}" is a list; ask with "in" whether it holds something`;
    checking.report.add(at, 'bad-condition', reason);
  }
  const compared = [
    leftFact || !rightFact ? left : constant(left, rightFact, checking, within(at, 0)),
    rightFact || !leftFact ? right : constant(right, leftFact, checking, within(at, 1)),
  ];
  if (operator === '==') return { '==': compared };
  // Nothing is less or more than what is not there.
  const present = compared.filter(isOperation).map((side) => ({ '!==': [side, null] }));
  return { and: [...present, { [operator]: compared }] };
}

function sidesOf(
  operator: Comparison,
  [left, right, ...more]: readonly unknown[],
  checking: Checking,
  at: Place,
): Sides | undefined {
  const { report, context } = checking;
  const refuse = (reason: string) => {
    report.add(at, 'bad-condition', reason);
    return undefined;
  };
  if (left === undefined || right === undefined || more.length > 0)
    return refuse(`"${operator}" compares two things`);
  const leftFact = readFact(left, checking, within(at, 0));
  const rightFact = readFact(right, checking, within(at, 1));
  if (isOperation(left) !== (leftFact !== undefined) || isOperation(right) !== (rightFact !== undefined))
    return undefined;
  if (leftFact && rightFact && !context.mayCompareFacts)
    return refuse(
      'a "when" compares a fact with a constant, so that the situations that differ can be counted',
    );
  if (leftFact === undefined && rightFact === undefined)
    return refuse(`"${operator}" compares a fact ({"var": ...}) with a constant; there is no fact here`);
  return { left, right, leftFact, rightFact };
}

/** JsonLogic's `in` also finds text within text; only lists are asked here. */
function membership({ left, right, leftFact, rightFact }: Sides, checking: Checking, at: Place): unknown {
  const { report } = checking;
  if (rightFact) {
    if (rightFact.kind !== 'list' && rightFact.kind !== 'value')
      report.add(within(at, 1), 'bad-condition', `"${rightFact.name}" is not a list; compare it with "=="`);
    return { in: [leftFact ? left : constant(left, rightFact, checking, within(at, 0)), right] };
  }
  if (!Array.isArray(right) || leftFact === undefined) {
    report.add(
      within(at, 1),
      'bad-condition',
      '"in" asks for a list on its right, e.g. ["general", "sales"]',
    );
    return undefined;
  }
  return { in: [left, right.map((item, index) => constant(item, leftFact, checking, within(at, 1, index)))] };
}

/** The fact that an operand names, if it is one and may be read here. */
function readFact(operand: unknown, { context, report }: Checking, at: Place): Fact | undefined {
  const name = factOperand(operand);
  if (name === undefined) {
    if (isOperation(operand))
      report.add(
        at,
        'bad-condition',
        'here stands a fact ({"var": ...}) or a constant, not another operator',
      );
    return undefined;
  }
  const fact = factOf(name);
  const field = fieldOfFact(name);
  if (fact === undefined || (field !== undefined && !context.fieldNames.includes(field))) {
    const known = [...facts.map((each) => each.name), ...context.fieldNames.map((each) => `values.${each}`)];
    report.add(within(at, 'var'), 'unknown-fact', `unknown fact "${name}"`, { wrong: name, known });
    return undefined;
  }
  if (!context.stages.includes(fact.stage)) {
    report.add(
      within(at, 'var'),
      'fact-too-late',
      `the fact "${name}" is not known ${context.where}; a rule reads only what was decided before`,
    );
    return undefined;
  }
  return fact;
}

/** A constant as its fact holds it. */
function constant(value: unknown, { kind, name }: Fact, { context, report }: Checking, at: Place): unknown {
  const wrong = (expected: string) =>
    report.add(
      at,
      'bad-condition',
      `"${name}" is compared with ${expected}, not with ${JSON.stringify(value)}`,
    );
  switch (kind) {
    case 'id':
    case 'list':
      if (typeof value !== 'string' && typeof value !== 'number') wrong('an id or a word');
      return String(value);
    case 'type':
      if (typeof value !== 'string' || !context.typeKeys.includes(value)) {
        report.add(at, 'unknown-type', `unknown enquiry type "${String(value)}"`, {
          wrong: String(value),
          known: context.typeKeys,
        });
      }
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') wrong('true or false');
      return value;
    case 'number':
      if (typeof value !== 'number') wrong('a number');
      return value;
    case 'text':
      if (typeof value !== 'string') wrong('a text');
      return value;
    case 'value':
      if (typeof value === 'object') wrong('a text, a number, true or false');
      return value;
  }
}
