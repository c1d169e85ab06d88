import type { ReactNode } from 'react';
import { postNames } from '#engine';
import { toControlId } from '#widgets';
import type { StepPlace } from '../section-data.ts';
import { getStepUrl } from './step-url.ts';

/**
 * The way in which links to steps work. `isPosted`: no script runs, so they are submit buttons. `hasAddress`:
 * the step has a URL; steps in a dialog have none.
 */
export interface StepLinkContext {
  readonly isPosted: boolean;
  readonly hasAddress: boolean;
  readonly idPrefix: string;
  /** Shows a step and focuses the field, if one is named. */
  readonly goTo: (place: StepPlace, field?: string) => void;
}

/**
 * Renders a link to a step: a submit button while no script runs, a plain button if steps have no URL. With
 * scripts a click calls `goTo`, except with a modifier key, where the browser follows the link.
 */
export function StepLink({
  going: { isPosted, hasAddress, idPrefix, goTo },
  place,
  field,
  className,
  children,
}: {
  readonly going: StepLinkContext;
  readonly place: StepPlace;
  /** The field that receives the focus. */
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
        // A URL with a fragment gives the focus to that element, and not to the one with `autofocus` (HTML,
        // "Fragments").
        {...(field !== undefined && { formAction: `#${toControlId(idPrefix, field)}` })}
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
      href={getStepUrl(location.href, place.step)}
      onClick={(event) => {
        // The browser itself opens another tab.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(place, field);
      }}
    >
      {children}
    </a>
  );
}
