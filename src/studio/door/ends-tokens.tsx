import type { ReactNode } from 'react';
import type { Say } from '../words.ts';

/** Whether all one's tokens end with a password that becomes another: programs have them, and nobody else should. */
export function EndsTokens({
  say,
  isChosen,
  onChoose,
}: {
  readonly say: Say;
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
