import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type ConditionNode,
  type ConditionPosition,
  emptyCondition,
  type FactChoice,
} from '#engine/rules/builder/index.ts';
import { useStudio } from '../draft/context.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { ConditionRow } from './condition-row.tsx';
import {
  applyNegation,
  createGroupNode,
  joinKinds,
  type NegatableRow,
  toJoinedConditions,
  toNegatableRow,
} from './condition-shapes.ts';

/** The condition as a tree, the facts it can use, and the handlers of its editor. */
export interface ConditionEditorProps {
  readonly node: ConditionNode;
  readonly facts: readonly FactChoice[];
  /**
   * The part of the rule that contains the condition. It decides which facts can be compared with each other.
   */
  readonly of: ConditionPosition['of'];
  /** Called with the changed condition, which may be incomplete. */
  readonly onChange: (node: ConditionNode) => void;
  /** Absent if the condition cannot be removed. */
  readonly onRemove?: (() => void) | undefined;
}

/**
 * Edits a condition: a comparison, a group of conditions, a negation, or a condition on the entries of a
 * list. Renders a message for a condition that the studio cannot edit.
 */
export function ConditionEditor(props: ConditionEditorProps): ReactNode {
  const { say } = useStudio();
  const { node, onRemove } = props;
  return (
    <div className="st-condition">
      <ConditionBody {...props} />
      {node.kind === 'other' && <p className="st-quiet">{say('rule.unreadable')}</p>}
      {onRemove && (
        <button
          type="button"
          className="st-remove"
          aria-label={say('rule.remove-condition')}
          title={say('rule.remove-condition')}
          onClick={onRemove}
        >
          <CrossIcon />
        </button>
      )}
    </div>
  );
}

/** Renders the editor for this kind of condition; nothing if the studio cannot edit it. */
function ConditionBody(props: ConditionEditorProps): ReactNode {
  const { node, facts, of, onChange } = props;
  const group = toJoinedConditions(node);
  if (group) return <GroupEditor {...props} group={group} />;
  const asked = toNegatableRow(node);
  if (asked?.node.kind === 'row')
    return <ConditionRow comparison={asked} facts={facts} of={of} onChange={onChange} />;
  if (asked?.node.kind === 'items') return <ListConditionEditor {...props} asked={asked} />;
  return node.kind === 'not' ? <NegationEditor {...props} node={node} /> : null;
}

/**
 * Edits a condition on the entries of a list. Inside it, the properties of an entry are facts as well, and
 * conditions on the entries of other lists are not offered.
 */
function ListConditionEditor({
  asked,
  facts,
  of,
  onChange,
}: ConditionEditorProps & { readonly asked: NegatableRow }): ReactNode {
  const { node } = asked;
  if (node.kind !== 'items') return null;
  const list = facts.find(({ name }) => name === node.fact.name);
  const outer = facts.map((fact) => ({
    ...fact,
    operators: fact.operators.filter((operator) => !['some', 'all', 'none'].includes(operator)),
  }));
  return (
    <div className="st-items">
      <ConditionRow comparison={asked} facts={facts} of={of} onChange={onChange} />
      <div className="st-group">
        <ConditionEditor
          node={node.asked}
          facts={[...(list?.items ?? []), ...outer]}
          of={of}
          onChange={(next) => onChange(applyNegation({ ...node, asked: next }, asked))}
        />
      </div>
    </div>
  );
}

/**
 * Edits a group of conditions, and whether all, any, none or not all of them must be true. The last condition
 * cannot be removed.
 */
function GroupEditor({
  group,
  facts,
  of,
  onChange,
}: ConditionEditorProps & { readonly group: NonNullable<ReturnType<typeof toJoinedConditions>> }): ReactNode {
  const { say, announce } = useStudio();
  const { nodes } = group;
  const list = useRef<HTMLUListElement>(null);
  const [focusedIndex, setFocusedIndex] = useState<number>();
  useEffect(() => {
    if (focusedIndex === undefined) return;
    const row = list.current?.children.item(focusedIndex) ?? list.current?.lastElementChild;
    row?.querySelector<HTMLElement>('select, input, button')?.focus();
    setFocusedIndex(undefined);
  }, [focusedIndex]);
  /**
   * Passes the group with these conditions to `onChange`, and focuses the one at the index `focused` (the
   * last one if there are fewer). Without `focused`, the focus does not move.
   */
  const setNodes = (next: readonly ConditionNode[], focused?: number) => {
    onChange(createGroupNode({ ...group, nodes: next }));
    setFocusedIndex(focused);
  };
  return (
    <div className="st-group">
      <LabelledSelect
        label={say('rule.joins')}
        value={group.joins}
        options={joinKinds.map((each) => [each, say(`rule.joins.${each}`)])}
        onChange={(next) =>
          onChange(createGroupNode({ ...group, joins: joinKinds.find((one) => one === next) ?? 'all' }))
        }
      />
      <ul ref={list}>
        {nodes.map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids; the index identifies them.
          <li key={at}>
            <ConditionEditor
              node={child}
              facts={facts}
              of={of}
              onChange={(next) => setNodes(nodes.with(at, next))}
              onRemove={
                nodes.length > 1
                  ? () => {
                      setNodes(nodes.toSpliced(at, 1), Math.max(0, at - 1));
                      announce(say('rule.condition-removed'));
                    }
                  : undefined
              }
            />
          </li>
        ))}
      </ul>
      {facts.length > 0 && (
        <div className="st-actions">
          <button
            type="button"
            className="st-button st-button--small"
            onClick={() => setNodes([...nodes, emptyCondition], nodes.length)}
          >
            {say('rule.add-condition')}
          </button>
          <button
            type="button"
            className="st-button st-button--small st-button--plain"
            onClick={() =>
              setNodes(
                [
                  ...nodes,
                  { kind: 'group', joins: group.joins === 'any' ? 'all' : 'any', nodes: [emptyCondition] },
                ],
                nodes.length,
              )
            }
          >
            {say('rule.add-group')}
          </button>
        </div>
      )}
    </div>
  );
}

/**
 * Edits a negated condition that no operator can express, for example a double negation, with a button that
 * removes the negation.
 */
function NegationEditor({
  node,
  facts,
  of,
  onChange,
}: ConditionEditorProps & { readonly node: Extract<ConditionNode, { readonly kind: 'not' }> }): ReactNode {
  const { say } = useStudio();
  return (
    <div className="st-group">
      <p>
        {say('rule.not')}{' '}
        <button type="button" className="st-button st-button--plain" onClick={() => onChange(node.node)}>
          {say('rule.not-undo')}
        </button>
      </p>
      <ConditionEditor
        node={node.node}
        facts={facts}
        of={of}
        onChange={(next) => onChange({ ...node, node: next })}
      />
    </div>
  );
}

/** Renders a decorative cross, hidden from screen readers. */
export function CrossIcon(): ReactNode {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d="m4 4 8 8m0-8-8 8" />
    </svg>
  );
}
