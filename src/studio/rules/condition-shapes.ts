import {
  type ConditionNode,
  emptyCondition,
  type FactChoice,
  type GivenValue,
  type ItemsNode,
  missingFact,
  missingValue,
  type RowNode,
  type RowOperator,
} from '#engine/builder/index.ts';

/** A question, and whether its opposite is asked. */
export interface Asked {
  readonly node: RowNode | ItemsNode;
  /** The `not` that stands around it. */
  readonly not?: Extract<ConditionNode, { readonly kind: 'not' }>;
}

/** What may be asked of a fact, the opposite of it with a `not ` in front. */
export type AskedOperator = `${'' | 'not '}${RowOperator | ItemsNode['operator']}`;

/** The question that a node is; undefined for what is none. */
export function askedIn(node: ConditionNode): Asked | undefined {
  if (node.kind === 'row' || node.kind === 'items') return { node };
  const isOpposite = node.kind === 'not' && (node.node.kind === 'row' || node.node.kind === 'items');
  return isOpposite ? { node: node.node as RowNode | ItemsNode, not: node } : undefined;
}

/** A question in the place of another: its opposite is written as that of the other. */
export function negated(node: RowNode | ItemsNode, { not }: Pick<Asked, 'not'>): ConditionNode {
  return not ? { ...not, node } : node;
}

/** How several conditions are joined. */
export const joins = ['all', 'any', 'none', 'not-all'] as const;

/** Several conditions, and how they are joined. */
export interface Joined {
  readonly joins: (typeof joins)[number];
  readonly nodes: readonly ConditionNode[];
  /** As they were written. */
  readonly written: ConditionNode;
}

/** The group that a node is, or of which it is the opposite. */
export function groupIn(node: ConditionNode): Joined | undefined {
  const inner = node.kind === 'not' ? node.node : node;
  if (inner.kind !== 'group') return undefined;
  const { nodes } = inner;
  if (node.kind !== 'not') return { joins: inner.joins, nodes, written: node };
  return { joins: inner.joins === 'any' ? 'none' : 'not-all', nodes, written: node };
}

/** The node of a group; what was written in a form of its own stays so as long as it can. */
export function groupNode({ joins: how, nodes, written }: Joined): ConditionNode {
  const old = written.kind === 'not' ? written.node : written;
  const isBare = old.kind === 'group' && old.isBare === true && nodes.length === 1;
  const group = {
    ...{
      kind: 'group' as const,
      joins: how === 'any' || how === 'none' ? ('any' as const) : ('all' as const),
    },
    nodes,
    ...(isBare && { isBare: true as const }),
  };
  if (how === 'all' || how === 'any') return group;
  return written.kind === 'not' ? { ...written, node: group } : { kind: 'not', node: group, isBare: true };
}

/** Operators that have an opposite of their own. */
const opposed: readonly (RowOperator | ItemsNode['operator'])[] = ['given', 'one-of', 'contains', 'among'];

/** What can be asked of a fact, that which is asked among it. */
export function operatorsOf(
  { kind, operators }: FactChoice,
  now: AskedOperator,
  lists: readonly FactChoice[],
): readonly AskedOperator[] {
  const isPlain = kind === 'boolean';
  const offered = operators
    .filter((operator) => !isPlain || operator === 'given')
    .filter((operator) => operator !== 'among' || lists.length > 0)
    .flatMap((operator): readonly AskedOperator[] =>
      opposed.includes(operator) ? [operator, `not ${operator}`] : [operator],
    );
  return offered.includes(now) ? offered : [...offered, now];
}

/** The operator that is asked with. */
export function operatorOf({ node, not }: Asked): AskedOperator {
  return not ? `not ${node.operator}` : node.operator;
}

/** Returns the question of a fact with another operator; what was asked for stays where it can. */
export function askedWith(fact: FactChoice, operator: AskedOperator, { node, not }: Asked): ConditionNode {
  const bare = operator.replace(/^not /, '') as RowOperator | ItemsNode['operator'];
  const around = (made: RowNode | ItemsNode): ConditionNode =>
    operator.startsWith('not ')
      ? not
        ? { ...not, node: made }
        : { kind: 'not', node: made, isBare: true }
      : made;
  if (bare === 'some' || bare === 'all' || bare === 'none') {
    if (node.kind === 'items') return around({ ...node, operator: bare });
    return around({
      ...{ kind: 'items', fact: { kind: 'fact', name: fact.name }, operator: bare },
      asked: emptyCondition,
    });
  }
  if (bare === 'among') return around({ ...rowOf(fact, 'given'), operator: bare, value: missingFact });
  const before = node.kind === 'row' && node.value?.kind === 'constant' ? node.value.value : undefined;
  const isSameSort = node.kind === 'row' && isCompared(bare) && isCompared(node.operator);
  if (isSameSort && node.kind === 'row') return around({ ...node, operator: bare });
  return around(rowOf(fact, bare, Array.isArray(before) ? before[0] : before));
}

function isCompared(operator: string): boolean {
  return /^[=!<>]/.test(operator);
}

/** Returns a row with the first thing that may be asked of a fact; what it is compared with is still to be entered, unless it is known from before. */
export function rowOf(fact: FactChoice, operator?: RowOperator, before?: unknown): RowNode {
  const chosen = operator ?? (fact.kind === 'boolean' ? 'given' : firstOperator(fact));
  const row = { kind: 'row' as const, fact: { kind: 'fact' as const, name: fact.name }, operator: chosen };
  if (chosen === 'given') return row;
  const value: GivenValue =
    before === undefined || Array.isArray(before)
      ? missingValue
      : { kind: 'constant', value: chosen === 'one-of' ? [before] : before };
  return { ...row, value };
}

function firstOperator({ operators }: FactChoice): RowOperator {
  const rows = operators.filter(
    (operator) => operator !== 'some' && operator !== 'all' && operator !== 'none',
  );
  return rows.find((operator) => operator !== 'given' && operator !== 'among') ?? 'given';
}
