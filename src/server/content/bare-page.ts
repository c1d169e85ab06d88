import type { Placement } from '../../contact/section-data.ts';
import type { Content, ContentSite, Page } from './content.ts';

/** A page that no content describes: a site's form in a placement, and nothing around it. */
export function barePage(
  { enquiryTypes }: Pick<Content, 'enquiryTypes'>,
  {
    site,
    placement,
    path = '',
  }: { readonly site: ContentSite; readonly placement: Placement; readonly path?: string },
): Page {
  return {
    path,
    site,
    title: '',
    placement,
    contactForm: {},
    hasFormTitle: false,
    hasFormCopy: false,
    hasSocialIcons: false,
    showInCenter: false,
    centerHeader: false,
    inSteps: false,
    enquiryTypes,
    offices: site.offices,
  };
}
