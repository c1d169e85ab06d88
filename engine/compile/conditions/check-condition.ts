import { getDateShift, isOperation, parseOperation } from '../../conditions/condition.ts';
import { orderedKinds, toKindOperand } from '../../model/compare-values.ts';
import type { Condition } from '../../model/types.ts';
import { type DocumentPath, extendPath, type ProblemReport } from '../report.ts';
import {
  type ComparableKind,
  checkConstant,
  comparisonPurpose,
  getComparableKind,
  isComparable,
  kindLabels,
} from './compared-kinds.ts';
import type { ConditionCheck, ConditionContext, ReadFact } from './condition-context.ts';
import { checkQuantification } from './quantification.ts';
import { createWrittenNameReport } from './quantified-list.ts';
import { checkShift, readFact } from './read-fact.ts';

/** The operators of conditions (docs/reference.md, "Conditions"). */
const conditionOperators = [
  'and',
  'or',
  '!',
  'some',
  'all',
  'none',
  '==',
  '!=',
  'in',
  '<',
  '<=',
  '>',
  '>=',
] as const;

export type ConditionOperator = (typeof conditionOperators)[number];

/**
 * Checks a condition and converts it to the form that is evaluated: constants get the type of their fact (ids
 * become strings), and a comparison gets its type as a third operand if its values must be read by it.
 * Returns undefined if there are problems; they are reported.
 */
export function checkCondition(
  node: unknown,
  context: ConditionContext,
  at: DocumentPath,
  report: ProblemReport,
): Condition | undefined {
  const known = report.problems.length;
  const checked = checkConditionNode(node, { context, report }, at);
  return report.problems.length === known && isOperation(checked) ? checked : undefined;
}

/**
 * Returns a part of a condition in the form that is evaluated. Problems are reported; the result is then
 * undefined or incomplete.
 */
function checkConditionNode(node: unknown, checking: ConditionCheck, at: DocumentPath): unknown {
  const { report } = checking;
  if (!isOperation(node) || Object.keys(node).length !== 1) {
    const reason = 'a condition is an object with one operator, e.g. {"==": [{"var": "type"}, "service"]}';
    report.add(at, 'bad-condition', reason);
    return undefined;
  }
  const { operator, operands } = parseOperation(node);
  const inside = extendPath(at, operator);
  switch (operator) {
    case 'var':
      return readFact(node, checking, at) && node;
    case 'and':
    case 'or':
      return {
        [operator]: operands.map((item, index) =>
          checkConditionNode(item, checking, extendPath(inside, index)),
        ),
      };
    case '!':
      return checkNegation(operands, checking, inside);
    case 'some':
    case 'all':
    case 'none':
      return checkQuantifier(operator, operands, checking, inside);
    case '==':
    case '!=':
    case 'in':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return checkComparison(operator, operands, checking, inside);
    default:
      report.add(inside, 'unknown-operator', `unknown operator "${operator}"`, {
        wrong: operator,
        known: [...conditionOperators, 'var'],
      });
      return undefined;
  }
}

/**
 * Checks and converts `some`, `all` or `none`: a list, and a condition on its items. Returns undefined if
 * there is no such list; this is reported.
 */
function checkQuantifier(
  operator: 'some' | 'all' | 'none',
  operands: readonly unknown[],
  checking: ConditionCheck,
  at: DocumentPath,
): unknown {
  const found = checkQuantification(operator, operands, checking, at);
  if (found === undefined) return undefined;
  const { list, asked, context } = found;
  const report = createWrittenNameReport(checking.report);
  return { [operator]: [list, checkConditionNode(asked, { context, report }, extendPath(at, 1))] };
}

/**
 * Checks and converts `!`, which takes exactly one condition. Returns undefined for several; this is
 * reported.
 */
function checkNegation(operands: readonly unknown[], checking: ConditionCheck, at: DocumentPath): unknown {
  if (operands.length > 1) {
    checking.report.add(
      at,
      'bad-condition',
      '"!" needs exactly one condition; join several with "and" or "or"',
    );
    return undefined;
  }
  return { '!': [checkConditionNode(operands[0], checking, at)] };
}

