import type { ReactNode } from 'react';
import { postNames } from '#engine';
import type { StepPlace } from '../section-data.ts';
import { stepAddress } from './step-address.ts';

/** How a step is gone to: by a post while no script does, and without addresses in a dialog. */
export interface Going {
  readonly isPosted: boolean;
  readonly hasAddress: boolean;
  readonly goTo: (place: StepPlace, field?: string) => void;
}

/** Leads to a step. */
export function StepLink({
  going: { isPosted, hasAddress, goTo },
  place,
  field,
  className,
  children,
}: {
  readonly going: Going;
  readonly place: StepPlace;
  /** The field of it that takes the focus. */
  readonly field?: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  if (isPosted)
    return (
      <button type="submit" className={className} name={postNames.goTo} value={place.step}>
        {children}
      </button>
    );
  if (!hasAddress)
    return (
      <button type="button" className={className} onClick={() => goTo(place, field)}>
        {children}
      </button>
    );
  return (
    <a
      className={className}
      href={stepAddress(location.href, place.step)}
      onClick={(event) => {
        // Another tab is the browser's to open.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(place, field);
      }}
    >
      {children}
    </a>
  );
}
