import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type ConditionNode,
  emptyCondition,
  type FactChoice,
  isCompleteCondition,
} from '#engine/rules/builder/index.ts';
import { useStudio } from '../draft/context.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { toJoinedConditions } from './condition-shapes.ts';
import { useIncompleteEdit } from './use-incomplete-edit.ts';

/**
 * Renders the editor of a rule’s condition, or a sentence that the rule always applies, with a button that
 * adds a condition. An incomplete condition is stored in this browser and not passed to `onChange`. Adding
 * one focuses its first select; removing the condition announces it and focuses the button.
 */
export function WhenEditor({
  of,
  when,
  begun,
  facts,
  onChange,
}: {
  /** Identifies the rule of the condition: `rule-7`. */
  readonly of: string;
  readonly when?: ConditionNode | undefined;
  /**
   * The condition that is shown first, in place of `when`, if no incomplete one is stored. Absent for an
   * existing rule.
   */
  readonly begun?: ConditionNode | undefined;
  readonly facts: readonly FactChoice[];
  /** Receives a complete condition, or undefined if the rule always applies. */
  readonly onChange: (when: ConditionNode | undefined) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const {
    shown: node,
    isIncomplete,
    change,
  } = useIncompleteEdit<ConditionNode | undefined>({
    name: `${of}/when`,
    value: when,
    begun,
    onChange,
    isComplete: (next) => next === undefined || isCompleteCondition(next, facts),
  });
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<'new' | 'add'>();
  useEffect(() => {
    if (wanted === undefined) return;
    const rows = box.current?.querySelectorAll<HTMLElement>('.st-rule-row');
    const row = [...(rows ?? [])].at(-1);
    const target = wanted === 'new' ? row?.querySelector<HTMLElement>('select') : undefined;
    (target ?? box.current?.querySelector<HTMLElement>('.st-add-condition'))?.focus();
    setWanted(undefined);
  }, [wanted]);
  return (
    <div className="st-when" ref={box}>
      {node ? (
        <ConditionEditor
          node={node}
          facts={facts}
          of="when"
          onChange={change}
          onRemove={() => {
            change(undefined);
            announce(say('rule.condition-removed'));
            setWanted('add');
          }}
        />
      ) : (
        <p>{say('rule.always')}</p>
      )}
      {isIncomplete && <IncompleteNotice />}
      {facts.length > 0 && !(node && toJoinedConditions(node)) && (
        <button
          type="button"
          className="st-button st-button--small st-add-condition"
          onClick={() => {
            change(node ? { kind: 'group', joins: 'all', nodes: [node, emptyCondition] } : emptyCondition);
            setWanted('new');
          }}
        >
          {say('rule.add-condition')}
        </button>
      )}
    </div>
  );
}

/** Renders a message that the shown value is not in the draft yet, because it is incomplete. */
export function IncompleteNotice(): ReactNode {
  const { say } = useStudio();
  return (
    <p className="st-hint" role="status">
      {say('rule.not-yet')}
    </p>
  );
}
