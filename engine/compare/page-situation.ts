import { isSameId } from '../model/ids.ts';
import { typeField } from '../model/names.ts';
import { toSituation } from '../model/situation.ts';
import type { Form, Id, Plan, Situation, Values } from '../model/types.ts';
import { areRetired, mergeListedTypes } from '../resolve/types-offered.ts';
import { listEventTitles } from '../yard/events.ts';
import type { Site } from '../yard/types.ts';
import type { ContentPage, SiteContent } from './consequence.ts';

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
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
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
