import { namedKind, orderedKinds } from '../conditions/compare.ts';
import { isOperation, operationOf, shiftOf } from '../conditions/condition.ts';
import type { FactStage } from '../facts.ts';
import type { Condition, Json } from '../types.ts';
import { type AskedList, inWrittenNames } from './asked-list.ts';
import {
  comparedWith,
  constant,
  isComparable,
  type KindOfFact,
  kindOfFact,
  kindWords,
} from './compared-kinds.ts';
import type { ItemFacts } from './lists.ts';
import type { FieldNature } from './natures.ts';
import { quantification } from './quantification.ts';
import { checkShift, type ReadFact, readFact } from './read-fact.ts';
import { type Place, type Report, within } from './report.ts';

export interface ConditionContext {
  readonly stages: readonly FactStage[];
  /** The context in a message: `where offices are filtered`. */
  readonly where: string;
  /**
   * True if any two facts may be compared. Otherwise only answers and the current day may be compared with
   * each other, because `check` can try combinations of them.
   */
  readonly mayCompareFacts: boolean;
  readonly typeKeys: readonly string[];
  readonly fields: ReadonlyMap<string, FieldNature>;
  /** The types of values inside fields, by path: `boat.make`. */
  readonly inside: ReadonlyMap<string, FieldNature>;
  /** The types of values inside lists, by path: `crew.each.age`. */
  readonly ofItems: ReadonlyMap<string, FieldNature>;
  /** The list whose items the condition reads, if it is inside a quantifier. */
  readonly list?: AskedList;
  /** The types of the options' properties, while the options of a field are filtered. */
  readonly items?: ItemFacts;
  /** The values of the filtered options, if the schema lists them all. */
  readonly itemChoices?: readonly Json[];
}

/** The operators of conditions (docs/reference.md, "Conditions"). */
const operators = ['and', 'or', '!', 'some', 'all', 'none', '==', '!=', 'in', '<', '<=', '>', '>='] as const;

export type Operator = (typeof operators)[number];

/**
 * Checks a condition and returns it in the form that is evaluated. Constants have the type of their fact (ids
 * are strings), and a comparison gets the type by which its values must be read. Returns undefined if there
 * are problems; they are reported.
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

export interface Checking {
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
      return negation(operands, checking, inside);
    case 'some':
    case 'all':
    case 'none':
      return quantified(operator, operands, checking, inside);
    case '==':
    case '!=':
    case 'in':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparison(operator, operands, checking, inside);
    default:
      report.add(inside, 'unknown-operator', `unknown operator "${operator}"`, {
        wrong: operator,
        known: [...operators, 'var'],
      });
      return undefined;
  }
}

function quantified(
  operator: 'some' | 'all' | 'none',
  operands: readonly unknown[],
  checking: Checking,
  at: Place,
): unknown {
  const found = quantification(operator, operands, checking, at);
  if (found === undefined) return undefined;
  const { list, asked, context } = found;
  const report = inWrittenNames(checking.report);
  return { [operator]: [list, check(asked, { context, report }, within(at, 1))] };
}

function negation(operands: readonly unknown[], checking: Checking, at: Place): unknown {
  if (operands.length > 1) {
    checking.report.add(at, 'bad-condition', '"!" is of one condition; join several with "and" or "or"');
    return undefined;
  }
  return { '!': [check(operands[0], checking, at)] };
}

type Comparison = Exclude<Operator, 'and' | 'or' | '!' | 'some' | 'all' | 'none'>;

/** The two operands of a comparison. At least one of them is a fact. */
interface Sides {
  readonly left: unknown;
  readonly right: unknown;
  readonly leftFact: ReadFact | undefined;
  readonly rightFact: ReadFact | undefined;
}

function comparison(
  operator: Comparison,
  operands: readonly unknown[],
  checking: Checking,
  at: Place,
): unknown {
  const sides = sidesOf(operator, operands, checking, at);
  if (sides === undefined) return undefined;
  return operator === 'in' ? membership(sides, checking, at) : sameKinds(operator, sides, checking, at);
}

