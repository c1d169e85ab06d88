import type { ReactNode } from 'react';
import { useStudio } from '../../draft/context.ts';
import type { StudioMessageKey } from '../../ui/messages.ts';

/**
 * Renders its children for owners. Others see a title and that the page needs the role of an owner.
 * @param part The key of the title.
 */
export function OwnersOnly({
  part,
  children,
}: {
  readonly part: StudioMessageKey;
  readonly children: ReactNode;
}): ReactNode {
  const { say, may } = useStudio();
  if (may('owner')) return children;
  return (
    <div className="st-page">
      <div className="st-page-head">
        <h1>{say(part)}</h1>
      </div>
      <p className="st-empty">{say('trouble.not-allowed', { role: say('role.owner') })}</p>
    </div>
  );
}
