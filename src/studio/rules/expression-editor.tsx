import type { ReactNode } from 'react';
import {
  type CalculationOperator,
  calculationChoices,
  type EditedFactKind,
  type ExpressionNode,
  type FactChoice,
  isComparableKind,
  missingFact,
  missingValue,
} from '#engine/rules/builder/index.ts';
import { useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { CrossIcon } from './condition-editor.tsx';
import { GivenValueControl } from './given-value.tsx';

export interface ExpressionEditorProps {
  readonly node: ExpressionNode;
  /** The type of the value that the expression must have. */
  readonly gives: EditedFactKind;
  readonly facts: readonly FactChoice[];
  /** Called with the changed expression, which may be incomplete. */
  readonly onChange: (node: ExpressionNode) => void;
  /** Absent if the expression cannot be removed. */
  readonly onRemove?: (() => void) | undefined;
  /**
   * True for an operand of a calculation. If a calculation is replaced by a value that is still missing, an
   * operand begins as a constant, and the value of a whole field as a fact.
   */
  readonly isInside?: boolean;
}

/**
 * Edits an expression: a single value, or a calculation with operands that are expressions themselves.
 * Renders a message for an expression that the studio cannot edit.
 */
export function ExpressionEditor(props: ExpressionEditorProps): ReactNode {
  const { say } = useStudio();
  const { node, gives, facts, onChange, onRemove, isInside = false } = props;
  const offered = calculationChoices.filter((choice) => choice.gives === gives);
  const now = node.kind === 'operation' ? node.operator : '';
  return (
    <div className="st-condition">
      <div className="st-items">
        <div className="st-rule-row">
          {(offered.length > 0 || now !== '') && (
            <LabelledSelect
              label={say('calculation')}
              value={now}
              options={[
                ['', say('calculation.value')],
                ...offered.map(({ operator }) => [operator, say(`calculation.${operator}`)] as const),
              ]}
              onChange={(next) =>
                onChange(
                  next === ''
                    ? toValueNode(node, { gives, facts, isInside })
                    : toOperationNode(next, node, facts),
                )
              }
            />
          )}
          {node.kind === 'value' && (
            <GivenValueControl
              label={say('rule.value')}
              value={node.value}
              kind={gives}
              facts={filterFactsByKind(gives, facts)}
              onChange={(value) => onChange({ kind: 'value', value })}
            />
          )}
          {node.kind === 'other' && <p className="st-quiet">{say('rule.unreadable')}</p>}
        </div>
        {node.kind === 'operation' && <OperandsEditor {...props} node={node} />}
      </div>
      {onRemove && (
        <button
          type="button"
          className="st-remove"
          aria-label={say('calculation.remove')}
          title={say('calculation.remove')}
          onClick={onRemove}
        >
          <CrossIcon />
        </button>
      )}
    </div>
  );
}

/**
 * Edits the operands of a calculation. At least two operands remain; for a calculation with exactly two, none
 * can be added.
 */
function OperandsEditor({
  node,
  facts,
  onChange,
}: ExpressionEditorProps & {
  readonly node: Extract<ExpressionNode, { readonly kind: 'operation' }>;
}): ReactNode {
  const { say } = useStudio();
  const choice = calculationChoices.find(({ operator }) => operator === node.operator);
  const takes = choice?.takes ?? 'number';
  /** Passes the calculation with these operands to `onChange`. */
  const setNodes = (nodes: readonly ExpressionNode[]) => onChange({ ...node, nodes });
  return (
    <div className="st-group">
      <ol>
        {node.nodes.map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: operands have no ids; the index identifies them.
          <li key={at}>
            <ExpressionEditor
              node={child}
              gives={takes === 'text' ? getExpressionKind(child, facts) : takes}
              facts={facts}
              isInside
              onChange={(next) => setNodes(node.nodes.with(at, next))}
              onRemove={node.nodes.length > 2 ? () => setNodes(node.nodes.toSpliced(at, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      {!choice?.isBinary && (
        <button
          type="button"
          className="st-button st-button--small"
          onClick={() => setNodes([...node.nodes, missingOperand])}
        >
          {say('calculation.add')}
        </button>
      )}
    </div>
  );
}

/** Returns the type of the value of an expression, or `text` if it is unknown. */
function getExpressionKind(node: ExpressionNode, facts: readonly FactChoice[]): EditedFactKind {
  if (node.kind === 'operation')
    return calculationChoices.find(({ operator }) => operator === node.operator)?.gives ?? 'text';
  if (node.kind !== 'value') return 'text';
  const { value } = node;
  if (value.kind === 'constant') return typeof value.value === 'number' ? 'number' : 'text';
  const kind = facts.find(({ name }) => name === value.name)?.kind;
  return kind === 'number' || kind === 'date' ? kind : 'text';
}

/**
 * Returns the facts that can be compared with a value of this type. Boolean facts and facts about options are
 * never among them.
 */
function filterFactsByKind(gives: EditedFactKind, facts: readonly FactChoice[]): readonly FactChoice[] {
  return facts.filter(
    ({ kind, name }) => isComparableKind(kind, gives) && kind !== 'boolean' && !name.startsWith('options.'),
  );
}

/** An operand that still has to be entered, as a constant. */
const missingOperand: ExpressionNode = { kind: 'value', value: missingValue };

/**
 * Returns the expression that replaces a calculation by a single value: its first operand if that is a value
 * of the type `gives`, else a value that still has to be entered. That is a constant if `isInside`, else a
 * fact.
 */
function toValueNode(
  node: ExpressionNode,
  {
    gives,
    facts,
    isInside,
  }: { readonly gives: EditedFactKind; readonly facts: readonly FactChoice[]; readonly isInside: boolean },
): ExpressionNode {
  const [first] = node.kind === 'operation' ? node.nodes : [];
  if (first?.kind === 'value' && getExpressionKind(first, facts) === gives) return first;
  return isInside ? missingOperand : { kind: 'value', value: missingFact };
}

/**
 * Returns the expression for another operation. The operands (or the single value) are reused if their type
 * is suitable, but at most two if the operation has exactly two. Missing ones are added until there are two.
 */
function toOperationNode(
  operator: string,
  node: ExpressionNode,
  facts: readonly FactChoice[],
): ExpressionNode {
  const choice = calculationChoices.find((one) => one.operator === operator);
  const before = node.kind === 'operation' ? node.nodes : [node];
  const takes = choice?.takes ?? 'number';
  const fitting = before.filter((one) => takes === 'text' || getExpressionKind(one, facts) === takes);
  const wanted = choice?.isBinary ? fitting.slice(0, 2) : fitting;
  const missing = Array.from({ length: Math.max(0, 2 - wanted.length) }, () => missingOperand);
  return { kind: 'operation', operator: operator as CalculationOperator, nodes: [...wanted, ...missing] };
}
