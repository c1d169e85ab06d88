import {
  areRetired,
  type EnquiryType,
  type EventTitles,
  type Form,
  type FormType,
  isSameId,
  listedTypes,
  resolve,
  type Situation,
  situationOf,
  typeField,
  type Values,
} from '#engine';
import { regionalLocale } from '#engine/locale.ts';
import type { FormFigures } from '../../contact/figures/figure-report.ts';
import { type Content, futureEventTitles, type Page } from './content.ts';

/** A page as it is seen: what holds while it is drawn, and while what it sends is judged. */
export interface Visit {
  readonly page: Page;
  readonly content: Content;
  /** BCP 47: the language of the page. */
  readonly locale: string;
  /** ISO date, in UTC: events from this day on are future. */
  readonly today: string;
  /** A dialog's form stands in the page itself: for visitors without scripts. */
  readonly isOpened?: boolean;
  /** Its form stands by itself, with nothing of the site around it: in a frame of another page. */
  readonly isFramed?: boolean;
  /** What has counted what is done with its form; absent: nothing is counted. */
  readonly figures?: FormFigures;
}

/** Returns the locale by which what a visitor of a page reads and enters is written: the page's, with the region that its site names. */
export function writtenIn({ locale, page: { site } }: Pick<Visit, 'locale' | 'page'>): string {
  return regionalLocale(locale, [site.locale]);
}

/** The situation of a page: the one place where content becomes one, for drawing as for judging. */
export function visitSituation(
  form: Form,
  visit: Visit,
  entered: Values,
  eventTitles = titlesOf(visit),
): Situation {
  const { page, content, today } = visit;
  const { site, placement, offices, eventTitle, selectedOffice } = page;
  return situationOf({
    ...{ site, offices, eventTitle, selectedOffice },
    enquiryTypes: typesOn(form, visit),
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
    allOffices: content.offices,
    yachtModels: content.yachtModels,
    lists: content.lists,
    ...{ eventTitles, locale: writtenIn(visit), today, entered },
  });
}

/**
 * The enquiry types that a page may offer: those that it names, else all. Where each that it names is retired, it is as one that names
 * none: no page loses its form by that.
 */
export function typesOn(
  form: Form,
  { page, content }: Pick<Visit, 'page' | 'content'>,
): readonly EnquiryType[] {
  const { enquiryTypes } = page;
  return areRetired(form, enquiryTypes) || enquiryTypes === content.enquiryTypes
    ? allTypes(form, content)
    : enquiryTypes;
}

/**
 * Returns the enquiry types that a visitor of a page can send, in the form's order: those that the content and the rules offer there, and
 * with which the section is shown. Where the type cannot be chosen, that is the one that the page opens with.
 */
export function offeredOn(form: Form, visit: Visit): readonly FormType[] {
  const planWith = (entered: Values) => resolve(form, visitSituation(form, visit, entered));
  const opening = planWith({});
  const choice = opening.fields.find(({ name }) => name === typeField);
  // A choice that is only visually hidden can still be made.
  const isChosen = choice !== undefined && choice.visibility !== 'hidden' && choice.fixed === undefined;
  const ids = isChosen ? (choice.options ?? []).map(({ value }) => value) : [opening.type?.id];
  return form.types.filter(({ id, key }) => {
    if (!ids.some((one) => one !== undefined && isSameId(one, id))) return false;
    const plan = planWith({ [typeField]: id });
    return plan.isSectionShown && plan.type?.key === key;
  });
}

/**
 * The types that the content lists, and among them those that a form has names for: each before all that the form puts
 * behind it. The same array for the same question.
 */
export function allTypes(form: Form, { enquiryTypes }: Content): readonly EnquiryType[] {
  const known = typesOf.get(form) ?? new WeakMap<readonly EnquiryType[], readonly EnquiryType[]>();
  typesOf.set(form, known);
  const all = known.get(enquiryTypes) ?? listedTypes(form, enquiryTypes);
  known.set(enquiryTypes, all);
  return all;
}

const typesOf = new WeakMap<Form, WeakMap<readonly EnquiryType[], readonly EnquiryType[]>>();

/** The day of a time in UTC: `dayOf(0) // '1970-01-01'`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function titlesOf({ page, content, today }: Visit): EventTitles {
  return { state: 'ready', titles: futureEventTitles(content, page.site.domain, today) };
}
