import { isSameId } from '../../model/ids.ts';
import { typeField } from '../../model/names.ts';
import { toSituation } from '../../model/situation.ts';
import type { Form, Id, Plan, Situation, Values } from '../../model/types.ts';
import { areRetired, mergeListedTypes } from '../../resolve/types-offered.ts';
import { listEventTitles } from '../model/events.ts';
import { officeField } from '../model/names.ts';
import { getPlacementInputs } from '../model/situation.ts';
import type { Site } from '../model/types.ts';
import type { ContentPage, SiteContent } from './site-content.ts';

/** A page of the content on a day. `today` is an ISO date. */
export interface PageOnDay {
  readonly page: ContentPage;
  readonly content: Omit<SiteContent, 'pages'>;
  readonly today: string;
}

/**
 * Returns the situation of a visitor on a page who entered these values. A page without a locale has the
 * fallback language. A page without its own list of types, or with retired types only, offers those of the
 * content and the form.
 */
export function createPageSituation(
  form: Form,
  { page, content, today }: PageOnDay,
  entered: Values,
): Situation {
  const { site, placement, locale, selectedOffice, eventTitle, enquiryTypes, offices } = page;
  const isEveryType = enquiryTypes === content.enquiryTypes || areRetired(form, enquiryTypes);
  return toSituation({
    site,
    selectedOffice,
    eventTitle,
    offices,
    today,
    entered,
    enquiryTypes: isEveryType ? mergeListedTypes(form, content.enquiryTypes) : enquiryTypes,
    ...getPlacementInputs(placement),
    allOffices: content.offices,
    yachtModels: content.yachtModels,
    lists: content.lists,
    eventTitles: {
      state: 'ready',
      titles: listEventTitles(content.events, { domain: site.domain, day: today }),
    },
    locale: locale ?? form.settings.fallbackLocale,
  });
}

/**
 * Returns true if a type is among the options of the plan. If the field for the type is hidden, returns true
 * only for the type with which the page opens.
 */
export function isTypeSelectable({ fields, type }: Plan, id: Id): boolean {
  const field = fields.find(({ name }) => name === typeField);
  if (field?.visibility === 'hidden') return type !== undefined && isSameId(type.id, id);
  return (field?.options ?? []).some(({ value }) => isSameId(value, id));
}

/**
 * Returns the pages that represent embedded forms of a site, one for each placement, with an empty path, the
 * site's own offices and all types of the content. They lack the site's mail address.
 */
export function listEmbeddedPages(
  site: Site,
  { offices, enquiryTypes }: SiteContent,
): readonly ContentPage[] {
  const own = offices.filter((office) => isSameId(office.site?.id ?? '', site.id));
  const page = { path: '', site: { ...site, email: undefined }, enquiryTypes, offices: own };
  return (['inline', 'modal', 'landing'] as const).map((placement) => ({ ...page, placement }));
}

/** Returns true if the enquiry can have an office: the visitor can choose one, or one is preset. */
export function canHaveItem({ fields, values }: Plan): boolean {
  const field = fields.find(({ name }) => name === officeField);
  return (field !== undefined && field.visibility !== 'hidden') || values[officeField] !== undefined;
}

/** A page with a difference between two versions. */
interface PageWithDifference {
  readonly page: ContentPage;
  /** The key of the enquiry type. */
  readonly type: string;
  readonly content: Pick<SiteContent, 'offices'>;
  /** The ids of the offices that differ. */
  readonly items: readonly Id[];
}

/**
 * Returns a page as a scenario's situation, with only the offices that differ, in the order of the content.
 */
export function createPageExample({ page, type, content, items }: PageWithDifference) {
  const { site, placement, eventTitle, path } = page;
  const offices = content.offices.filter(({ id }) => items.some((each) => isSameId(each, id)));
  const named = Object.fromEntries(offices.map((office) => [`office-${office.id}`, office]));
  return {
    page: path,
    on: {
      site: String(site.id),
      ...(site.isInternational && { international: true }),
      ...(placement !== 'inline' && { placement }),
      ...(eventTitle && { eventTitle }),
      ...(offices.length > 0 && { offices: Object.keys(named), allOffices: Object.keys(named) }),
      types: [type],
    },
    ...(offices.length > 0 && { offices: named }),
  };
}
