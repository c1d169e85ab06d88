import type { ReactNode } from 'react';
import type { FormatMessage } from '../messages.ts';

/** A checkbox for a changed password: end all access tokens as well, in case somebody else has them. */
export function EndTokensCheckbox({
  say,
  isChosen,
  onChoose,
}: {
  readonly say: FormatMessage;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}): ReactNode {
  return (
    <label className="st-tick">
      <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
      {say('password.ends-tokens')}
    </label>
  );
}
