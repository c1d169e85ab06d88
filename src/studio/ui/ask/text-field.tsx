import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId, useState } from 'react';
import type { FormatMessage } from '../messages.ts';

/** The content of a field. `code` is a one-time code or another text to repeat exactly. */
export type TextFieldKind = 'text' | 'email' | 'password' | 'code';

export interface TextFieldProps {
  readonly say: FormatMessage;
  readonly label: string;
  /** `text` by default. */
  readonly kind?: TextFieldKind;
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly hint?: string | undefined;
  /** The error message, announced at once. */
  readonly problem?: string | undefined;
  /** True by default. Only marks the field for assistive technology; nothing is validated. */
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * Renders a text field with its label, hint and error message. A password has a button that makes it visible.
 */
export function TextField({
  say,
  label,
  kind = 'text',
  autoComplete,
  hint,
  problem,
  isRequired = true,
  maxLength,
  value,
  onChange,
  ref,
}: TextFieldProps): ReactNode {
  const id = useId();
  const [isSeen, setIsSeen] = useState(false);
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const input = (
    <input
      ref={ref}
      id={id}
      className="st-input"
      type={kind === 'code' || (kind === 'password' && isSeen) ? 'text' : kind}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      {...(kind === 'text' ? {} : { dir: 'ltr' })}
      maxLength={maxLength}
      aria-required={isRequired || undefined}
      aria-invalid={problem !== undefined || undefined}
      aria-describedby={described || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <div className={`st-stack-1 st-field-line--${kind}`}>
      <label className="st-label" htmlFor={id}>
        {label}
      </label>
      {kind === 'password' ? (
        <span className="st-with-button">
          {input}
          <button
            type="button"
            className="st-button"
            aria-pressed={isSeen}
            aria-controls={id}
            onClick={() => setIsSeen(!isSeen)}
          >
            {say('field.look')}
            <span className="st-visually-hidden">: {label}</span>
          </button>
        </span>
      ) : (
        input
      )}
      {hint && (
        <p id={`${id}-hint`} className="st-hint">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="st-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
