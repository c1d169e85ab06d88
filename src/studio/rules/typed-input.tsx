import { type ReactNode, useId, useState } from 'react';
import { type EditedFactKind, getExampleValue } from '#engine/rules/builder/index.ts';
import { useStudio } from '../draft/context.ts';
import type { StudioMessageKey } from '../ui/messages.ts';

export interface TypedInputProps {
  readonly label: string;
  readonly kind: EditedFactKind;
  readonly value: unknown;
  /** Called at each input that is valid, with a number if `kind` is `number`, else with the trimmed text. */
  readonly onChange: (value: string | number) => void;
  /** Called if the value is deleted. Absent if the input must not be empty. */
  readonly onEmpty?: (() => void) | undefined;
  /** The minimum of a number. Without it any finite number is valid. */
  readonly least?: number;
}

/**
 * Renders an input for a constant of a kind. An invalid text stays in the input with a message and is not
 * passed to `onChange`. An input without a value shows a hint what to enter, unless `onEmpty` is given.
 */
export function TypedInput({ label, kind, value, onChange, onEmpty, least }: TypedInputProps): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const shown = value === undefined ? '' : String(value);
  const [text, setText] = useState(shown);
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    setLast(shown);
    setText(shown);
  }
  const parsed = parseTypedValue(text, kind, least);
  const isEmpty = text === '' && value === undefined;
  const isWrong = parsed === undefined && !isEmpty && !(text === '' && onEmpty);
  const isMissing = isEmpty && !onEmpty;
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="st-input"
        type={inputTypes[kind] ?? 'text'}
        step="any"
        dir={kind === 'text' ? 'auto' : undefined}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong || isMissing ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          const next = parseTypedValue(target.value, kind, least);
          setText(target.value);
          if (next !== undefined) {
            setLast(String(next));
            onChange(next);
          } else if (target.value === '' && onEmpty) {
            setLast('');
            onEmpty();
          }
        }}
      />
      {(isWrong || isMissing) && (
        <span
          id={`${id}-problem`}
          className={isWrong ? 'st-problem' : 'st-hint'}
          role={isWrong ? 'alert' : undefined}
        >
          {say(
            `typed.${kind}` in problemKeys
              ? (`typed.${kind}` as StudioMessageKey)
              : isWrong
                ? 'typed.text'
                : 'typed.missing',
            { example: String(getExampleValue(kind)) },
          )}
        </span>
      )}
    </span>
  );
}

const inputTypes: Readonly<Partial<Record<EditedFactKind, string>>> = {
  number: 'number',
  date: 'date',
  time: 'time',
};

/** The message keys of the kinds that have a message of their own. Other kinds share general messages. */
const problemKeys = { 'typed.number': true, 'typed.date': true, 'typed.time': true, 'typed.date-time': true };

/** The valid texts by kind. Other kinds accept any text that is not blank. */
const patterns: Readonly<Partial<Record<EditedFactKind, RegExp>>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(?::\d\d)?$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/,
};

/**
 * Returns the typed value: a finite number if `kind` is `number`, else the trimmed text. Undefined if the
 * text is blank, invalid, or a number less than `least`.
 */
function parseTypedValue(
  text: string,
  kind: EditedFactKind,
  least = Number.NEGATIVE_INFINITY,
): string | number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (kind !== 'number') return (patterns[kind] ?? /./).test(trimmed) ? trimmed : undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) && number >= least ? number : undefined;
}
