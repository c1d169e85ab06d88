import type { EnquiryType, EventTitles, Lists, Office, Plan, Site, Situation, Values } from './types.ts';

/**
 * The inputs of a situation, from a page, a request or a scenario, with the meanings of `Situation`. Absent
 * inputs get defaults.
 */
export interface SituationInputs {
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
  readonly enquiryTypes: readonly EnquiryType[];
  readonly yachtModels?: readonly { readonly name: string }[] | null | undefined;
  readonly lists?: Lists | null | undefined;
  readonly eventTitles: EventTitles;
  readonly locale: string;
  readonly today: string;
  readonly entered: Values;
}

/**
 * Returns the situation for some inputs; absent ones become null or false. `isInternational` of the inputs
 * replaces the flag of the site. The browser and the server both use this function, so that they resolve the
 * same plan.
 */
export function toSituation(inputs: SituationInputs): Situation {
  const { site, inModal = false, isForLanding = false, eventTitle = null, selectedOffice = null } = inputs;
  const {
    offices = null,
    allOffices = null,
    officesSortedIn = null,
    yachtModels = null,
    lists = null,
  } = inputs;
  const { enquiryTypes, eventTitles, locale, today, entered } = inputs;
  return {
    site: { ...site, isInternational: inputs.isInternational ?? site.isInternational ?? false },
    page: { inModal, isForLanding, eventTitle, selectedOffice },
    content: { offices, allOffices, officesSortedIn, enquiryTypes, yachtModels, lists, eventTitles },
    locale,
    today,
    entered,
  };
}

/**
 * Returns true if the section is shown and the options of a field that is not hidden are still loading or
 * failed to load.
 */
export function awaitsEventTitles({ isSectionShown, fields }: Plan): boolean {
  return (
    isSectionShown &&
    fields.some(({ optionsState, visibility }) => optionsState !== 'ready' && visibility !== 'hidden')
  );
}

/**
 * Returns why the section is hidden, for a log: `by rule no-section`, or `no enquiry type is offered`.
 * Undefined if it is shown.
 */
export function hiddenReason({ isSectionShown, type, because }: Plan): string | undefined {
  if (isSectionShown) return undefined;
  return type === undefined ? 'no enquiry type is offered' : `by rule ${because.section.join(', ')}`;
}
