import type { Placement } from '../../../contact/section-data.ts';
import { createBarePresetPage } from '../../preset/pages.ts';
import type { Content, ContentSite, Page } from './content.ts';

export const pagePlacements = ['inline', 'modal', 'landing'] as const satisfies readonly Placement[];

/**
 * Creates a page with a site's form and nothing around it, for a form that no page of the content shows. It
 * has all enquiry types, the preset's properties of a page of the site, and no texts.
 */
export function createBarePage(
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
    placement,
    contactForm: {},
    hasFormTitle: false,
    hasFormCopy: false,
    hasSocialIcons: false,
    showInCenter: false,
    centerHeader: false,
    inSteps: false,
    enquiryTypes,
    ...createBarePresetPage(site),
  };
}
