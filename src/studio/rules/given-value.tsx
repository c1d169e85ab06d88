import { type ReactNode, useState } from 'react';
import {
  type FactChoice,
  type FactKind,
  type FactValue,
  factGroups,
  type GivenValue,
  missingFact,
  missingValue,
  type ValueChoice,
} from '#engine/builder/index.ts';
import { useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import type { Say, WordKey } from '../words.ts';
import { GroupedSelect, type OptionGroup } from './grouped-select.tsx';
import { TypedInput } from './typed-input.tsx';

export interface GivenValueProps {
  readonly label: string;
  readonly value: GivenValue | undefined;
  readonly kind: FactKind;
  /** The choices for the value. Absent or empty if it is typed. */
  readonly known?: readonly ValueChoice[] | undefined;
  readonly facts: readonly FactChoice[];
  readonly onChange: (value: GivenValue) => void;
}

export function GivenValueControl(props: GivenValueProps): ReactNode {
  const { say } = useStudio();
  const { value, facts, onChange } = props;
  const isFact = value?.kind === 'fact';
  return (
    <>
      {(facts.length > 0 || isFact) && (
        <LabelledSelect
          label={say('rule.source')}
          value={isFact ? 'fact' : 'constant'}
          options={(['constant', 'fact'] as const).map((source) => [source, say(`rule.source.${source}`)])}
          onChange={(source) => onChange(source === 'constant' ? missingValue : missingFact)}
        />
      )}
      {isFact ? <FactControl {...props} value={value} /> : <ConstantControl {...props} />}
    </>
  );
}

function ConstantControl({ label, value, kind, known = [], onChange }: GivenValueProps): ReactNode {
  const { say } = useStudio();
  const held = value?.kind === 'constant' ? value.value : undefined;
  const set = (next: string | number | boolean) =>
    onChange({ kind: 'constant', value: writtenValue(next, kind) });
  if (known.length === 0) return <TypedInput label={label} kind={kind} value={held} onChange={set} />;
  const isKnown = known.some((one) => String(one.value) === String(held));
  return (
    <LabelledSelect
      label={label}
      value={held === undefined ? '' : String(held)}
      options={[
        ...(held === undefined ? [['', say('rule.choose')] as const] : []),
        ...known.map((one) => [String(one.value), one.label] as const),
        ...(held === undefined || isKnown ? [] : [[String(held), String(held)] as const]),
      ]}
      onChange={(text) => set(known.find((one) => String(one.value) === text)?.value ?? text)}
    />
  );
}

export function FactControl({
  label,
  value,
  facts,
  onChange,
}: {
  readonly label: string;
  readonly value: FactValue;
  readonly facts: readonly FactChoice[];
  readonly onChange: (value: FactValue) => void;
}): ReactNode {
  const { say } = useStudio();
  const fact = facts.find(({ name }) => name === value.name);
  return (
    <>
      <GroupedSelect
        label={label}
        value={value.name}
        groups={factOptions(facts, say, value.name)}
        onChange={(name) => {
          const isDay = facts.find((one) => one.name === name)?.kind === 'date';
          onChange({ kind: 'fact', name, ...(isDay && value.shift && { shift: value.shift }) });
        }}
      />
      {(fact?.kind === 'date' || value.shift) && <ShiftControl value={value} onChange={onChange} />}
    </>
  );
}

const units = ['days', 'weeks', 'months', 'years'] as const;

function ShiftControl({
  value,
  onChange,
}: {
  readonly value: FactValue;
  readonly onChange: (value: FactValue) => void;
}): ReactNode {
  const { say } = useStudio();
  const { shift, ...bare } = value;
  // There is no default count. The date is not shifted before a count is entered.
  const [begun, setBegun] = useState('');
  const way = shift === undefined ? begun : `${shift.unit}-${shift.count < 0 ? 'before' : 'after'}`;
  const ways = units.flatMap((unit) => [`${unit}-after`, `${unit}-before`] as const);
  const shiftOf = (next: string, count: number) => {
    const unit = units.find((each) => next.startsWith(each));
    if (unit === undefined) return onChange(bare);
    onChange({ ...bare, shift: { count: next.endsWith('before') ? -count : count, unit } });
  };
  return (
    <>
      <LabelledSelect
        label={say('rule.shift')}
        value={way}
        options={[
          ['', say('rule.shift.none')],
          ...ways.map((each) => [each, say(`rule.shift.${each}`)] as const),
        ]}
        onChange={(next) => {
          setBegun(next);
          if (shift) shiftOf(next, Math.abs(shift.count));
        }}
      />
      {way !== '' && (
        <TypedInput
          label={say('rule.shift.count')}
          kind="number"
          least={1}
          value={shift && Math.abs(shift.count)}
          onChange={(count) => shiftOf(way, Math.round(Number(count)))}
        />
      )}
    </>
  );
}

/** Returns facts as the grouped options of a select. Adds the chosen one if it is empty or unknown. */
export function factOptions(facts: readonly FactChoice[], say: Say, chosen: string): readonly OptionGroup[] {
  const isKnown = facts.some(({ name }) => name === chosen);
  const words = say(chosen === '' ? 'rule.choose' : 'rule.fact-unknown');
  return [
    ...(isKnown ? [] : [{ label: '', options: [[chosen, words] as const] }]),
    ...factGroups.map((group) => ({
      label: say(`facts.${group}` as WordKey),
      options: facts
        .filter((fact) => fact.group === group)
        .map((fact) => [fact.name, fact.question ?? fact.label] as const),
    })),
  ];
}

/** Returns a constant as documents contain it: ids are strings. */
export function writtenValue(value: string | number | boolean, kind: FactKind): string | number | boolean {
  return kind === 'id' || kind === 'type' ? String(value) : value;
}
