import { type ReactNode, useEffect, useId, useState } from 'react';
import {
  type BoundEnd,
  type DayComparison,
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

export interface DayComparisonsProps {
  readonly type: OutlineType;
  /** A field of the kind `date`, at the top level. */
  readonly field: OutlineField;
}

const ends: readonly BoundEnd[] = ['minimum', 'maximum'];

/**
 * Edits with which day a field is compared: today, or the day of another field. Shows the rule that it writes,
 * and rules of others that bound the field, which it never changes.
 */
export function DayComparisons({ type, field }: DayComparisonsProps): ReactNode {
  const { say } = useStudio();
  const { documents } = useDraftState();
  const edit = useEditWithinScope();
  const title = useId();
  const place = { type: type.key, field: field.name };
  const bounds = findFieldBounds(documents, place);
  const known = type.fields.filter(({ kind, name }) => kind === 'date' && !leadsTo(name, field.name));

  /** Returns true if the comparisons of a field lead to the sought one. */
  function leadsTo(name: string, sought: string, seen: readonly string[] = []): boolean {
    if (name === sought) return true;
    if (seen.includes(name)) return false;
    const { minimum, maximum } = findFieldBounds(documents, { type: type.key, field: name });
    return [minimum, maximum].some((one) => one && leadsTo(one.with, sought, [...seen, name]));
  }

  /** Writes the comparison of one end, or removes it. */
  function compare(end: BoundEnd, compared: DayComparison | undefined): void {
    const description = createFormatMessage(getFallbackLocale(documents))('days.rule', {
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
      <h2 id={title}>{say('days')}</h2>
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
              label={say(`days.${end}`)}
              value={compared?.with ?? ''}
              options={[
                ['', say('days.none')],
                ['today', say('days.today')],
                ...known.map(({ name, label }) => [name, label] as const),
              ]}
              onChange={(next) =>
                compare(end, next === '' ? undefined : { with: next, days: compared?.days ?? 0 })
              }
            />
            {compared && (
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