type ComparisonOperator = Exclude<ConditionOperator, 'and' | 'or' | '!' | 'some' | 'all' | 'none'>;

/** The two operands of a comparison. At least one of them is a fact. */
interface ComparisonSides {
  readonly left: unknown;
  readonly right: unknown;
  readonly leftFact: ReadFact | undefined;
  readonly rightFact: ReadFact | undefined;
}

/** Checks and converts a comparison. Returns undefined if its sides cannot be compared; this is reported. */
function checkComparison(
  operator: ComparisonOperator,
  operands: readonly unknown[],
  checking: ConditionCheck,
  at: DocumentPath,
): unknown {
  const sides = readComparisonSides(operator, operands, checking, at);
  if (sides === undefined) return undefined;
  return operator === 'in'
    ? checkMembership(sides, checking, at)
    : checkSameKinds(operator, sides, checking, at);
}

/**
 * Checks and converts `==`, `!=` and the comparisons of order. Both sides must have the same type. Problems
 * are reported; the comparison is converted nevertheless.
 */
function checkSameKinds(
  operator: ComparisonOperator,
  { left, right, leftFact, rightFact }: ComparisonSides,
  checking: ConditionCheck,
  at: DocumentPath,
): unknown {
  const { report, context } = checking;
  const fact = leftFact ?? rightFact;
  if (fact === undefined) return undefined;
  const kind = getComparableKind(fact, context);
  /** Reports a problem of the comparison. */
  const reportInvalid = (reason: string) => report.add(at, 'bad-condition', reason);
  if (kind.kind === 'list')
    reportInvalid(`"${fact.name}" is a list; test with "in" whether it contains something`);
  if (kind.kind === 'object')
    reportInvalid(
      `"${fact.name}" is an object; you can only test whether it is there: {"var": "${fact.name}"}`,
    );
  const other = leftFact && rightFact && getComparableKind(rightFact, context);
  if (other !== undefined && !isComparable(kind, other))
    reportInvalid(explainDifferentKinds(fact.name, kind, rightFact?.name ?? '', other));
  const isOrder = operator !== '==' && operator !== '!=';
  if (isOrder && !orderedKinds.some((ordered) => ordered === kind.kind))
    reportInvalid(
      `"${operator}" compares an order, but "${fact.name}" is ${kindLabels[kind.kind]}; use "=="`,
    );
  const purpose = { ...comparisonPurpose, isOrder };
  const compared = [
    leftFact ? left : checkConstant(left, fact.name, kind, checking, extendPath(at, 0), purpose),
    rightFact ? right : checkConstant(right, fact.name, kind, checking, extendPath(at, 1), purpose),
  ];
  return { [operator]: [...compared, ...getKindOperands(kind, leftFact, rightFact)] };
}

/**
 * Returns the type as the third operand of a compiled comparison, or an empty list if the comparison needs
 * none. Ids need it only in fields, where they may be numbers: in given facts they are strings.
 */
function getKindOperands(
  { kind }: ComparableKind,
  ...facts: readonly (ReadFact | undefined)[]
): readonly unknown[] {
  const isOfField = facts.some((fact) => fact?.stage === 'values');
  if (kind === 'list' || kind === 'object' || kind === 'type') return [];
  return kind === 'id' && !isOfField ? [] : toKindOperand(kind);
}

/** Returns the message for two values whose types cannot be compared. `one` and `other` are their names. */
function explainDifferentKinds(
  one: string,
  kind: ComparableKind,
  other: string,
  otherKind: ComparableKind,
): string {
  return `"${one}" is ${kindLabels[kind.kind]}, but "${other}" is ${kindLabels[otherKind.kind]}; compare values of the same kind`;
}

