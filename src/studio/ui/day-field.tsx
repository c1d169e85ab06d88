import { type ReactNode, useEffect, useId, useState } from 'react';
import { isWholeDay } from './whole-day.ts';

/**
 * Renders a date field; `value` is `2026-11-23` or empty. While a person types, calls `onChange` only with a
 * complete day or an empty text. A changed `value` replaces what is typed.
 * @param props.problem What is wrong with the day. Absent: nothing.
 */
export function DayField({
  id: ownId,
  label,
  value,
  problem,
  onChange,
}: {
  /** The id of the field, which links can focus. Absent: none can. */
  readonly id?: string;
  readonly label: string;
  readonly value: string;
  readonly problem?: string | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const madeId = useId();
  const id = ownId ?? madeId;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type="date"
        max="9999-12-31"
        {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` })}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value !== value && isWholeDay(target.value, target.validity.badInput))
            onChange(target.value);
        }}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} className="st-problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
