import type { EnquiryType, EventTitles, Lists, Office, Plan, Site, Situation, Values } from './types.ts';

/** What a page, a request or a scenario knows of a situation; what is absent is not there. */
export interface SituationInputs {
  readonly site: Site;
  /** Wins over the site's own flag. */
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

/** The situation that such inputs describe: the same for drawing and for judging, in a browser and on a server. */
export function situationOf(inputs: SituationInputs): Situation {
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

/** Whether a field that is there offers event titles that have not come yet, or could not be fetched. */
export function awaitsEventTitles({ isSectionShown, fields }: Plan): boolean {
  return (
    isSectionShown &&
    fields.some(({ optionsState, visibility }) => optionsState !== 'ready' && visibility !== 'hidden')
  );
}

/** Why the section is hidden, for a log: `by rule no-section`; undefined where it shows. */
export function hiddenReason({ isSectionShown, type, because }: Plan): string | undefined {
  if (isSectionShown) return undefined;
  return type === undefined ? 'no enquiry type is offered' : `by rule ${because.section.join(', ')}`;
}
