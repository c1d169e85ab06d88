import type { EnquiryType } from '#engine';
import { type EntryIndex, indexById, requireEntry } from '../../platform/entry-index.ts';
import { linkPresetContent, linkPresetSite, type PresetSite } from '../../preset/content.ts';
import { createPresetPageLinker, type LinkPresetPage } from '../../preset/pages.ts';
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
 * Replaces ids by the objects that they refer to, and fills in defaults. Throws an error for an unknown id, so
 * `checkReferences` must have found no problem.
 */
export function linkContent(raw: RawContent): Content {
  const ofPreset = linkPresetContent(raw, raw['sites.json']);
  const sites = raw['sites.json'].map((site) => linkSite(site, linkPresetSite(site, ofPreset)));
  const linked: LinkedEntries = {
    sites: indexById(sites),
    types: indexById(raw['enquiry-types.json']),
    enquiryTypes: raw['enquiry-types.json'],
    linkPresetPage: createPresetPageLinker(ofPreset),
  };
  return {
    ...ofPreset,
    sites,
    enquiryTypes: raw['enquiry-types.json'],
    lists: raw['lists.json'] ?? {},
    recipients: raw['recipients.json'] ?? [],
    destinations: raw['destinations.json'] ?? [],
    pages: raw['pages.json'].map((page) => linkPage(page, linked)),
    frame: linkFrame(raw['frame.json']),
  };
}

/** The linked entries of the content by their ids, and all enquiry types in their order. */
interface LinkedEntries {
  readonly sites: EntryIndex<ContentSite>;
  readonly types: EntryIndex<EnquiryType>;
  readonly enquiryTypes: readonly EnquiryType[];
  readonly linkPresetPage: LinkPresetPage;
}

/** The optional texts of a site. Blank ones are left out. */
type SiteTexts = Pick<
  ContentSite,
  'email' | 'locale' | 'timeZone' | 'name' | 'wordmark' | 'strapline' | 'address' | 'phone' | 'theme'
>;

/** Returns a site with its defaults and the preset's properties, and without blank texts. */
function linkSite(site: RawSite, ofPreset: PresetSite): ContentSite {
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
    ...ofPreset,
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
    title: toFilledText(page.title),
    placement: page.placement,
    locale: toFilledText(page.locale),
    contactForm: pickFilledTexts(page.contactForm),
    landingData: page.landingData ? pickFilledTexts(page.landingData) : undefined,
    ...getPageFlags(page),
    ...linked.linkPresetPage(page, site),
    enquiryTypes: page.enquiryTypes?.map((id) => requireEntry(linked.types, id)) ?? linked.enquiryTypes,
    lead: toFilledText(page.lead),
    body: toFilledText(page.body),
    note: toFilledText(page.note),
    hero: page.hero ? { image: page.hero.image, alt: toFilledText(page.hero.alt) } : undefined,
  };
}
