import {
  type ContentEvent,
  type EnquiryType,
  eventTitlesFrom,
  type Id,
  isSameId,
  type Lists,
  type Office,
  type Site,
} from '#engine';
import type { ContactFormContent, LandingData, Placement, Social } from '../../contact/section-data.ts';

/** The site content, read and checked, with everything that refers to something else put in its place. */
export interface Content {
  readonly sites: readonly ContentSite[];
  /** Every office; where `sites.json` has an office's site, that site's flags stand here. */
  readonly offices: readonly Office[];
  /** In display order. */
  readonly enquiryTypes: readonly EnquiryType[];
  readonly yachtModels: readonly { readonly name: string }[];
  /** What forms choose from besides, by the list's name. */
  readonly lists: Lists;
  /** Who gets mails that a rule sends there. */
  readonly recipients: readonly ContentRecipient[];
  /** Where enquiries go besides the mail, as far as rules send them there. */
  readonly destinations: readonly ContentDestination[];
  /** The soonest first. */
  readonly events: readonly ContentEvent[];
  readonly pages: readonly Page[];
  readonly frame: FrameContent;
}

/** A site of `sites.json`; what the demonstration adds (name, strapline, theme) is optional. */
export interface ContentSite extends Site {
  readonly isInternational: boolean;
  readonly exclude_from_international: boolean;
  readonly socials: readonly Social[];
  /** Whether it is counted what visitors do with its forms (docs/behaviour.md, "Figures"). */
  readonly isCounted: boolean;
  /** Takes the enquiries that have no office. */
  readonly email?: string;
  /** The language of mails to the site's offices: BCP 47. */
  readonly locale?: string;
  /** IANA: `Europe/Paris`. The studio says by it when a version goes live. */
  readonly timeZone?: string;
  readonly name?: string;
  /** The part of the name that the site's drawn wordmark stands for. */
  readonly wordmark?: string;
  readonly strapline?: string;
  readonly address?: string;
  readonly phone?: string;
  /** The name of a look: `[data-theme]` of its pages. */
  readonly theme?: string;
  /** Domains besides its own on whose pages the site's forms stand; the same array every time. */
  readonly domains: readonly string[];
  /** The site's own offices, in the order of `offices.json`; the same array every time. */
  readonly offices: readonly Office[];
}

/** Who gets mails that a rule sends there; the address stays on the server. */
export interface ContentRecipient {
  readonly id: Id;
  readonly email: string;
  /** The language of the mails: BCP 47. */
  readonly locale?: string | null;
}

/** Where an enquiry goes besides the mail; what is secret of it stands elsewhere (docs/webhooks.md). */
export type ContentDestination = WebhookDestination | FolderDestination | BucketDestination;

/** It is posted to an address, signed. */
export interface WebhookDestination {
  readonly id: string;
  readonly kind: 'webhook';
  /** With `https:`, or to a private address that is allowed with `http:`. */
  readonly url: string;
  /** Where each secret stands that signs, the newest first: `env:CRM_SECRET` or `file:/run/secrets/crm`. */
  readonly secrets: readonly string[];
  /** Whether the address may be one of this machine or of a private network; no unless told. */
  readonly mayBePrivate?: boolean;
}

/** It is put into a folder, one file an enquiry. */
export interface FolderDestination {
  readonly id: string;
  readonly kind: 'fileDrop';
  /** A path, relative to the working directory. */
  readonly folder: string;
}

/** It is put into the bucket of the photos, one object an enquiry. */
export interface BucketDestination {
  readonly id: string;
  readonly kind: 'fileDrop';
  /** What the objects' names begin with: `enquiries/`. */
  readonly prefix: string;
}

