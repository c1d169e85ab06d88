import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ConditionNode, FactChoice } from '#engine/builder/index.ts';
import { useStudio } from '../context.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { firstRow, groupIn } from './condition-shapes.ts';

/** When a rule applies: always, or where a condition holds. */
export function WhenEditor({
  when: node,
  facts,
  onChange,
}: {
  readonly when?: ConditionNode | undefined;
  readonly facts: readonly FactChoice[];
  /** Absent: always. */
  readonly onChange: (when: ConditionNode | undefined) => void;
}): ReactNode {
  const { say, announce } = useStudio();
  const box = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<'new' | 'add'>();
  useEffect(() => {
    if (wanted === undefined) return;
    const rows = box.current?.querySelectorAll<HTMLElement>('.st-row');
    const row = [...(rows ?? [])].at(-1);
    const target = wanted === 'new' ? row?.querySelector<HTMLElement>('select') : undefined;
    (target ?? box.current?.querySelector<HTMLElement>('.st-add-condition'))?.focus();
    setWanted(undefined);
  }, [wanted]);
  const [row] = firstRow(facts);
  return (
    <div className="st-when" ref={box}>
      {node ? (
        <ConditionEditor
          node={node}
          facts={facts}
          of="when"
          onChange={onChange}
          onRemove={() => {
            onChange(undefined);
            announce(say('rule.condition-removed'));
            setWanted('add');
          }}
        />
      ) : (
        <p>{say('rule.always')}</p>
      )}
      {row && !(node && groupIn(node)) && (
        <button
          type="button"
          className="st-button st-button--small st-add-condition"
          onClick={() => {
            onChange(node ? { kind: 'group', joins: 'all', nodes: [node, row] } : row);
            setWanted('new');
          }}
        >
          {say('rule.add-condition')}
        </button>
      )}
    </div>
  );
}
