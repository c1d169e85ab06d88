import type { EventTitles, Office, Site, YardSituation } from './types.ts';

/** The yard's inputs of a situation, with the meanings of `YardSituation`. Absent inputs get defaults. */
export interface YardInputs {
  readonly site: Site;
  /** Takes precedence over the site's own flag. */
  readonly isInternational?: boolean | null | undefined;
  readonly inModal?: boolean | undefined;
  readonly isForLanding?: boolean | undefined;
  readonly eventTitle?: string | null | undefined;
  readonly selectedOffice?: Office | null | undefined;
  readonly offices?: readonly Office[] | null | undefined;
  readonly allOffices?: readonly Office[] | null | undefined;
  readonly officesSortedIn?: string | null | undefined;
  readonly yachtModels?: readonly { readonly name: string }[] | null | undefined;
  readonly eventTitles: EventTitles;
}

/** The inputs of a situation without events. */
export const inputsWithoutEvents: Pick<YardInputs, 'eventTitles'> = {
  eventTitles: { state: 'ready', titles: [] },
};

/** Returns the inputs for a placement of the form. Both are false without one. */
export function getPlacementInputs(
  placement: 'inline' | 'modal' | 'landing' | undefined,
): Required<Pick<YardInputs, 'inModal' | 'isForLanding'>> {
  return { inModal: placement === 'modal', isForLanding: placement === 'landing' };
}

/**
 * Returns the yard's part of a situation; absent inputs become null or false. `isInternational` of the inputs
 * replaces the flag of the site.
 */
export function toYardSituation(inputs: YardInputs): YardSituation {
  const { site, inModal = false, isForLanding = false, eventTitle = null, selectedOffice = null } = inputs;
  const { offices = null, allOffices = null, officesSortedIn = null, yachtModels = null } = inputs;
  return {
    site: { ...site, isInternational: inputs.isInternational ?? site.isInternational ?? false },
    page: { inModal, isForLanding, eventTitle, selectedOffice },
    content: { offices, allOffices, officesSortedIn, yachtModels, eventTitles: inputs.eventTitles },
  };
}
