import type { ReactNode } from 'react';
import {
  type FactChoice,
  type FactKind,
  type FactValue,
  factGroups,
  firstOf,
  type GivenValue,
  type ValueChoice,
} from '#engine/builder/index.ts';
import { useStudio } from '../context.ts';
import { LabelledSelect } from '../labelled-select.tsx';
import type { Say, WordKey } from '../words.ts';
import { GroupedSelect, type OptionGroup } from './grouped-select.tsx';
import { TypedInput } from './typed-input.tsx';

/** What a value is given by. */
export interface GivenValueProps {
  readonly label: string;
  readonly value: GivenValue | undefined;
  readonly kind: FactKind;
  /** Values that it is known to have. */
  readonly known?: readonly ValueChoice[] | undefined;
  /** Facts that it may be given by. */
  readonly facts: readonly FactChoice[];
  readonly onChange: (value: GivenValue) => void;
}

/** A constant, known by its name where it has one; or what a fact says, if need be some days later. */
export function GivenValueControl(props: GivenValueProps): ReactNode {
  const { say } = useStudio();
  const { value, kind, known, facts, onChange } = props;
  const isFact = value?.kind === 'fact';
  const [first] = facts;
  const start = known?.[0]?.value ?? firstOf(kind);
  return (
    <>
      {(first !== undefined || isFact) && (
        <LabelledSelect
          label={say('rule.source')}
          value={isFact ? 'fact' : 'constant'}
          options={(['constant', 'fact'] as const).map((source) => [source, say(`rule.source.${source}`)])}
          onChange={(source) => {
            if (source === 'constant') onChange({ kind: 'constant', value: writtenValue(start, kind) });
            else if (first) onChange({ kind: 'fact', name: first.name });
          }}
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

/** A fact by its name; a day may be so much later or earlier. */
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
        groups={factOptions(facts, say, fact === undefined ? value.name : undefined)}
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
  const way = shift === undefined ? '' : `${shift.unit}-${shift.count < 0 ? 'before' : 'after'}`;
  const ways = units.flatMap((unit) => [`${unit}-after`, `${unit}-before`] as const);
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
          const unit = units.find((each) => next.startsWith(each));
          if (unit === undefined) return onChange(bare);
          const count = Math.abs(shift?.count ?? 1);
          onChange({ ...bare, shift: { count: next.endsWith('before') ? -count : count, unit } });
        }}
      />
      {shift && (
        <TypedInput
          label={say('rule.shift.count')}
          kind="number"
          least={1}
          value={Math.abs(shift.count)}
          onChange={(count) =>
            onChange({
              ...value,
              shift: { ...shift, count: Math.round(Number(count)) * (shift.count < 0 ? -1 : 1) },
            })
          }
        />
      )}
    </>
  );
}

/** Facts as the options of a select, in groups; one that is not among them is said to be unknown. */
export function factOptions(
  facts: readonly FactChoice[],
  say: Say,
  unknown: string | undefined,
): readonly OptionGroup[] {
  return [
    ...(unknown === undefined
      ? []
      : [{ label: '', options: [[unknown, say('rule.fact-unknown')] as const] }]),
    ...factGroups.map((group) => ({
      label: say(`facts.${group}` as WordKey),
      options: facts
        .filter((fact) => fact.group === group)
        .map((fact) => [fact.name, fact.question ?? fact.label] as const),
    })),
  ];
}

/** A constant as documents write it: ids are texts. */
export function writtenValue(value: string | number | boolean, kind: FactKind): string | number | boolean {
  return kind === 'id' || kind === 'type' ? String(value) : value;
}
