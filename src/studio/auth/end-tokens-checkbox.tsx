import type { ReactNode } from 'react';
import type { FormatMessage } from '../ui/messages.ts';

/**
 * Renders a checkbox for a form that changes a password. If it is checked, all access tokens of the person
 * end as well, in case somebody else has them.
 */
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
