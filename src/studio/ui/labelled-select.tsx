import { type ReactNode, useId } from 'react';

export interface LabelledSelectProps {
  readonly label: string;
  /** A longer description of the choice, as a tooltip. Absent: there is none. */
  readonly title?: string;
  /** The value of the selected option. */
  readonly value: string;
  /** The options in the order in which they are shown. Their values are unique. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** Renders a select with its label. Calls `onChange` with the value of the option that a person selects. */
export function LabelledSelect({ label, title, value, options, onChange }: LabelledSelectProps): ReactNode {
  const id = useId();
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} title={title} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
