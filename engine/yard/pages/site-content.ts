import type { EnquiryType, Lists } from '../../model/types.ts';
import type { ContentEvent } from '../model/events.ts';
import type { Office, Site } from '../model/types.ts';

/** The part of a site's content that can make forms differ. */
export interface SiteContent {
  readonly sites: readonly Site[];
  readonly offices: readonly Office[];
  readonly enquiryTypes: readonly EnquiryType[];
  readonly yachtModels: readonly { readonly name: string }[];
  readonly lists: Lists;
  readonly events: readonly ContentEvent[];
  readonly pages: readonly ContentPage[];
}

export interface ContentPage {
  readonly path: string;
  readonly site: Site & { readonly email?: string | undefined };
  readonly placement: 'inline' | 'modal' | 'landing';
  /** Keys of the texts that the page replaces by its own; absent: none. */
  readonly ownTexts?: readonly string[];
  readonly locale?: string | undefined;
  readonly selectedOffice?: Office | undefined;
  readonly eventTitle?: string | undefined;
  /** The same array as that of the content if the page does not choose its own. */
  readonly enquiryTypes: readonly EnquiryType[];
  readonly offices: readonly Office[];
}
