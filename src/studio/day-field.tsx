import { type ReactNode, useEffect, useId, useState } from 'react';
import { isWholeDay } from './whole-day.ts';

/** A day to choose, or to type bit by bit: it is told once it is whole. One that changes elsewhere takes its place. */
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
