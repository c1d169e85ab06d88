/*
 * The pages of the content. A preset provides the types of the content and its pages, and finds the sites on
 * which an enquiry would reach nobody.
 */

export type { ContentPage, SiteContent } from '../yard/pages/site-content.ts';
export {
  describeUnreachedSite,
  findUnreachedSites,
} from '../yard/pages/unreached-sites.ts';
