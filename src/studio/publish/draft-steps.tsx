import { type ReactNode, useMemo } from 'react';
import { useChangeTitles } from '../draft/change-title.ts';
import { useDraftState, useStudio } from '../draft/context.ts';
import { listOthersSteps } from '../draft/history.ts';
import { ValueChanges } from '../draft/value-changes.tsx';

/** The number of steps that are shown. */
const maxShownSteps = 8;

/**
 * Lists what was changed in the first changes of the draft, the latest first, with the values before and
 * after. It is known at once, while what it means for visitors is being computed.
 * @param version The number of changes.
 */
export function DraftSteps({ version }: { readonly version: number }): ReactNode {
  const { say } = useStudio();
  const formatTitle = useChangeTitles();
  const { changes } = useDraftState();
  const steps = useMemo(
    () => listOthersSteps(changes.slice(0, version), '').toReversed(),
    [changes, version],
  );
  if (steps.length === 0) return null;
  return (
    <section className="st-draft-steps st-stack-2" aria-labelledby="st-draft-steps">
      <h2 id="st-draft-steps">{say('consequences.so-far')}</h2>
      <ul className="st-stack-2">
        {steps.slice(0, maxShownSteps).map((step) => (
          <li key={step.changes[0]} className="st-breaks">
            {formatTitle(step.title, step)}
            <ValueChanges of={step} />
          </li>
        ))}
      </ul>
      {steps.length > maxShownSteps && (
        <p className="st-quiet">{say('expectations.more', { count: steps.length - maxShownSteps })}</p>
      )}
    </section>
  );
}
