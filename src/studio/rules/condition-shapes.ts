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
} from '#engine/rules/builder/index.ts';

/** A comparison of a fact, or a condition on the entries of a list. `not` is the node that negates it. */
export interface NegatableRow {
  readonly node: RowNode | ItemsNode;
  readonly not?: Extract<ConditionNode, { readonly kind: 'not' }>;
}

/** An operator of a fact. A leading `not ` marks its opposite. */
export type NegatableOperator = `${'' | 'not '}${RowOperator | ItemsNode['operator']}`;

/** Returns the comparison in a node, or the one that the node negates. Undefined for all other nodes. */
export function toNegatableRow(node: ConditionNode): NegatableRow | undefined {
  if (node.kind === 'row' || node.kind === 'items') return { node };
  const isOpposite = node.kind === 'not' && (node.node.kind === 'row' || node.node.kind === 'items');
  return isOpposite ? { node: node.node as RowNode | ItemsNode, not: node } : undefined;
}

/** Returns the node, negated by the `not` of another comparison if that one has it. */
export function applyNegation(node: RowNode | ItemsNode, { not }: Pick<NegatableRow, 'not'>): ConditionNode {
  return not ? { ...not, node } : node;
}

/** The ways to join a group: all, any, none or not all of its conditions must be true. */
export const joinKinds = ['all', 'any', 'none', 'not-all'] as const;

export interface JoinedConditions {
  readonly joins: (typeof joinKinds)[number];
  readonly nodes: readonly ConditionNode[];
  /** The node that the group was read from. It determines the notation of the changed group. */
  readonly written: ConditionNode;
}

/**
 * Returns the group in a node, or the group that the node negates, then joined by `none` or `not-all`.
 * Undefined if there is no group.
 */
export function toJoinedConditions(node: ConditionNode): JoinedConditions | undefined {
  const inner = node.kind === 'not' ? node.node : node;
  if (inner.kind !== 'group') return undefined;
  const { nodes } = inner;
  if (node.kind !== 'not') return { joins: inner.joins, nodes, written: node };
  return { joins: inner.joins === 'any' ? 'none' : 'not-all', nodes, written: node };
}

/**
 * Returns the node of a group with these conditions and this way to join them. Preserves the notation of
 * `written` if that can express the group.
 */
export function createGroupNode({ joins: how, nodes, written }: JoinedConditions): ConditionNode {
  const old = written.kind === 'not' ? written.node : written;
  const isBare = old.kind === 'group' && old.isBare === true && nodes.length === 1;
  const group = {
    kind: 'group' as const,
    joins: how === 'any' || how === 'none' ? ('any' as const) : ('all' as const),
    nodes,
    ...(isBare && { isBare: true as const }),
  };
  if (how === 'all' || how === 'any') return group;
  return written.kind === 'not' ? { ...written, node: group } : { kind: 'not', node: group, isBare: true };
}

/** The operators that are also offered with a leading `not `. */
const operatorsWithOpposite: readonly (RowOperator | ItemsNode['operator'])[] = [
  'given',
  'one-of',
  'contains',
  'among',
];

/**
 * Returns the operators that are offered for a fact, with their opposites. Only `given` is offered for a
 * boolean. The current operator is added at the end if it is not among them.
 * @param lists The facts whose lists can contain the fact. `among` is offered only if there are any.
 */
export function listNegatableOperators(
  { kind, operators }: FactChoice,
  current: NegatableOperator,
  lists: readonly FactChoice[],
): readonly NegatableOperator[] {
  const isPlain = kind === 'boolean';
  const offered = operators
    .filter((operator) => !isPlain || operator === 'given')
    .filter((operator) => operator !== 'among' || lists.length > 0)
    .flatMap((operator): readonly NegatableOperator[] =>
      operatorsWithOpposite.includes(operator) ? [operator, `not ${operator}`] : [operator],
    );
  return offered.includes(current) ? offered : [...offered, current];
}

/** Returns the operator of a comparison, with a leading `not ` if it is negated. */
export function getOperator({ node, not }: NegatableRow): NegatableOperator {
  return not ? `not ${node.operator}` : node.operator;
}

/**
 * Returns the comparison with another operator; for `some`, `all` and `none`, a condition on the entries of
 * the list. Preserves the value between two operators like `==` and `<`, and else only a constant; `given`
 * has no value, and the list of `among` is missing at first.
 */
export function changeOperator(
  fact: FactChoice,
  operator: NegatableOperator,
  { node, not }: NegatableRow,
): ConditionNode {
  const bare = operator.replace(/^not /, '') as RowOperator | ItemsNode['operator'];
  /** Returns the node, negated if the new operator begins with `not `. */
  const negateIfNeeded = (made: RowNode | ItemsNode): ConditionNode =>
    operator.startsWith('not ')
      ? not
        ? { ...not, node: made }
        : { kind: 'not', node: made, isBare: true }
      : made;
  if (bare === 'some' || bare === 'all' || bare === 'none') {
    if (node.kind === 'items') return negateIfNeeded({ ...node, operator: bare });
    return negateIfNeeded({
      kind: 'items',
      fact: { kind: 'fact', name: fact.name },
      operator: bare,
      asked: emptyCondition,
    });
  }
  if (bare === 'among')
    return negateIfNeeded({ ...createRow(fact, 'given'), operator: bare, value: missingFact });
  const before = node.kind === 'row' && node.value?.kind === 'constant' ? node.value.value : undefined;
  const isSameSort = node.kind === 'row' && isComparisonOperator(bare) && isComparisonOperator(node.operator);
  if (isSameSort && node.kind === 'row') return negateIfNeeded({ ...node, operator: bare });
  return negateIfNeeded(createRow(fact, bare, Array.isArray(before) ? before[0] : before));
}

/** Returns true for operators that begin with `=`, `!`, `<` or `>`, which take a single value. */
function isComparisonOperator(operator: string): boolean {
  return /^[=!<>]/.test(operator);
}

/**
 * Returns a comparison of a fact. The default operator is `given` for a boolean, else the first one that
 * compares. `before` becomes the value (in a list for `one-of`), but a list of values does not; without it,
 * the value is missing. A comparison with `given` has no value.
 */
export function createRow(fact: FactChoice, operator?: RowOperator, before?: unknown): RowNode {
  const chosen = operator ?? (fact.kind === 'boolean' ? 'given' : findDefaultOperator(fact));
  const row = { kind: 'row' as const, fact: { kind: 'fact' as const, name: fact.name }, operator: chosen };
  if (chosen === 'given') return row;
  const value: GivenValue =
    before === undefined || Array.isArray(before)
      ? missingValue
      : { kind: 'constant', value: chosen === 'one-of' ? [before] : before };
  return { ...row, value };
}

/**
 * Returns the first operator that compares the fact with a value, except `among`. Returns `given` if there is
 * none.
 */
function findDefaultOperator({ operators }: FactChoice): RowOperator {
  const rows = operators.filter(
    (operator) => operator !== 'some' && operator !== 'all' && operator !== 'none',
  );
  return rows.find((operator) => operator !== 'given' && operator !== 'among') ?? 'given';
}
