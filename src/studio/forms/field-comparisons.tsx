import { type ReactNode, useEffect, useId, useState } from 'react';
import {
  type BoundEnd,
  type FieldComparison,
  findFieldBounds,
  getFallbackLocale,
  type OutlineField,
  type OutlineType,
  setFieldBound,
} from '#engine/editing/index.ts';
import { ReadOnlyNotice } from '../auth/permissions/read-only-notice.tsx';
import { useDraftState, useStudio } from '../draft/context.ts';
import { RuleSentences } from '../rules/field-rules.tsx';
import { useEditWithinScope } from '../rules/use-edit-within-scope.ts';
import { LabelledSelect } from '../ui/labelled-select.tsx';
import { createFormatMessage } from '../ui/messages.ts';

export interface FieldComparisonsProps {
  readonly type: OutlineType;
  /** A field of the kind `date` or `number`, at the top level. */
  readonly field: OutlineField;
}

const ends: readonly BoundEnd[] = ['minimum', 'maximum'];

/**
 * Edits with what a field is compared: a number with that of another field, a day also with today. The other field may
 * be in a group, but not in a list, which has many. Shows the rule that it writes,
 * and rules of others that bound the field, which it never changes.
 */
export function FieldComparisons({ type, field }: FieldComparisonsProps): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const edit = useEditWithinScope();
  const title = useId();
  const place = { type: type.key, field: field.name };
  const bounds = findFieldBounds(documents, place);
  const group = field.kind === 'number' ? 'numbers' : 'days';
  const known = listComparable(type.fields).filter(
    ({ kind, name }) => kind === field.kind && !leadsTo(name, field.name),
  );

  /** Returns true if the comparisons of a field lead to the sought one. */
  function leadsTo(name: string, sought: string, seen: readonly string[] = []): boolean {
    if (name === sought) return true;
    if (seen.includes(name)) return false;
    const { minimum, maximum } = findFieldBounds(documents, { type: type.key, field: name });
    return [minimum, maximum].some((one) => one && leadsTo(one.with, sought, [...seen, name]));
  }

  /** Writes the comparison of one end, or removes it. */
  function compare(end: BoundEnd, compared: FieldComparison | undefined): void {
    const description = createFormatMessage(getFallbackLocale(documents))(`${group}.rule`, {
      field: field.label,
    });
    edit.perform({
      title: { key: 'field-rules', values: { field: field.label } },
      patches: setFieldBound(documents, place, { end, compared, description }),
      group: `${type.key} ${field.name} ${end}`,
    });
  }

  return (
    <section className="st-part st-stack-2" aria-labelledby={title}>
      <h2 id={title}>{say(group)}</h2>
      {edit.isOutside && (
        <div role="alert">
          <ReadOnlyNotice isOutside />
        </div>
      )}
      {ends.map((end) => {
        const compared = bounds[end];
        return (
          <div key={end} className="st-wrap">
            <LabelledSelect
              label={say(`${group}.${end}`)}
              value={compared?.with ?? ''}
              options={[
                ['', say('days.none')],
                ...(group === 'days' ? [['today', say('days.today')] as const] : []),
                ...known.map(({ name, label }) => [name, label] as const),
              ]}
              onChange={(next) =>
                compare(end, next === '' ? undefined : { with: next, days: compared?.days ?? 0 })
              }
            />
            {compared && group === 'days' && (
              <ShiftField
                label={say(`days.${end}-shift`)}
                days={compared.days}
                onChange={(days) => compare(end, { ...compared, days })}
              />
            )}
          </div>
        );
      })}
      <RuleSentences ids={[...(bounds.rule === undefined ? [] : [bounds.rule]), ...bounds.others]} />
    </section>
  );
}

/** Returns the fields and those in their groups, each with its path. Fields of lists are left out. */
function listComparable(fields: readonly OutlineField[]): readonly OutlineField[] {
  return fields.flatMap((field) =>
    field.kind === 'repeated-group' ? [] : [field, ...listComparable(field.members ?? [])],
  );
}

/** Renders a field for a whole number of days. Other input stays in the field and is not written. */
function ShiftField({
  label,
  days,
  onChange,
}: {
  readonly label: string;
  readonly days: number;
  readonly onChange: (days: number) => void;
}): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState(String(days));
  useEffect(() => setTyped(String(days)), [days]);
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type="number"
        step={1}
        value={typed}
        onChange={({ target: { value, valueAsNumber } }) => {
          setTyped(value);
          if (Number.isSafeInteger(valueAsNumber) && valueAsNumber !== days) onChange(valueAsNumber);
        }}
      />
    </span>
  );
}
