import { eventTitlesFrom } from '../events.ts';
import { isSameId } from '../ids.ts';
import { typeField } from '../names.ts';
import { areRetired, listedTypes } from '../resolve/types-offered.ts';
import { situationOf } from '../situation.ts';
import type { Form, Id, Plan, Site, Situation, Values } from '../types.ts';
import type { ContentPage, SiteContent } from './consequence.ts';

/** A page of the content on a day. `today` is an ISO date. */
export interface PageOnDay {
  readonly page: ContentPage;
  readonly content: Omit<SiteContent, 'pages'>;
  readonly today: string;
}

export function situationOnPage(form: Form, { page, content, today }: PageOnDay, entered: Values): Situation {
  const { site, placement, locale, selectedOffice, eventTitle, enquiryTypes, offices } = page;
  const isEveryType = enquiryTypes === content.enquiryTypes || areRetired(form, enquiryTypes);
  return situationOf({
    ...{ site, selectedOffice, eventTitle, offices, today, entered },
    enquiryTypes: isEveryType ? listedTypes(form, content.enquiryTypes) : enquiryTypes,
    inModal: placement === 'modal',
    isForLanding: placement === 'landing',
    allOffices: content.offices,
    yachtModels: content.yachtModels,
    lists: content.lists,
    eventTitles: {
      state: 'ready',
      titles: eventTitlesFrom(content.events, { domain: site.domain, day: today }),
    },
    locale: locale ?? form.settings.fallbackLocale,
  });
}

/** Returns true if a type can be chosen, or if the page opens with it. */
export function canBeChosen({ fields, type }: Plan, id: Id): boolean {
  const field = fields.find(({ name }) => name === typeField);
  if (field?.visibility === 'hidden') return type !== undefined && isSameId(type.id, id);
  return (field?.options ?? []).some(({ value }) => isSameId(value, id));
}

/** Returns the pages that represent embedded forms of a site, one for each placement. */
export function embeddedPages(site: Site, { offices, enquiryTypes }: SiteContent): readonly ContentPage[] {
  const own = offices.filter((office) => isSameId(office.site?.id ?? '', site.id));
  const page = { path: '', site: { ...site, email: undefined }, enquiryTypes, offices: own };
  return (['inline', 'modal', 'landing'] as const).map((placement) => ({ ...page, placement }));
}
