import { type ReactNode, useId, useState } from 'react';
import { useStudio } from '../draft/context.ts';

/**
 * Renders a text area with several texts, one per line. Calls `onChange` at each keystroke, with lines that
 * are trimmed and without empty ones, so that the list may be empty.
 */
export function LinesInput({
  label,
  lines,
  onChange,
}: {
  readonly label: string;
  readonly lines: readonly string[];
  /** Returns true if it accepts the lines. Otherwise the typed text stays and a problem is shown below it. */
  readonly onChange: (lines: readonly string[]) => boolean;
}): ReactNode {
  const { say } = useStudio();
  const id = useId();
  const shown = lines.join('\n');
  const [text, setText] = useState(shown);
  const [last, setLast] = useState(shown);
  const [isWrong, setIsWrong] = useState(false);
  if (last !== shown) {
    setLast(shown);
    setText(shown);
    setIsWrong(false);
  }
  return (
    <span className="st-choice">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="st-input"
        rows={Math.min(8, lines.length + 1)}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        onChange={({ target }) => {
          const next = target.value
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== '');
          setText(target.value);
          const isAccepted = onChange(next);
          setIsWrong(!isAccepted);
          if (isAccepted) setLast(next.join('\n'));
        }}
      />
      {isWrong && (
        <span id={`${id}-problem`} className="st-problem" role="alert">
          {say('typed.lines')}
        </span>
      )}
    </span>
  );
}
