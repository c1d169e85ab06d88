import type { EnquiryType, Id, Lists, Site } from '#engine';
import type { ContactFormContent, LandingData, Placement, Social } from '../../../contact/section-data.ts';
import type { PresetContent, PresetSite } from '../../preset/content.ts';
import type { PresetPage } from '../../preset/pages.ts';

/** The checked site content, in which ids are replaced by the objects that they refer to. */
export interface Content extends PresetContent {
  readonly sites: readonly ContentSite[];
  /** In display order. */
  readonly enquiryTypes: readonly EnquiryType[];
  readonly lists: Lists;
  readonly recipients: readonly ContentRecipient[];
  readonly destinations: readonly ContentDestination[];
  readonly pages: readonly Page[];
  readonly frame: FrameContent;
}

/** A site of `sites.json`. The additions of the demonstration (name, strapline, theme) are optional. */
export interface ContentSite extends Omit<Site, keyof PresetSite>, PresetSite {
  readonly socials: readonly Social[];
  /** True if visits of its forms are counted (docs/behaviour.md, "Figures"). */
  readonly isCounted: boolean;
  readonly email?: string;
  /** The language of the site's mails: BCP 47. */
  readonly locale?: string;
  /** IANA: `Europe/Paris`. The studio shows the publication times of versions in it. */
  readonly timeZone?: string;
  readonly name?: string;
  /** The part of the name that the site's wordmark image replaces. */
  readonly wordmark?: string;
  readonly strapline?: string;
  readonly address?: string;
  readonly phone?: string;
  readonly theme?: string;
  /** Further domains whose pages may embed the site's forms. The array is identical every time. */
  readonly domains: readonly string[];
}

/** A recipient of mails that a rule sends; the address never leaves the server. */
export interface ContentRecipient {
  readonly id: Id;
  readonly email: string;
  /** The language of the mails: BCP 47. */
  readonly locale?: string | null;
}

/**
 * A destination of enquiries in addition to the mail. Its secrets are stored outside the content
 * (docs/webhooks.md).
 */
export type ContentDestination = WebhookDestination | FolderDestination | BucketDestination;

export interface WebhookDestination {
  readonly id: string;
  readonly kind: 'webhook';
  /** With `https:`, or with `http:` if private addresses are allowed. */
  readonly url: string;
  /** The locations of the signing secrets, the newest first: `env:CRM_SECRET` or `file:/run/secrets/crm`. */
  readonly secrets: readonly string[];
  /** True if the address may be on this machine or in a private network; false by default. */
  readonly mayBePrivate?: boolean;
}

export interface FolderDestination {
  readonly id: string;
  readonly kind: 'fileDrop';
  /** A path, relative to the working directory. */
  readonly folder: string;
}

export interface BucketDestination {
  readonly id: string;
  readonly kind: 'fileDrop';
  /** The prefix of the objects' names: `enquiries/`. */
  readonly prefix: string;
}

export interface Page extends PresetPage {
  /** Percent-encoded: `/fr/caf%C3%A9`. */
  readonly path: string;
  readonly site: ContentSite;
  /** Absent: the name of the form's first type (`findPageTitle`). */
  readonly title?: string;
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
  /** If true, types with steps are shown one step at a time. */
  readonly inSteps: boolean;
  /** The types that the page names, in its order, else all. The array is identical every time. */
  readonly enquiryTypes: readonly EnquiryType[];
  readonly lead?: string;
  readonly body?: string;
  readonly note?: string;
  readonly hero?: { readonly image: string; readonly alt?: string };
}

/** Texts around the pages, from `frame.json`. */
export interface FrameContent {
  /** The picture at the top of the index: a path on the same origin. */
  readonly indexImage?: string;
  /** The texts by language tag (BCP 47). */
  readonly words: Readonly<Record<string, FrameWords>>;
  /** The privacy policy by language tag; empty if there is none. */
  readonly privacyPolicy: Readonly<Record<string, PrivacyPolicy>>;
}

/** The texts of the page `/privacy-policy` in one language. */
export interface PrivacyPolicy {
  readonly title: string;
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

export interface FrameWords {
  readonly footerNote?: string;
  readonly indexEyebrow?: string;
  readonly indexTitle?: string;
  readonly indexLead?: string;
}

/**
 * Finds the site whose main `domain` is this, ignoring case and white space around it. Its further `domains`
 * are not compared. Undefined if there is none.
 */
export function findSiteByDomain({ sites }: Content, domain: string): ContentSite | undefined {
  const wanted = domain.trim().toLowerCase();
  return sites.find((site) => site.domain.toLowerCase() === wanted);
}

/** Returns true if a URL belongs to one of the sites, as `isOnSite` decides. */
export function isOnAnySite({ sites }: Content, url: URL): boolean {
  return sites.some((site) => isOnSite(site, url));
}

/**
 * Returns true if a URL is on the main domain of a site or a further one: by http or https, and on any port
 * if the domain names none. A subdomain does not belong to the site.
 */
export function isOnSite({ domain, domains }: Pick<ContentSite, 'domain' | 'domains'>, url: URL): boolean {
  if (!/^https?:$/.test(url.protocol)) return false;
  return [domain, ...domains].some((one) => [url.host, url.hostname].includes(toHost(one)));
}

/**
 * Converts a domain to the form that URLs and headers use, in lower case: `toHost('Würth.example') //
 * 'xn--wrth-0ra.example'`.
 */
export function toHost(domain: string): string {
  const isAscii = /^[ -~]*$/.test(domain);
  return (isAscii ? undefined : URL.parse(`http://${domain}`)?.host) ?? domain.toLowerCase();
}

/**
 * Finds a page by its path, which need not be percent-encoded. Undefined if there is none; a query is not
 * removed.
 */
export function findPage({ pages }: Content, path: string): Page | undefined {
  return pages.find((page) => page.path === path) ?? pages.find((page) => page.path === toPagePath(path));
}

/**
 * Percent-encodes a path as requests do: `toPagePath('/fr/café') // '/fr/caf%C3%A9'`. A query and a hash are
 * removed. A text that is no path is returned unchanged.
 */
export function toPagePath(path: string): string {
  return URL.parse(path, 'http://page.invalid')?.pathname ?? path;
}
