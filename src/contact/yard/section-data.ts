import type { EventTitles, Office } from '#engine';

/** The inputs of a section for a form with offices, events or yacht models. Those of other forms are absent. */
export interface YardSectionData {
  readonly offices?: readonly Office[] | null;
  /** The offices that an international site offers. A missing list is replaced by the other. */
  readonly allOffices?: readonly Office[] | null;
  /** The locale in which the offices are already sorted by label, so that the page need not sort them. */
  readonly officesSortedIn?: string | null;
  readonly yachtModels?: readonly { readonly name: string }[] | null;
  readonly selectedOffice?: Office | null;
  readonly eventTitle?: string | null;
  /** The titles of future events; absent: they are fetched when an event enquiry needs them. */
  readonly futureEventTitles?: readonly string[];
}

/** The props of a section that a server does not send. */
export interface YardSectionProps {
  /** Absent: the site's own flag applies. */
  readonly isInternational?: boolean;
}

/** The inputs of a section for a form without content, which has no events: none are fetched. */
export const dataWithoutEvents = { futureEventTitles: [] } as const satisfies YardSectionData;

/** The properties that are the same at each visit and on other pages. */
export const yardSharedNames = [
  'offices',
  'allOffices',
  'officesSortedIn',
  'yachtModels',
] as const satisfies readonly (keyof YardSectionData)[];

/** The lists that are long. */
export type OfficeListName = 'offices' | 'allOffices';

/** Returns the data with its long lists converted, in the last places. A missing list is left out. */
export function convertOfficeLists<Data extends object, From, To>(
  { offices, allOffices, ...rest }: Data & { readonly [Name in OfficeListName]?: From | null },
  convert: (list: From) => To,
) {
  return {
    ...rest,
    ...(offices && { offices: convert(offices) }),
    ...(allOffices && { allOffices: convert(allOffices) }),
  };
}

/** Returns true if a section has offices to choose from, be they none. */
export function hasOffices({ offices, allOffices }: YardSectionData): boolean {
  return Boolean(offices ?? allOffices);
}

/** The content of a situation that a page may have to fetch. */
export interface FetchedYardContent {
  readonly eventTitles: EventTitles;
}

/**
 * Returns the initial state of event titles: ready if the page contains them, otherwise loading until they
 * are fetched.
 */
export function getInitialEventTitles({ futureEventTitles: titles }: YardSectionData): FetchedYardContent {
  return { eventTitles: titles === undefined ? { state: 'loading' } : { state: 'ready', titles } };
}
