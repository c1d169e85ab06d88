import { type ReactNode, useId } from 'react';
import type { ConditionNode, FactChoice, RowNode, RowOperator } from '#engine/builder/index.ts';
import { useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import type { WordKey } from '../words.ts';

/** What a condition is edited with. */
export interface ConditionEditorProps {
  readonly node: ConditionNode;
  readonly facts: readonly FactChoice[];
  readonly onChange: (node: ConditionNode) => void;
  /** Absent: it cannot be taken away. */
  readonly onRemove?: (() => void) | undefined;
}

/** A condition as groups of rows: a fact, what is asked of it, and with what. What no row can say stands as it is written. */
export function ConditionEditor(props: ConditionEditorProps): ReactNode {
  const { say } = useStudio();
  const { node, onRemove } = props;
  const body = bodyOf(props, node);
  return (
    <div className="st-condition">
      {body}
      {onRemove && (
        <button type="button" className="st-button st-button--plain" onClick={onRemove}>
          {say('rule.remove-condition')}
        </button>
      )}
    </div>
  );
}

function bodyOf(props: ConditionEditorProps, node: ConditionNode): ReactNode {
  if (node.kind === 'group') return <Group {...props} node={node} />;
  if (node.kind === 'row' && isEditable(node, props.facts)) return <Row {...props} node={node} />;
  if (node.kind === 'not') return <Not {...props} node={node} />;
  return <code className="st-written">{JSON.stringify(node)}</code>;
}

/** What stands beside a fact that is not listed, or is itself a fact, is left alone. */
function isEditable({ fact, value }: RowNode, facts: readonly FactChoice[]): boolean {
  return fact.shift === undefined && value?.kind !== 'fact' && facts.some(({ name }) => name === fact.name);
}

function Group({
  node,
  facts,
  onChange,
}: ConditionEditorProps & { readonly node: Extract<ConditionNode, { readonly kind: 'group' }> }): ReactNode {
  const { say } = useStudio();
  const { isBare: _bare, ...group } = node;
  const set = (nodes: readonly ConditionNode[]) => onChange({ ...group, nodes });
  return (
    <div className="st-group">
      <LabelledSelect
        label={say('rule.joins')}
        value={node.joins}
        options={(['all', 'any'] as const).map((joins) => [joins, say(`rule.joins.${joins}`)])}
        onChange={(joins) => onChange({ ...group, joins: joins === 'any' ? 'any' : 'all' })}
      />
      <ul>
        {node.nodes.map((child, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no names; where one stands is what it is.
          <li key={at}>
            <ConditionEditor
              node={child}
              facts={facts}
              onChange={(next) => set(node.nodes.with(at, next))}
              onRemove={node.nodes.length > 1 ? () => set(node.nodes.toSpliced(at, 1)) : undefined}
            />
          </li>
        ))}
      </ul>
      <button type="button" className="st-button" onClick={() => set([...node.nodes, ...firstRow(facts)])}>
        {say('rule.add-condition')}
      </button>
    </div>
  );
}

function Not({
  node,
  facts,
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
        onChange={(next) => onChange({ ...node, node: next })}
      />
    </div>
  );
}

function Row({ node, facts, onChange }: ConditionEditorProps & { readonly node: RowNode }): ReactNode {
  const { say } = useStudio();
  const fact = facts.find(({ name }) => name === node.fact.name);
  if (fact === undefined) return null;
  const operators = fact.operators.filter(isRowOperator);
  return (
    <div className="st-row">
      <LabelledSelect
        label={say('rule.fact')}
        value={fact.name}
        options={facts.map(({ name, label }) => [name, label])}
        onChange={(name) => onChange(rowOf(facts.find((one) => one.name === name) ?? fact))}
      />
      <LabelledSelect
        label={say('rule.operator')}
        value={node.operator}
        options={operators.map((operator) => [operator, say(`operator.${operator}` as WordKey)])}
        onChange={(operator) =>
          onChange(
            rowOf(
              fact,
              operators.find((one) => one === operator),
            ),
          )
        }
      />
      {node.operator !== 'given' && <ValueControl fact={fact} node={node} onChange={onChange} />}
      {node.operator === 'given' && (
        <button
          type="button"
          className="st-button st-button--plain"
          onClick={() => onChange({ kind: 'not', node, isBare: true })}
        >
          {say('rule.negate')}
        </button>
      )}
    </div>
  );
}

function ValueControl({
  fact,
  node,
  onChange,
}: {
  readonly fact: FactChoice;
  readonly node: RowNode;
  readonly onChange: (node: RowNode) => void;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const value = node.value?.kind === 'constant' ? node.value.value : undefined;
  const set = (next: unknown) => onChange({ ...node, value: { kind: 'constant', value: next } });
  const known = fact.values ?? [];
  if (node.operator === 'one-of') {
    const chosen = Array.isArray(value) ? value : [];
    const all = [
      ...known,
      ...chosen
        .filter((one) => !known.some((other) => String(other.value) === String(one)))
        .map((one) => ({ value: one, label: String(one) })),
    ];
    return (
      <fieldset className="st-several">
        <legend>{say('rule.values')}</legend>
        {all.map(({ value: one, label }) => (
          <label key={String(one)}>
            <input
              type="checkbox"
              checked={chosen.some((other) => String(other) === String(one))}
              onChange={(event) => {
                const rest = chosen.filter((other) => String(other) !== String(one));
                const next = event.target.checked ? [...rest, written(one, fact)] : rest;
                // Of nothing there is nothing to ask.
                if (next.length > 0) set(next);
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
    );
  }
  if (known.length > 0)
    return (
      <LabelledSelect
        label={say('rule.value')}
        value={String(value)}
        options={[
          ...known.map(({ value: one, label }) => [String(one), label] as const),
          ...(known.some(({ value: one }) => String(one) === String(value))
            ? []
            : [[String(value), String(value)] as const]),
        ]}
        onChange={(text) =>
          set(written(known.find(({ value: one }) => String(one) === text)?.value ?? text, fact))
        }
      />
    );
  return (
    <span className="st-choice">
      <label htmlFor={id}>{say('rule.value')}</label>
      <input
        id={id}
        className="st-input"
        type={fact.kind === 'number' ? 'number' : fact.kind === 'date' ? 'date' : 'text'}
        value={String(value ?? '')}
        onChange={({ target }) => {
          if (target.value === '') return;
          set(fact.kind === 'number' ? target.valueAsNumber : target.value);
        }}
      />
    </span>
  );
}

/** Ids are written as texts, as in all documents. */
function written(value: string | number | boolean, { kind }: FactChoice): string | number | boolean {
  return kind === 'id' ? String(value) : value;
}

const rowOperators: readonly string[] = [
  'given',
  'one-of',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
] satisfies readonly RowOperator[];

function isRowOperator(operator: string): operator is RowOperator {
  return rowOperators.includes(operator);
}

/** A row that can be asked as it stands: with the first thing that may be asked of a fact, and its first known value. */
function rowOf(fact: FactChoice, operator?: RowOperator): RowNode {
  const chosen = operator ?? fact.operators.filter(isRowOperator).find((one) => one !== 'given') ?? 'given';
  const row = { kind: 'row' as const, fact: { kind: 'fact' as const, name: fact.name }, operator: chosen };
  if (chosen === 'given') return row;
  const first = written(fact.values?.[0]?.value ?? firstOf(fact), fact);
  return { ...row, value: { kind: 'constant', value: chosen === 'one-of' ? [first] : first } };
}

function firstOf({ kind }: FactChoice): string | number {
  if (kind === 'number') return 0;
  return kind === 'date' ? '2030-01-01' : '1';
}

/** The row that a new condition begins with. */
export function firstRow(facts: readonly FactChoice[]): readonly RowNode[] {
  const [fact] = facts;
  return fact === undefined ? [] : [rowOf(fact)];
}
