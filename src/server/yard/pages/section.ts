import { type Form, type FormType, type Office, sortByLabel } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { getPlacementInputs, type YardInputs } from '#engine/yard/model/situation.ts';
import { usesYard } from '#engine/yard/resolve/uses-yard.ts';
import type { Placement, SectionData } from '../../../contact/section-data.ts';
import { createNamedCache } from '../../platform/named-cache.ts';
import type { YardContent, YardSite } from '../content/content.ts';
import { getFutureEventTitles } from '../content/event-titles.ts';
import { loadingInputs, type YardPage } from './page.ts';

/** The yard's inputs of a section, by the parts of the section after which the answers on the wire list them. */
export interface YardSection {
  /** An international site's page has all offices, any other those of its own. */
  readonly afterTypes: Pick<SectionData, 'offices' | 'allOffices' | 'officesSortedIn'>;
  readonly afterTexts: Pick<SectionData, 'eventTitle'>;
  /** Undefined if no type asks for a model. */
  readonly afterSteps: Pick<SectionData, 'yachtModels'>;
  readonly afterLists: Pick<SectionData, 'selectedOffice'>;
  /** The flags of the site. */
  readonly site: Pick<SectionData['site'], 'isInternational' | 'exclude_from_international'>;
}

/**
 * Creates the yard's inputs of a page's section, without mail addresses. They are empty for a form that has
 * nothing of the yard.
 * @param options.types The types that the page offers.
 * @param options.locale The locale by which offices are sorted: BCP 47.
 */
export function createYardSection(
  { offices, selectedOffice, eventTitle, site }: YardPage & { readonly site: YardSite },
  {
    content,
    form,
    types,
    locale,
  }: {
    readonly content: YardContent;
    readonly form: Form;
    readonly types: readonly FormType[];
    readonly locale: string;
  },
): YardSection {
  if (!usesYard(form)) return { afterTypes: {}, afterTexts: {}, afterSteps: {}, afterLists: {}, site: {} };
  const { isInternational, exclude_from_international } = site;
  const pageOffices = reduceOffices(isInternational ? content.offices : offices, locale);
  return {
    afterTypes: {
      ...(isInternational ? { allOffices: pageOffices } : { offices: pageOffices }),
      officesSortedIn: locale,
    },
    afterTexts: { eventTitle },
    afterSteps: {
      yachtModels: types.some(usesYachtModels)
        ? content.yachtModels.map(({ name }) => ({ name }))
        : undefined,
    },
    afterLists: { selectedOffice: selectedOffice && reduceOffice(selectedOffice) },
    site: { isInternational, exclude_from_international },
  };
}

/**
 * Returns a section with the titles of its site's events from a day on: a form that opens as an event enquiry
 * need not fetch them.
 * @param day ISO date, in UTC.
 */
export function addLaterInputs(section: SectionData, content: YardContent, day: string): SectionData {
  return { ...section, futureEventTitles: getFutureEventTitles(content, section.site.domain, day) };
}

/** Returns the yard's inputs with which a section opens. The event titles are loading if the section has none. */
export function getOpeningInputs(
  { futureEventTitles: titles }: SectionData,
  placement: Placement,
): Pick<YardInputs, 'inModal' | 'isForLanding' | 'eventTitles'> {
  const later = titles ? ({ eventTitles: { state: 'ready', titles } } as const) : loadingInputs;
  return { ...getPlacementInputs(placement), ...later };
}

/** Returns true if a field of the type has the yacht models as its options. */
function usesYachtModels({ fields }: FormType): boolean {
  return fields.some(({ optionSet }) => optionSet === 'yachtModels');
}

/**
 * Returns offices without mail addresses, sorted by label. Pages that list the same offices get the same
 * array.
 */
function reduceOffices(offices: readonly Office[], locale: string): readonly Office[] {
  return cacheOffices(offices, locale, () => sortByLabel(offices, locale).map(reduceOffice));
}

/** Bounds the cached languages of one list. */
const mostLocales = 16;
const cacheOffices = createNamedCache<readonly Office[], readonly Office[]>(mostLocales);

/** Returns an office with `*` as its mail address: a browser needs to know only that there is one. */
const reduceOffice = memoizeByObject(
  ({ id, name, title, email, sortOrder, services, site }: Office): Office => ({
    id,
    name,
    ...(title && { title }),
    ...(email?.trim() && { email: '*' }),
    ...(typeof sortOrder === 'number' && { sortOrder }),
    ...(services && { services }),
    ...(site && { site: reduceSite(site) }),
  }),
);

/** Returns what a page reads of an office's site. Flags that are false are left out. */
function reduceSite({
  id,
  isInternational,
  exclude_from_international,
}: NonNullable<Office['site']>): NonNullable<Office['site']> {
  return {
    ...(id !== undefined && { id }),
    ...(isInternational && { isInternational }),
    ...(exclude_from_international && { exclude_from_international }),
  };
}
