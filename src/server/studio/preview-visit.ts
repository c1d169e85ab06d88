import { isSameId, typeField } from '#engine';
import type { PreviewQuery } from '../../studio/protocol.ts';
import { type Content, officeOfId, type Page } from '../content/content.ts';
import { dayOf, type Visit } from '../content/visit.ts';

/**
 * The visit that a preview shows, also where the content has no such page: then one like the site's own, with nothing of its own but
 * its placement. Undefined: there is no such site.
 */
export function previewVisit(content: Content, query: PreviewQuery, now: number): Visit | undefined {
  const site = content.sites.find(({ id }) => isSameId(id, query.site));
  if (site === undefined) return undefined;
  const office = query.office === undefined ? undefined : officeOfId(content, query.office);
  const like = content.pages.find((page) => page.site === site && page.placement === query.placement);
  const page: Page = {
    ...(like ?? barePage),
    path: '/studio/preview',
    site,
    placement: query.placement,
    enquiryTypes: like?.enquiryTypes ?? content.enquiryTypes,
    offices: like?.offices ?? site.offices,
    ...(office && { selectedOffice: office }),
  };
  return { page, content, locale: query.locale, today: query.today ?? dayOf(now), isOpened: true };
}

const barePage = {
  title: '',
  contactForm: {},
  hasFormTitle: false,
  hasFormCopy: false,
  hasSocialIcons: false,
  showInCenter: false,
  centerHeader: false,
  inSteps: false,
};

/** What a visitor has entered where a preview opens with an enquiry type. */
export function openingValues(
  types: readonly { readonly id: string | number; readonly key: string }[],
  { type }: PreviewQuery,
): Readonly<Record<string, string | number>> {
  const found = types.find(({ key }) => key === type);
  return found === undefined ? {} : { [typeField]: found.id };
}