/** Reads the two operands of a comparison. Returns undefined if they cannot be compared; this is reported. */
function readComparisonSides(
  operator: ComparisonOperator,
  [left, right, ...more]: readonly unknown[],
  checking: ConditionCheck,
  at: DocumentPath,
): ComparisonSides | undefined {
  const { report, context } = checking;
  /** Reports a problem and returns undefined. */
  const reportInvalid = (reason: string) => {
    report.add(at, 'bad-condition', reason);
    return undefined;
  };
  if (left === undefined || right === undefined || more.length > 0)
    return reportInvalid(`"${operator}" compares two values`);
  const leftFact = readFact(left, checking, extendPath(at, 0));
  const rightFact = readFact(right, checking, extendPath(at, 1));
  if (isOperation(left) !== (leftFact !== undefined) || isOperation(right) !== (rightFact !== undefined))
    return undefined;
  for (const [index, [side, fact]] of [[left, leftFact] as const, [right, rightFact] as const].entries()) {
    if (fact) checkShift(fact, side, checking, extendPath(at, index));
  }
  if (leftFact && rightFact && !context.mayCompareFacts && ![leftFact, rightFact].every(isVariedByCheck))
    return reportInvalid(
      `a "when" compares "${[leftFact, rightFact].find((fact) => !isVariedByCheck(fact))?.name}" only with a constant, so that the different situations can be counted; only answers ("values.…") and "today" can be compared with each other`,
    );
  if (leftFact && leftFact.name === rightFact?.name && !getDateShift(left) && !getDateShift(right))
    return reportInvalid(`"${leftFact.name}" is compared with itself`);
  if (leftFact === undefined && rightFact === undefined)
    return reportInvalid(
      `"${operator}" compares a fact ({"var": ...}) with a constant; there is no fact here`,
    );
  return { left, right, leftFact, rightFact };
}

/**
 * Returns true for facts that `slipway check` can vary freely: answers and dates. If only such facts are
 * compared with each other, it can still try both outcomes.
 */
function isVariedByCheck({ stage, kind }: ReadFact): boolean {
  return stage === 'values' || kind === 'date';
}

/**
 * Checks and converts `in`. Its right side is a list of constants, or a fact that is a list. It does not
 * search in texts. Returns undefined for other sides; this is reported.
 */
function checkMembership(
  { left, right, leftFact, rightFact }: ComparisonSides,
  checking: ConditionCheck,
  at: DocumentPath,
): unknown {
  const { report, context } = checking;
  /** Reports a problem of the right side and returns undefined. */
  const reportInvalid = (reason: string) => {
    report.add(extendPath(at, 1), 'bad-condition', reason);
    return undefined;
  };
  if (rightFact) {
    const list = getComparableKind(rightFact, context);
    if (list.kind !== 'list')
      return reportInvalid(
        `"${rightFact.name}" is ${kindLabels[list.kind]}, not a list; compare it with "=="`,
      );
    const item: ComparableKind = {
      kind: list.items ?? 'text',
      ...(list.choices && { choices: list.choices }),
    };
    const kind = leftFact && getComparableKind(leftFact, context);
    if (leftFact && kind && !isComparable(kind, item))
      return reportInvalid(explainDifferentKinds(leftFact.name, kind, `an item of ${rightFact.name}`, item));
    return {
      in: [leftFact ? left : checkConstant(left, rightFact.name, item, checking, extendPath(at, 0)), right],
    };
  }
  if (!Array.isArray(right) || leftFact === undefined)
    return reportInvalid('"in" needs a list on its right, e.g. ["general", "sales"]');
  const kind = getComparableKind(leftFact, context);
  if (kind.kind === 'list' || kind.kind === 'object')
    return reportInvalid(
      `"${leftFact.name}" is ${kindLabels[kind.kind]}; the list belongs on the right of "in"`,
    );
  if (right.length === 0) return reportInvalid('the list is empty; add values to it');
  const list = right.map((item, index) =>
    checkConstant(item, leftFact.name, kind, checking, extendPath(at, 1, index)),
  );
  return { in: [left, list, ...getKindOperands(kind, leftFact)] };
}
