import { type ReactNode, useEffect, useId, useState } from 'react';
import { isWholeDay } from './whole-day.ts';

/**
 * Renders a date field. Reports only complete days, or an empty text; shows a new `value` when one arrives.
 */
export function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type="date"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value !== value && isWholeDay(target.value, target.validity.badInput))
            onChange(target.value);
        }}
      />
    </span>
  );
}
