import {
  type ConditionNode,
  type FactChoice,
  firstOf,
  type ItemsNode,
  type RowNode,
  type RowOperator,
} from '#engine/builder/index.ts';
import { writtenValue } from './given-value.tsx';

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

/** The question of a fact with another operator; what was asked for stays where it can. `lists` are those that the fact may be among. */
export function askedWith(
  fact: FactChoice,
  operator: AskedOperator,
  { node, not }: Asked,
  lists: readonly FactChoice[],
): ConditionNode {
  const bare = operator.replace(/^not /, '') as RowOperator | ItemsNode['operator'];
  const around = (made: RowNode | ItemsNode): ConditionNode =>
    operator.startsWith('not ')
      ? not
        ? { ...not, node: made }
        : { kind: 'not', node: made, isBare: true }
      : made;
  if (bare === 'some' || bare === 'all' || bare === 'none') {
    if (node.kind === 'items') return around({ ...node, operator: bare });
    const [first] = firstRow(fact.items ?? []);
    const asked = first ?? { kind: 'row', fact: { kind: 'fact', name: '' }, operator: 'given' };
    return around({ kind: 'items', fact: { kind: 'fact', name: fact.name }, operator: bare, asked });
  }
  if (bare === 'among') {
    const name = lists[0]?.name ?? '';
    return around({ ...rowOf(fact, 'given'), operator: bare, value: { kind: 'fact', name } });
  }
  const before = node.kind === 'row' && node.value?.kind === 'constant' ? node.value.value : undefined;
  const isSameSort = node.kind === 'row' && isCompared(bare) && isCompared(node.operator);
  if (isSameSort && node.kind === 'row') return around({ ...node, operator: bare });
  return around(rowOf(fact, bare, Array.isArray(before) ? before[0] : before));
}

function isCompared(operator: string): boolean {
  return /^[=!<>]/.test(operator);
}

/** A row that can be asked as it stands: with the first thing that may be asked of a fact, and its first known value. */
export function rowOf(fact: FactChoice, operator?: RowOperator, before?: unknown): RowNode {
  const chosen = operator ?? (fact.kind === 'boolean' ? 'given' : firstOperator(fact));
  const row = { kind: 'row' as const, fact: { kind: 'fact' as const, name: fact.name }, operator: chosen };
  if (chosen === 'given') return row;
  const kind = fact.kind === 'list' ? (fact.listed ?? 'text') : fact.kind;
  const first =
    before !== undefined && !Array.isArray(before)
      ? before
      : writtenValue(fact.values?.[0]?.value ?? firstOf(kind), kind);
  return { ...row, value: { kind: 'constant', value: chosen === 'one-of' ? [first] : first } };
}

function firstOperator({ operators }: FactChoice): RowOperator {
  const rows = operators.filter(
    (operator) => operator !== 'some' && operator !== 'all' && operator !== 'none',
  );
  return rows.find((operator) => operator !== 'given' && operator !== 'among') ?? 'given';
}

/** The row that a new condition begins with. */
export function firstRow(facts: readonly FactChoice[]): readonly RowNode[] {
  const [fact] = facts;
  return fact === undefined ? [] : [rowOf(fact)];
}
