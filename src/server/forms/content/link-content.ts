import type { EnquiryType, Id, Office } from '#engine';
import { linkYardContent, linkYardSite, type YardSite } from '../../yard/content.ts';
import { linkYardPage } from '../../yard/page.ts';
import { type Content, type ContentSite, type Page, toPagePath } from './content.ts';
import { linkFrame } from './frame-content.ts';
import {
  getPageFlags,
  pickFilledTexts,
  type RawContent,
  type RawPage,
  type RawSite,
  toFilledText,
} from './raw-content.ts';

/**
 * Replaces ids by the objects that they refer to, fills in defaults and sorts events by date. Throws an error
 * for an unknown id, so `checkReferences` must have found no problem.
 */
export function linkContent(raw: RawContent): Content {
  const yard = linkYardContent(raw, raw['sites.json']);
  const sites = raw['sites.json'].map((site) => linkSite(site, linkYardSite(site, yard)));
  const linked: LinkedEntries = {
    sites: indexById(sites),
    offices: indexById(yard.offices),
    types: indexById(raw['enquiry-types.json']),
    enquiryTypes: raw['enquiry-types.json'],
  };
  return {
    ...yard,
    sites,
    enquiryTypes: raw['enquiry-types.json'],
    lists: raw['lists.json'] ?? {},
    recipients: raw['recipients.json'] ?? [],
    destinations: raw['destinations.json'] ?? [],
    pages: raw['pages.json'].map((page) => linkPage(page, linked)),
    frame: linkFrame(raw['frame.json']),
  };
}

/** The linked entries of the content, by id as a string, and all enquiry types in their order. */
interface LinkedEntries {
  readonly sites: ReadonlyMap<string, ContentSite>;
  readonly offices: ReadonlyMap<string, Office>;
  readonly types: ReadonlyMap<string, EnquiryType>;
  readonly enquiryTypes: readonly EnquiryType[];
}

/** The optional texts of a site. Blank ones are left out. */
type SiteTexts = Pick<
  ContentSite,
  'email' | 'locale' | 'timeZone' | 'name' | 'wordmark' | 'strapline' | 'address' | 'phone' | 'theme'
>;

/** Returns a site with its defaults and the yard's properties, and without blank texts. */
function linkSite(site: RawSite, ofYard: YardSite): ContentSite {
  const { email, locale, timeZone, name, wordmark, strapline, address, phone, theme, figures, ...rest } =
    site;
  return {
    ...rest,
    ...pickFilledTexts<SiteTexts>({
      email,
      locale,
      timeZone,
      name,
      wordmark,
      strapline,
      address,
      phone,
      theme,
    }),
    socials: site.socials ?? [],
    domains: site.domains ?? [],
    isCounted: figures ?? true,
    ...ofYard,
  };
}

/**
 * Returns a page with its defaults and linked entries. Without own enquiry types it has all. Throws if it
 * names an unknown id.
 */
function linkPage(page: RawPage, linked: LinkedEntries): Page {
  const site = requireEntry(linked.sites, page.site);
  return {
    path: toPagePath(page.path),
    site,
    title: page.title,
    placement: page.placement,
    locale: toFilledText(page.locale),
    contactForm: pickFilledTexts(page.contactForm),
    landingData: page.landingData ? pickFilledTexts(page.landingData) : undefined,
    ...getPageFlags(page),
    ...linkYardPage(page, site, (id) => requireEntry(linked.offices, id)),
    enquiryTypes: page.enquiryTypes?.map((id) => requireEntry(linked.types, id)) ?? linked.enquiryTypes,
    lead: toFilledText(page.lead),
    body: toFilledText(page.body),
    note: toFilledText(page.note),
    hero: page.hero ? { image: page.hero.image, alt: toFilledText(page.hero.alt) } : undefined,
  };
}

/** Returns the entry with an id. Throws if there is none. */
function requireEntry<Entry>(entries: ReadonlyMap<string, Entry>, id: Id): Entry {
  const entry = entries.get(String(id));
  if (entry === undefined)
    throw new Error(`Cannot link the content: nothing has the id "${id}"; check it first`);
  return entry;
}

/** Returns the entries by their ids as strings. Of equal ids the last entry is used. */
function indexById<Entry extends { readonly id: Id }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [String(entry.id), entry]));
}
