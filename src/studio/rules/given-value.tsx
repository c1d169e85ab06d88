import { type ReactNode, useState } from 'react';
import {
  type EditedFactKind,
  type FactChoice,
  type FactValue,
  factGroups,
  type GivenValue,
  missingFact,
  missingValue,
  type ValueChoice,
} from '#engine/rules/builder/index.ts';
import { useStudio } from '../draft/context.ts';
import { GroupedSelect, type OptionGroup } from '../ui/grouped-select.tsx';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import type { FormatMessage, StudioMessageKey } from '../ui/messages.ts';
import { TypedInput } from './typed-input.tsx';

export interface GivenValueProps {
  readonly label: string;
  /** The constant or the fact. Undefined if nothing is entered yet. */
  readonly value: GivenValue | undefined;
  readonly kind: EditedFactKind;
  /** The choices for the value. Absent or empty if it is typed. */
  readonly known?: readonly ValueChoice[] | undefined;
  /** The facts that can be chosen instead of a constant. Empty: only constants. */
  readonly facts: readonly FactChoice[];
  readonly onChange: (value: GivenValue) => void;
}

/**
 * Edits a value. If there are facts, the person chooses between a constant and the value of a fact; changing
 * that choice drops the value.
 */
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

/**
 * Edits a constant: with a select if its possible values are known, else with an input for its kind. A
 * constant that is not among the known values stays selectable.
 */
function ConstantControl({ label, value, kind, known = [], onChange }: GivenValueProps): ReactNode {
  const { say } = useStudio();
  const constant = value?.kind === 'constant' ? value.value : undefined;
  /** Passes the constant to `onChange`, as documents contain it. */
  const setConstant = (next: string | number | boolean) =>
    onChange({ kind: 'constant', value: toWrittenValue(next, kind) });
  if (known.length === 0)
    return <TypedInput label={label} kind={kind} value={constant} onChange={setConstant} />;
  const isKnown = known.some((one) => String(one.value) === String(constant));
  return (
    <LabelledSelect
      label={label}
      value={constant === undefined ? '' : String(constant)}
      options={[
        ...(constant === undefined ? [['', say('rule.choose')] as const] : []),
        ...known.map((one) => [String(one.value), one.label] as const),
        ...(constant === undefined || isKnown ? [] : [[String(constant), String(constant)] as const]),
      ]}
      onChange={(text) => setConstant(known.find((one) => String(one.value) === text)?.value ?? text)}
    />
  );
}

/**
 * Selects a fact. A date can also be shifted: `3 days after`. Choosing another date keeps the shift, choosing
 * anything else drops it.
 */
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
        groups={listFactOptions(facts, say, value.name)}
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

/**
 * Selects the direction and the unit of a shift and, if there is a shift, its count. The date is not shifted
 * before a count is entered.
 */
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
  const [chosenDirection, setChosenDirection] = useState('');
  const direction =
    shift === undefined ? chosenDirection : `${shift.unit}-${shift.count < 0 ? 'before' : 'after'}`;
  const directions = units.flatMap((unit) => [`${unit}-after`, `${unit}-before`] as const);
  /**
   * Passes the date, shifted by a positive `count` in a direction such as `days-after`, to `onChange`. An
   * empty direction removes the shift.
   */
  const applyShift = (newDirection: string, count: number) => {
    const unit = units.find((each) => newDirection.startsWith(each));
    if (unit === undefined) return onChange(bare);
    onChange({ ...bare, shift: { count: newDirection.endsWith('before') ? -count : count, unit } });
  };
  return (
    <>
      <LabelledSelect
        label={say('rule.shift')}
        value={direction}
        options={[
          ['', say('rule.shift.none')],
          ...directions.map((each) => [each, say(`rule.shift.${each}`)] as const),
        ]}
        onChange={(next) => {
          setChosenDirection(next);
          if (shift) applyShift(next, Math.abs(shift.count));
        }}
      />
      {direction !== '' && (
        <TypedInput
          label={say('rule.shift.count')}
          kind="number"
          least={1}
          value={shift && Math.abs(shift.count)}
          onChange={(count) => applyShift(direction, Math.round(Number(count)))}
        />
      )}
    </>
  );
}

/**
 * Returns facts as the grouped options of a select, labelled by their question or label. If the chosen fact
 * is empty or unknown, an option for it comes first.
 */
export function listFactOptions(
  facts: readonly FactChoice[],
  say: FormatMessage,
  chosen: string,
): readonly OptionGroup[] {
  const isKnown = facts.some(({ name }) => name === chosen);
  const emptyLabel = say(chosen === '' ? 'rule.choose' : 'rule.fact-unknown');
  return [
    ...(isKnown ? [] : [{ label: '', options: [[chosen, emptyLabel] as const] }]),
    ...factGroups.map((group) => ({
      label: say(`facts.${group}` as StudioMessageKey),
      options: facts
        .filter((fact) => fact.group === group)
        .map((fact) => [fact.name, fact.question ?? fact.label] as const),
    })),
  ];
}

/**
 * Returns a constant as documents contain it: ids and types become strings, all other values stay as they
 * are.
 */
export function toWrittenValue(
  value: string | number | boolean,
  kind: EditedFactKind,
): string | number | boolean {
  return kind === 'id' || kind === 'type' ? String(value) : value;
}
