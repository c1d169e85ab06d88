import { type ReactNode, useId } from 'react';

export interface OptionGroup {
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

/**
 * Renders a labelled native select with grouped options. Empty groups are omitted. Options of a group with an
 * empty label are not grouped. `onChange` receives the value of the chosen option.
 */
export function GroupedSelect({
  label,
  value,
  groups,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly groups: readonly OptionGroup[];
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {groups
          .filter(({ options }) => options.length > 0)
          .map((group) =>
            group.label === '' ? (
              group.options.map(renderOption)
            ) : (
              <optgroup key={group.label} label={group.label}>
                {group.options.map(renderOption)}
              </optgroup>
            ),
          )}
      </select>
    </span>
  );
}

function renderOption([value, text]: readonly [string, string]): ReactNode {
  return (
    <option key={value} value={value}>
      {text}
    </option>
  );
}
