import { type ReactNode, useId } from 'react';

export interface LabelledSelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

export function LabelledSelect({ label, value, options, onChange }: LabelledSelectProps): ReactNode {
  const id = useId();
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
