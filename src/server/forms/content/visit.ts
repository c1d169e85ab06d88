import {
  areRetired,
  type EnquiryType,
  type Form,
  type FormType,
  isSameId,
  mergeListedTypes,
  resolve,
  type Situation,
  toSituation,
  typeField,
  type Values,
} from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { findRegionalLocale } from '#engine/texts/locale.ts';
import type { FormFigures } from '../../../contact/send/figure-report.ts';
import { getLoadedInputs, getPresetInputs } from '../../preset/pages.ts';
import type { Content, Page } from './content.ts';

/** A page in the state of one visit: the same for rendering it and for judging its submissions. */
export interface PageVisit {
  readonly page: Page;
  readonly content: Content;
  /** BCP 47: the language of the page. */
  readonly locale: string;
  /** ISO date, in UTC. */
  readonly today: string;
  /** The keys of the types that accept no more enquiries (`findFullTypes`). Absent: none. */
  readonly fullTypes?: readonly string[];
  /** True if a dialog's form is shown in the page, for visitors without scripts. */
  readonly isOpened?: boolean;
  /** True if the form is shown alone, in a frame of another page. */
  readonly isFramed?: boolean;
  /** True if the page registers the service worker of the site. */
  readonly hasWorker?: boolean;
  /** True if the worker asks for the page, to show it without a network. */
  readonly isOffline?: boolean;
  /** The figures that count the use of the form; absent: nothing is counted. */
  readonly figures?: FormFigures;
}

/** Returns the locale in which values are formatted and read: the page's, with the region of its site. */
export function getValueLocale({ locale, page: { site } }: Pick<PageVisit, 'locale' | 'page'>): string {
  return findRegionalLocale(locale, [site.locale]);
}

/**
 * Returns the situation of a page. Rendering and judging both use this function.
 * @param later The inputs that a page may load later; by default those loaded for `visit.today`.
 */
export function toVisitSituation(
  form: Form,
  visit: PageVisit,
  entered: Values,
  later = getLoadedInputs(visit.content, visit.page.site.domain, visit.today),
): Situation {
  const { page, content, today, fullTypes } = visit;
  return toSituation({
    ...getPresetInputs(page, content),
    site: page.site,
    enquiryTypes: findPageTypes(form, visit),
    fullTypes,
    lists: content.lists,
    ...later,
    locale: getValueLocale(visit),
    today,
    entered,
  });
}

/**
 * Returns the enquiry types that a page may offer: those that it names, in its order, else all of
 * `getAllTypes`. If all named types are retired, the page offers all, so that no page loses its form.
 */
export function findPageTypes(
  form: Form,
  { page, content }: Pick<PageVisit, 'page' | 'content'>,
): readonly EnquiryType[] {
  const { enquiryTypes } = page;
  return areRetired(form, enquiryTypes) || enquiryTypes === content.enquiryTypes
    ? getAllTypes(form, content)
    : enquiryTypes;
}

/**
 * Returns the enquiry types that a visitor of a page can send, in the form's order: those that the content
 * and the rules offer, and for which the section is shown. If visitors cannot choose the type, returns only
 * the type that the page opens with. The list may be empty.
 */
export function findOfferedTypes(form: Form, visit: PageVisit): readonly FormType[] {
  /** Returns the plan of the page with these entered values. */
  const resolvePlan = (entered: Values) => resolve(form, toVisitSituation(form, visit, entered));
  const opening = resolvePlan({});
  const choice = opening.fields.find(({ name }) => name === typeField);
  // A field that is only visually hidden can still be changed.
  const isChosen = choice !== undefined && choice.visibility !== 'hidden' && choice.fixed === undefined;
  const ids = isChosen ? (choice.options ?? []).map(({ value }) => value) : [opening.type?.id];
  return form.types.filter(({ id, key }) => {
    if (!ids.some((one) => one !== undefined && isSameId(one, id))) return false;
    const plan = resolvePlan({ [typeField]: id });
    return plan.isSectionShown && plan.type?.key === key;
  });
}

/**
 * Returns the types that the content lists, in its order, and between them the types of the form that are not
 * listed but have names of their own and are not retired. The result is cached: equal arguments give the
 * identical array.
 */
export function getAllTypes(form: Form, { enquiryTypes }: Content): readonly EnquiryType[] {
  return getMergedTypes(form)(enquiryTypes);
}

/** Returns, for a form, the cached function that merges its types into a list of the content. */
const getMergedTypes = memoizeByObject((form: Form) =>
  memoizeByObject((enquiryTypes: readonly EnquiryType[]) => mergeListedTypes(form, enquiryTypes)),
);

/** Returns the day of a time in UTC: `toUtcDay(0) // '1970-01-01'`. */
export function toUtcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
