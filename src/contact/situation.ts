import type { EventTitles, Situation, Values } from '#engine';
import type { ContactFormSectionProps } from './props.ts';

/** What changes while a page is open. */
export interface Moment {
  readonly entered: Values;
  readonly eventTitles: EventTitles;
}

/** The situation that a section's inputs describe: the same on the server and in the browser that takes over. */
export function situationOf(props: ContactFormSectionProps, { entered, eventTitles }: Moment): Situation {
  const { site, inModal = false, isForLanding = false, eventTitle, selectedOffice } = props;
  return {
    site: { ...site, isInternational: props.isInternational ?? site.isInternational ?? false },
    page: { inModal, isForLanding, eventTitle: eventTitle ?? null, selectedOffice: selectedOffice ?? null },
    content: {
      offices: props.offices ?? null,
      allOffices: props.allOffices ?? null,
      officesSortedIn: props.officesSortedIn ?? null,
      enquiryTypes: props.enquiryTypes,
      yachtModels: props.yachtModels ?? null,
      eventTitles,
    },
    locale: props.locale,
    today: props.today,
    entered,
  };
}

/** Titles that came with the page are ready; others count as loading until someone asks for them and they are fetched. */
export function initialEventTitles(titles: readonly string[] | undefined): EventTitles {
  return titles === undefined ? { state: 'loading' } : { state: 'ready', titles };
}