/** A page of `pages.json`. */
export interface Page {
  /** As a URL writes it: `/fr/caf%C3%A9`. */
  readonly path: string;
  readonly site: ContentSite;
  readonly title: string;
  readonly placement: Placement;
  /** BCP 47; absent: negotiated with the visitor. */
  readonly locale?: string;
  readonly contactForm: ContactFormContent;
  readonly landingData?: LandingData;
  readonly hasFormTitle: boolean;
  readonly hasFormCopy: boolean;
  readonly hasSocialIcons: boolean;
  readonly showInCenter: boolean;
  readonly centerHeader: boolean;
  /** Types that have steps are shown one step at a time. */
  readonly inSteps: boolean;
  readonly selectedOffice?: Office;
  readonly eventTitle?: string;
  /** Those the page picks, in its order; the same array every time. */
  readonly enquiryTypes: readonly EnquiryType[];
  /** Those the page names, else its site's; the same array every time. */
  readonly offices: readonly Office[];
  readonly lead?: string;
  readonly body?: string;
  /** What a page of the demonstration shows, for the index that leads to it. */
  readonly note?: string;
  readonly hero?: { readonly image: string; readonly alt?: string };
}

/** What the content says around its pages: of `frame.json`, or nothing. */
export interface FrameContent {
  /** The picture at the top of the index: a path on the same origin. */
  readonly indexImage?: string;
  /** By language tag. */
  readonly words: Readonly<Record<string, FrameWords>>;
}

/** The words around the pages in one language. */
export interface FrameWords {
  /** A line at the end of every page. */
  readonly footerNote?: string;
  /** The head of the index. */
  readonly indexEyebrow?: string;
  readonly indexTitle?: string;
  readonly indexLead?: string;
}

/** The site of a domain; letter case does not matter. */
export function siteOfDomain({ sites }: Content, domain: string): ContentSite | undefined {
  const wanted = domain.trim().toLowerCase();
  return sites.find((site) => site.domain.toLowerCase() === wanted);
}

/** Whether an address is one of a site's: a domain of it stands for it by http and https, on whatever port where it names none. */
export function isOfSite({ sites }: Content, url: URL): boolean {
  return sites.some((site) => isOnSite(site, url));
}

/** Whether an address is a certain site's. */
export function isOnSite({ domain, domains }: Pick<ContentSite, 'domain' | 'domains'>, url: URL): boolean {
  if (!/^https?:$/.test(url.protocol)) return false;
  return [domain, ...domains].some((one) => [url.host, url.hostname].includes(hostOf(one)));
}

/** A domain as addresses and headers have it: `hostOf('Würth.example') // 'xn--wrth-0ra.example'`. */
export function hostOf(domain: string): string {
  const isAscii = /^[ -~]*$/.test(domain);
  return (isAscii ? undefined : URL.parse(`http://${domain}`)?.host) ?? domain.toLowerCase();
}

/** The page of a path, as a request writes it. */
export function pageAt({ pages }: Content, path: string): Page | undefined {
  return pages.find((page) => page.path === path) ?? pages.find((page) => page.path === pagePath(path));
}

/** A path as a request writes it: `pagePath('/fr/café') // '/fr/caf%C3%A9'`; what is no path stays as it is. */
export function pagePath(path: string): string {
  return URL.parse(path, 'http://page.invalid')?.pathname ?? path;
}

/** The office of an id. */
export function officeOfId({ offices }: Content, id: Id): Office | undefined {
  return offices.find((office) => isSameId(office.id, id));
}

/** The titles of a domain's events that start on a day (ISO date, UTC) or later; the same array for the same question. */
export function futureEventTitles(content: Content, domain: string, day: string): readonly string[] {
  const key = `${day} ${domain.toLowerCase()}`;
  const known = titlesOf.get(content) ?? new Map<string, readonly string[]>();
  titlesOf.set(content, known);
  let titles = known.get(key);
  if (titles === undefined) {
    titles = eventTitlesFrom(content.events, { domain, day });
    if (known.size >= maxQuestions) known.clear();
    known.set(key, titles);
  }
  return titles;
}

/** Days change and domains may be anything that a caller sends. */
const maxQuestions = 256;
const titlesOf = new WeakMap<Content, Map<string, readonly string[]>>();
