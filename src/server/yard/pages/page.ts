import type { Id, Office, Values } from '#engine';
import { getPlacementInputs, type YardInputs } from '#engine/yard/model/situation.ts';
import type { Placement } from '../../../contact/section-data.ts';
import { indexById, requireEntry } from '../../platform/entry-index.ts';
import type { YardContent, YardSite } from '../content/content.ts';
import { getFutureEventTitles } from '../content/event-titles.ts';
import { findOffice, findSubmittedOffice } from '../content/offices.ts';

/** The yard's properties of a page. */
export interface YardPage {
  readonly selectedOffice?: Office;
  readonly eventTitle?: string;
  /** The offices that the page names, else those of its site. The array is identical every time. */
  readonly offices: readonly Office[];
}

/** The yard's properties of an entry of `pages.json`, which names offices by their ids. */
export interface RawYardPage {
  readonly selectedOffice?: Id | null;
  readonly eventTitle?: string | null | undefined;
  readonly offices?: readonly Id[] | null;
}

/** The properties of a page that name offices. */
export const officeReferences = [
  { property: 'selectedOffice', kind: 'office', file: 'offices.json' },
  { property: 'offices', kind: 'office', file: 'offices.json' },
] as const;

/**
 * Replaces the ids of offices in a page by the offices. A page without offices has those of its site. Throws
 * if it names an unknown id.
 */
export type LinkYardPage = (page: RawYardPage, site: YardSite) => YardPage;

/** Creates the function that links the pages of a content. */
export function createYardPageLinker(content: Pick<YardContent, 'offices'>): LinkYardPage {
  const known = indexById(content.offices);
  const requireOffice = (id: Id) => requireEntry(known, id);
  return ({ selectedOffice: id, eventTitle, offices }, site) => ({
    selectedOffice: id === null || id === undefined ? undefined : requireOffice(id),
    eventTitle: eventTitle?.trim() || undefined,
    offices: offices?.map(requireOffice) ?? site.offices,
  });
}

/** Returns the yard's properties of a page with nothing around the form: the offices of its site. */
export function createBareYardPage({ offices }: YardSite): YardPage {
  return { offices };
}

/** Returns the yard's inputs of a page's situation. */
export function getYardInputs(
  { offices, eventTitle, selectedOffice, placement }: YardPage & { readonly placement: Placement },
  content: YardContent,
) {
  const { offices: allOffices, yachtModels } = content;
  return { ...getPlacementInputs(placement), offices, eventTitle, selectedOffice, allOffices, yachtModels };
}

/** The inputs of a situation that pages load after they have opened: the event titles. */
export type LaterInputs = Pick<YardInputs, 'eventTitles'>;

/** The later inputs of a page that has just opened. */
export const loadingInputs: LaterInputs = { eventTitles: { state: 'loading' } };

/**
 * Returns the later inputs of a page, loaded: the titles of its site's events from a day on.
 * @param day ISO date, in UTC.
 */
export function getLoadedInputs(content: YardContent, domain: string, day: string): LaterInputs {
  return { eventTitles: { state: 'ready', titles: getFutureEventTitles(content, domain, day) } };
}

/** Returns the page with the submitted office as the preselected one; undefined without a known office. */
export function preselectOffice<Page extends YardPage>(
  page: Page,
  { content, submitted }: { readonly content: YardContent; readonly submitted: Values },
): Page | undefined {
  const selectedOffice = findSubmittedOffice(content, submitted);
  return selectedOffice && { ...page, selectedOffice };
}

/** Returns true if the page is about an event, or has another list of offices than its site. */
export function hasEventOrOwnOffices({
  eventTitle,
  offices,
  site,
}: YardPage & { readonly site: YardSite }): boolean {
  return eventTitle !== undefined || offices !== site.offices;
}

/** The reasons why a parameter of a host's query is invalid. */
export type YardRefusalCode = 'unknown-office' | 'event-too-long';

/**
 * Reads the parameters of a host's query that change the yard's properties of a page. The office may belong
 * to any site.
 */
export const yardParameters = {
  office(content: YardContent, id: string) {
    const selectedOffice = findOffice(content, id);
    if (selectedOffice) return { selectedOffice };
    return {
      code: 'unknown-office',
      reason: `no office has the id "${id}"`,
      known: content.offices.map((office) => String(office.id)),
      advice: 'use one of offices.json',
    } as const;
  },
  event(_content: YardContent, eventTitle: string) {
    if (eventTitle.length <= longestEvent) return { eventTitle };
    return {
      code: 'event-too-long',
      reason: `the event's title has ${eventTitle.length} characters`,
      advice: `use at most ${longestEvent}`,
    } as const;
  },
};

/** Limits the size of the header with the ticket, because the ticket contains the title. */
const longestEvent = 200;
