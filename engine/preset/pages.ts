/*
 * The pages of the content, on which `diff` compares versions and servers look for enquiries that reach
 * nobody. A preset provides the types of the content and its pages, and the situation of a visitor on a page.
 */

export {
  canHaveItem,
  createPageExample,
  createPageSituation,
  isTypeSelectable,
  listEmbeddedPages,
} from '../yard/pages/page-situation.ts';
export type { ContentPage, SiteContent } from '../yard/pages/site-content.ts';
export {
  describeUnreachedSite,
  findUnreachedSites,
} from '../yard/pages/unreached-sites.ts';
