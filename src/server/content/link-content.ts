import { type EnquiryType, type Id, isSameId, type Office, withSiteFlags } from '#engine';
import { type Content, type ContentSite, type Page, pagePath } from './content.ts';
import { linkFrame } from './frame-content.ts';
import {
  filledText,
  filledTexts,
  flagsOf,
  type RawContent,
  type RawPage,
  type RawSite,
} from './raw-content.ts';

/** Replaces ids by the objects that they refer to. `checkReferences` must have found no problem. */
export function linkContent(raw: RawContent): Content {
  const rawSites = byId(raw['sites.json']);
  const offices = raw['offices.json'].map((office) =>
    withSiteFlags(office, (id) => rawSites.get(String(id))),
  );
  const sites = raw['sites.json'].map((site) => linkSite(site, offices));
  const linked: Linked = {
    sites: byId(sites),
    offices: byId(offices),
    types: byId(raw['enquiry-types.json']),
    enquiryTypes: raw['enquiry-types.json'],
  };
  return {
    sites,
    offices,
    enquiryTypes: raw['enquiry-types.json'],
    yachtModels: raw['yacht-models.json'],
    lists: raw['lists.json'] ?? {},
    recipients: raw['recipients.json'] ?? [],
    destinations: raw['destinations.json'] ?? [],
    events: raw['events.json'].toSorted((one, other) =>
      one.startsOn < other.startsOn ? -1 : Number(one.startsOn > other.startsOn),
    ),
    pages: raw['pages.json'].map((page) => linkPage(page, linked)),
    frame: linkFrame(raw['frame.json']),
  };
}

interface Linked {
  readonly sites: ReadonlyMap<string, ContentSite>;
  readonly offices: ReadonlyMap<string, Office>;
  readonly types: ReadonlyMap<string, EnquiryType>;
  readonly enquiryTypes: readonly EnquiryType[];
}

type SiteTexts = Pick<
  ContentSite,
  'email' | 'locale' | 'timeZone' | 'name' | 'wordmark' | 'strapline' | 'address' | 'phone' | 'theme'
>;

function linkSite(site: RawSite, offices: readonly Office[]): ContentSite {
  const { email, locale, timeZone, name, wordmark, strapline, address, phone, theme, figures, ...rest } =
    site;
  return {
    ...rest,
    ...filledTexts<SiteTexts>({
      ...{ email, locale, timeZone, name, wordmark, strapline, address, phone, theme },
    }),
    isInternational: site.isInternational ?? false,
    exclude_from_international: site.exclude_from_international ?? false,
    socials: site.socials ?? [],
    domains: site.domains ?? [],
    isCounted: figures ?? true,
    offices: offices.filter((office) => isPresent(office.site?.id) && isSameId(office.site.id, site.id)),
  };
}

function linkPage(page: RawPage, linked: Linked): Page {
  const site = found(linked.sites, page.site);
  return {
    path: pagePath(page.path),
    site,
    title: page.title,
    placement: page.placement,
    locale: filledText(page.locale),
    contactForm: filledTexts(page.contactForm),
    landingData: page.landingData ? filledTexts(page.landingData) : undefined,
    ...flagsOf(page),
    selectedOffice: isPresent(page.selectedOffice) ? found(linked.offices, page.selectedOffice) : undefined,
    eventTitle: filledText(page.eventTitle),
    enquiryTypes: page.enquiryTypes?.map((id) => found(linked.types, id)) ?? linked.enquiryTypes,
    offices: page.offices?.map((id) => found(linked.offices, id)) ?? site.offices,
    lead: filledText(page.lead),
    body: filledText(page.body),
    note: filledText(page.note),
    hero: page.hero ? { image: page.hero.image, alt: filledText(page.hero.alt) } : undefined,
  };
}

function isPresent(id: Id | null | undefined): id is Id {
  return id !== null && id !== undefined;
}

function found<Entry>(entries: ReadonlyMap<string, Entry>, id: Id): Entry {
  const entry = entries.get(String(id));
  if (entry === undefined)
    throw new Error(`Cannot link the content: nothing has the id "${id}"; check it first`);
  return entry;
}

function byId<Entry extends { readonly id: Id }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [String(entry.id), entry]));
}