/** Checks `==`, `!=` and the comparisons of order. Both sides must have the same type. */
function sameKinds(
  operator: Comparison,
  { left, right, leftFact, rightFact }: Sides,
  checking: Checking,
  at: Place,
): unknown {
  const { report, context } = checking;
  const fact = leftFact ?? rightFact;
  if (fact === undefined) return undefined;
  const kind = kindOfFact(fact, context);
  const refuse = (reason: string) => report.add(at, 'bad-condition', reason);
  if (kind.kind === 'list') refuse(`"${fact.name}" is a list; ask with "in" whether it holds something`);
  if (kind.kind === 'object')
    refuse(`"${fact.name}" is an object; it can only be asked whether it is there: {"var": "${fact.name}"}`);
  const other = leftFact && rightFact && kindOfFact(rightFact, context);
  if (other !== undefined && !isComparable(kind, other))
    refuse(differing(fact.name, kind, rightFact?.name ?? '', other));
  const isOrder = operator !== '==' && operator !== '!=';
  if (isOrder && !orderedKinds.some((ordered) => ordered === kind.kind))
    refuse(
      `"${operator}" asks which comes first, but "${fact.name}" is ${kindWords[kind.kind]}; ask with "=="`,
    );
  const purpose = { ...comparedWith, isOrder };
  const compared = [
    leftFact ? left : constant(left, fact.name, kind, checking, within(at, 0), purpose),
    rightFact ? right : constant(right, fact.name, kind, checking, within(at, 1), purpose),
  ];
  return { [operator]: [...compared, ...named(kind, leftFact, rightFact)] };
}

/** Ids are strings in given facts, but may be numbers in fields. */
function named({ kind }: KindOfFact, ...facts: readonly (ReadFact | undefined)[]): readonly unknown[] {
  const isOfField = facts.some((fact) => fact?.stage === 'values');
  if (kind === 'list' || kind === 'object' || kind === 'type') return [];
  return kind === 'id' && !isOfField ? [] : namedKind(kind);
}

function differing(one: string, kind: KindOfFact, other: string, otherKind: KindOfFact): string {
  return `"${one}" is ${kindWords[kind.kind]} and "${other}" ${kindWords[otherKind.kind]}; only what is of one kind can be compared`;
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
  for (const [index, [side, fact]] of [[left, leftFact] as const, [right, rightFact] as const].entries()) {
    if (fact) checkShift(fact, side, checking, within(at, index));
  }
  if (leftFact && rightFact && !context.mayCompareFacts && ![leftFact, rightFact].every(isTried))
    return refuse(
      `a "when" compares "${[leftFact, rightFact].find((fact) => !isTried(fact))?.name}" with a constant, so that the situations that differ can be counted; answers ("values.…") and "today" can be compared with each other`,
    );
  if (leftFact && leftFact.name === rightFact?.name && !shiftOf(left) && !shiftOf(right))
    return refuse(`"${leftFact.name}" is compared with itself`);
  if (leftFact === undefined && rightFact === undefined)
    return refuse(`"${operator}" compares a fact ({"var": ...}) with a constant; there is no fact here`);
  return { left, right, leftFact, rightFact };
}

/** Answers and the current day can be tried on both sides of a comparison. */
function isTried({ stage, kind }: ReadFact): boolean {
  return stage === 'values' || kind === 'date';
}

/** Checks `in`, which only searches lists, not texts. */
function membership({ left, right, leftFact, rightFact }: Sides, checking: Checking, at: Place): unknown {
  const { report, context } = checking;
  const refuse = (reason: string) => {
    report.add(within(at, 1), 'bad-condition', reason);
    return undefined;
  };
  if (rightFact) {
    const list = kindOfFact(rightFact, context);
    if (list.kind !== 'list')
      return refuse(`"${rightFact.name}" is ${kindWords[list.kind]} and no list; compare it with "=="`);
    const item: KindOfFact = { kind: list.items ?? 'text', ...(list.choices && { choices: list.choices }) };
    const kind = leftFact && kindOfFact(leftFact, context);
    if (leftFact && kind && !isComparable(kind, item))
      return refuse(differing(leftFact.name, kind, `an item of ${rightFact.name}`, item));
    return { in: [leftFact ? left : constant(left, rightFact.name, item, checking, within(at, 0)), right] };
  }
  if (!Array.isArray(right) || leftFact === undefined)
    return refuse('"in" asks for a list on its right, e.g. ["general", "sales"]');
  const kind = kindOfFact(leftFact, context);
  if (kind.kind === 'list' || kind.kind === 'object')
    return refuse(`"${leftFact.name}" is ${kindWords[kind.kind]}; the list stands on the right of "in"`);
  if (right.length === 0) return refuse('the list is empty, so that it holds nothing; name what it holds');
  const list = right.map((item, index) =>
    constant(item, leftFact.name, kind, checking, within(at, 1, index)),
  );
  return { in: [left, list, ...named(kind, leftFact)] };
}
