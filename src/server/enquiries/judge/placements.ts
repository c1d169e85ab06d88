import { type Form, isSameId, officeField, typeField, type Values } from '#engine';
import type { Placement } from '../../../contact/section-data.ts';
import { createBarePage } from '../../forms/content/bare-page.ts';
import { type Content, type ContentSite, findOffice, type Page } from '../../forms/content/content.ts';
import { getAllTypes } from '../../forms/content/visit.ts';
import { toId } from './judgement.ts';

/**
 * Yields the pages on which a site could have shown the form, the simplest first: each placement, with and
 * without the submitted office as the preselected one, then the site's pages with an event or their own
 * offices (docs/behaviour.md, "Judging a submission").
 */
export function* listPossiblePages(
  { content, ready: { form } }: PageSources,
  site: ContentSite,
  submitted: Values,
): Generator<Page> {
  const office = findSubmittedOffice(content, submitted);
  for (const placement of placements) {
    const page = createPlacedPage({ form, content }, { site, placement, submitted });
    yield page;
    if (office !== undefined) yield { ...page, selectedOffice: office };
  }
  for (const page of content.pages) {
    if (page.site === site && hasEventOrOwnOffices(page)) yield page;
  }
}

interface PageSources {
  readonly content: Content;
  readonly ready: { readonly form: Form };
}

const placements: readonly Placement[] = ['inline', 'modal', 'landing'];

/**
 * Returns a page without path and texts that shows the site's form in a placement. A modal page offers only
 * the submitted type, if there is one, because in some forms it cannot be chosen there.
 */
function createPlacedPage(
  { form, content }: { readonly form: Form; readonly content: Content },
  {
    site,
    placement,
    submitted,
  }: { readonly site: ContentSite; readonly placement: Placement; readonly submitted: Values },
): Page {
  const type = toId(submitted[typeField]);
  const isPicked = placement === 'modal' && type !== undefined;
  const page = createBarePage(content, { site, placement });
  return isPicked
    ? { ...page, enquiryTypes: getAllTypes(form, content).filter(({ id }) => isSameId(id, type)) }
    : page;
}

/** Returns the office that was submitted; undefined if there is none or it is unknown. */
function findSubmittedOffice(content: Content, submitted: Values) {
  const id = toId(submitted[officeField]);
  return id === undefined ? undefined : findOffice(content, id);
}

/** Returns true if the page is about an event, or has another list of offices than its site. */
function hasEventOrOwnOffices({ eventTitle, offices, site }: Page): boolean {
  return eventTitle !== undefined || offices !== site.offices;
}
