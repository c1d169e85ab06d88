import type { ReactNode } from 'react';
import { postNames } from '#engine';
import { controlId } from '#widgets';
import type { StepPlace } from '../section-data.ts';
import { stepAddress } from './step-address.ts';

/** How a step is gone to: by a post while no script does, and without addresses in a dialog. */
export interface Going {
  readonly isPosted: boolean;
  readonly hasAddress: boolean;
  /** Of the form, from which those of its controls are made. */
  readonly idPrefix: string;
  readonly goTo: (place: StepPlace, field?: string) => void;
}

/** Leads to a step. */
export function StepLink({
  going: { isPosted, hasAddress, idPrefix, goTo },
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
      <button
        type="submit"
        className={className}
        name={postNames.goTo}
        value={place.step}
        // An address with a place on the page gives that the focus, and not what asks for it by `autofocus` (HTML, "Fragments").
        {...(field !== undefined && { formAction: `#${controlId(idPrefix, field)}` })}
      >
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
