import type { ReactNode } from 'react';
import {
  type ConditionNode,
  type ConditionPosition,
  type FactChoice,
  listComparableFacts,
  listContainingFacts,
  missingFact,
  type RowNode,
} from '#engine/rules/builder/index.ts';
import { useStudio } from '../draft/context.ts';
import { GroupedSelect } from '../ui/grouped-select.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';
import { TickList } from '../ui/tick-list.tsx';
import {
  applyNegation,
  changeOperator,
  createRow,
  getOperator,
  listNegatableOperators,
  type NegatableOperator,
  type NegatableRow,
} from './condition-shapes.ts';
import { FactControl, GivenValueControl, listFactOptions, toWrittenValue } from './given-value.tsx';
import { LinesInput } from './lines-input.tsx';

export interface ConditionRowProps {
  readonly comparison: NegatableRow;
  readonly facts: readonly FactChoice[];
  /** The part of the rule that contains the condition. */
  readonly of: ConditionPosition['of'];
  readonly onChange: (node: ConditionNode) => void;
}

/**
 * Edits the fact, the operator and the value of a comparison. Choosing another fact starts a new comparison.
 * For a condition on the entries of a list, edits only the list and the operator.
 */
export function ConditionRow({ comparison, facts, of, onChange }: ConditionRowProps): ReactNode {
  const { say } = useStudio();
  const { node } = comparison;
  const fact = facts.find(({ name }) => name === node.fact.name);
  const operator = getOperator(comparison);
  const lists = fact === undefined ? [] : listContainingFacts(fact, facts, of);
  return (
    <div className="st-rule-row">
      {node.fact.shift ? (
        <FactControl
          label={say('rule.fact')}
          value={node.fact}
          facts={facts}
          onChange={(next) => onChange(applyNegation({ ...node, fact: next }, comparison))}
        />
      ) : (
        <GroupedSelect
          label={say('rule.fact')}
          value={node.fact.name}
          groups={listFactOptions(facts, say, node.fact.name)}
          onChange={(name) => {
            const next = facts.find((one) => one.name === name);
            if (next) onChange(createRow(next));
          }}
        />
      )}
      {fact && (
        <LabelledSelect
          label={say('rule.operator')}
          value={operator}
          options={listNegatableOperators(fact, operator, lists).map((each) => [
            each,
            getOperatorLabel(each, fact, say),
          ])}
          onChange={(next) => onChange(changeOperator(fact, next as NegatableOperator, comparison))}
        />
      )}
      {fact && node.kind === 'row' && node.operator !== 'given' && (
        <RowValue
          node={node}
          fact={fact}
          facts={facts}
          of={of}
          onChange={(next) => onChange(applyNegation(next, comparison))}
        />
      )}
    </div>
  );
}

/**
 * Returns the label of an operator, in words that suit the type of the fact: dates are before or after,
 * numbers less or greater.
 */
function getOperatorLabel(
  operator: NegatableOperator,
  { kind, name }: FactChoice,
  say: FormatMessage,
): string {
  const bare = operator.replace(/^not /, '');
  const start = operator.startsWith('not ') ? 'not-' : '';
  if (bare === 'given') {
    const isAnswer = name.startsWith('values.');
    const how = kind === 'boolean' ? 'true' : isAnswer ? 'answered' : 'given';
    return say(`operator.${start}${how}` as StudioMessageKey);
  }
  const isOfTime = kind === 'date' || kind === 'time' || kind === 'date-time';
  const isOrder = bare === '<' || bare === '<=' || bare === '>' || bare === '>=';
  const key = isOrder && kind !== 'number' ? (isOfTime ? `time${bare}` : `word${bare}`) : bare;
  return say(`operator.${start}${key}` as StudioMessageKey);
}

/**
 * Edits the value that the fact is compared with: a list fact for `among`, several values for `one-of`, else
 * a constant or a fact.
 */
function RowValue({
  node,
  fact,
  facts,
  of,
  onChange,
}: {
  readonly node: RowNode;
  readonly fact: FactChoice;
  readonly facts: readonly FactChoice[];
  readonly of: ConditionPosition['of'];
  readonly onChange: (node: RowNode) => void;
}): ReactNode {
  const { say } = useStudio();
  const { operator, value } = node;
  const kind = fact.kind === 'list' ? (fact.listed ?? 'text') : fact.kind;
  if (operator === 'among')
    return (
      <FactControl
        label={say('rule.list')}
        value={value?.kind === 'fact' ? value : missingFact}
        facts={listContainingFacts(fact, facts, of)}
        onChange={(next) => onChange({ ...node, value: next })}
      />
    );
  if (operator === 'one-of' && (fact.values?.length ?? 0) > 0) {
    const writtenValues = value?.kind === 'constant' && Array.isArray(value.value) ? value.value : [];
    const known = new Map(fact.values?.map((one) => [String(one.value), one.value]));
    return (
      <TickList
        legend={say('rule.values')}
        options={(fact.values ?? []).map((one) => ({ value: String(one.value), label: one.label }))}
        ticked={writtenValues.map(String)}
        onChange={(ticked) => {
          const next = ticked.map(
            (text) =>
              // Values that were ticked before keep their type.
              writtenValues.find((one) => String(one) === text) ??
              toWrittenValue(known.get(text) ?? text, kind),
          );
          onChange({ ...node, value: { kind: 'constant', value: next } });
        }}
      />
    );
  }
  if (operator === 'one-of') return <ValueLines node={node} kind={kind} onChange={onChange} />;
  return (
    <GivenValueControl
      label={say('rule.value')}
      value={value}
      kind={kind}
      known={operator === 'contains' || isEquality(operator) ? fact.values : undefined}
      facts={operator === 'contains' ? [] : listComparableFacts(fact, facts, of)}
      onChange={(next) => onChange({ ...node, value: next })}
    />
  );
}

/** Returns true for `==` and `!=`. */
function isEquality(operator: string): boolean {
  return operator === '==' || operator === '!=';
}

/**
 * Edits a list of values, one per line. An empty list, or one with a line that is no number for a fact with
 * numbers, is not passed to `onChange`; the input then shows a problem.
 */
function ValueLines({
  node,
  kind,
  onChange,
}: {
  readonly node: RowNode;
  readonly kind: FactChoice['kind'];
  readonly onChange: (node: RowNode) => void;
}): ReactNode {
  const { say } = useStudio();
  const writtenValues =
    node.value?.kind === 'constant' && Array.isArray(node.value.value) ? node.value.value : [];
  return (
    <LinesInput
      label={say('rule.values-lines')}
      lines={writtenValues.map(String)}
      onChange={(lines) => {
        const values = lines.map((line) => (kind === 'number' ? Number(line) : line));
        const isWhole =
          values.length > 0 && values.every((one) => typeof one === 'string' || !Number.isNaN(one));
        if (isWhole) onChange({ ...node, value: { kind: 'constant', value: values } });
        return isWhole;
      }}
    />
  );
}
