import { isSameId } from '#engine';
import { findNearestName } from '#engine/model/nearest.ts';
import type { Placement } from '../../../contact/section-data.ts';
import { createNamedCache } from '../../platform/named-cache.ts';
import { type PresetRefusalCode, presetParameters } from '../../preset/pages.ts';
import { createBarePage, pagePlacements } from './bare-page.ts';
import { type Content, type ContentSite, findPage, findSiteByDomain, type Page } from './content.ts';

/** The query of a host's page (docs/contract.md, "Embedding"). */
export type HostedQuery = Readonly<Partial<Record<HostedName, string>>>;

type HostedName = 'page' | 'site' | PageParameter;
type PageParameter = 'placement' | 'locale' | keyof typeof presetParameters;

/**
 * The parameters that replace properties of a page. Each returns the properties for its value, or says why the
 * value is invalid.
 */
const pageParameters: Readonly<Record<PageParameter, ReadParameter>> = {
  placement: (_content, text) =>
    isPlacement(text)
      ? { placement: text }
      : {
          code: 'unknown-placement',
          reason: `there is no placement "${text}"`,
          advice: `use ${pagePlacements.join(', ')}`,
        },
  locale: (_content, tag) =>
    isLanguageTag(tag)
      ? { locale: tag }
      : {
          code: 'bad-locale',
          reason: `"${tag}" is not a language tag`,
          advice: 'use one like "en" or "de-CH"',
        },
  ...presetParameters,
};

type ReadParameter = (content: Content, value: string) => Partial<Page> | InvalidParameter;

interface InvalidParameter {
  readonly code: HostedRefusal['code'];
  readonly reason: string;
  readonly advice: string;
  /** The valid values, of which the most similar one replaces the advice. */
  readonly known?: readonly string[];
}

const pageParameterNames = Object.keys(pageParameters) as readonly PageParameter[];

/** The parameters in the order of the canonical address. */
const hostedNames: readonly HostedName[] = ['page', 'site', ...pageParameterNames];

/** The path of a form without a page of the content around it. */
const hostedPath = '/embed/form';

/** The reason why a query has no page, for the author of the host's page. */
export interface HostedRefusal {
  readonly code:
    | 'nothing-asked'
    | 'unknown-page'
    | 'unknown-site'
    | 'page-of-another-site'
    | 'unknown-placement'
    | 'bad-locale'
    | PresetRefusalCode;
  readonly message: string;
}

export type HostedResult =
  | { readonly page: Page; readonly refusal?: never }
  | { readonly refusal: HostedRefusal; readonly page?: never };

/**
 * Returns the page for a host's query: a page of the content or a bare page of a site, with the placement, the
 * locale and the preset's parameters of the query. A page of the content that the query does not change is
 * returned as it is; every other has the address of the hosted form as its path. Returns a refusal if a
 * parameter is invalid.
 */
export function resolveHostedPage(content: Content, query: HostedQuery): HostedResult {
  const base = findBasePage(content, query);
  if (base.refusal) return base;
  const overrides = findOverrides(content, query);
  if ('refusal' in overrides) return overrides;
  const isUnchanged = query.page !== undefined && Object.keys(overrides).length === 0;
  if (isUnchanged) return base;
  const path = toHostedAddress(query);
  return { page: cachePage(content, path, () => ({ ...base.page, path, ...overrides })) };
}

/**
 * Finds the page that a ticket names: by its path, or by the address of a hosted form. Undefined if there is
 * none, or if the address is refused.
 */
export function findTicketPage(content: Content, path: string): Page | undefined {
  return path.startsWith(`${hostedPath}?`)
    ? resolveHostedPage(content, readHostedQuery(path)).page
    : findPage(content, path);
}

/**
 * Finds the page of a path with a query on this server: `/contact?sent=…`, or that of a hosted form.
 * Undefined if there is none, or if the query of the hosted form is refused.
 */
export function findPageByAddress(content: Content, address: string): Page | undefined {
  const [path = '/'] = address.split('?');
  return path === hostedPath
    ? resolveHostedPage(content, readHostedQuery(address)).page
    : findPage(content, path);
}

/**
 * Returns true for the address of a hosted form, with or without a query. Pages of its site may show it in a
 * frame.
 */
export function isHostedAddress(address: string): boolean {
  return address.split('?', 1)[0] === hostedPath;
}

/**
 * Returns the known parameters of an address, trimmed; blank ones are left out. Of a repeated parameter the
 * first is used. Values are not checked.
 */
export function readHostedQuery(address: string): HostedQuery {
  const { searchParams } = new URL(address, 'http://page.invalid');
  const given = hostedNames.map((name) => [name, searchParams.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value));
}

/** Returns the path and query of a hosted form. Equal queries give equal addresses. */
function toHostedAddress(query: HostedQuery): string {
  const given = hostedNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]));
  return `${hostedPath}?${new URLSearchParams(given as [string, string][])}`;
}

/** Bounds the cache, because a query may contain any text. The latest are cached. */
const mostPages = 256;
const cachePage = createNamedCache<Content, Page>(mostPages);

/**
 * Returns the page of the content that the query names, else a bare page of its site. Returns a refusal if
 * one of them is unknown, or if the page belongs to another site.
 */
function findBasePage(content: Content, { page: path, site: named }: HostedQuery): HostedResult {
  const site = named === undefined ? undefined : findSiteByDomainOrId(content, named);
  if (named !== undefined && site === undefined) {
    const all = content.sites.flatMap(({ id, domain }) => [String(id), domain]);
    return createHostedRefusal(
      'unknown-site',
      `no site has the id or the domain "${named}"`,
      formatAdvice(named, all, 'use one of sites.json'),
    );
  }
  if (path === undefined)
    return site === undefined
      ? createHostedRefusal(
          'nothing-asked',
          'neither a page nor a site is named',
          'add "page", the path of a page, or "site"',
        )
      : {
          page: {
            ...createBarePage(content, { site, placement: 'inline' }),
            title: site.name ?? site.domain,
          },
        };
  const page = findPage(content, path);
  if (page === undefined)
    return createHostedRefusal(
      'unknown-page',
      `there is no page at "${path}"`,
      formatAdvice(
        path,
        content.pages.map((one) => one.path),
        'use the path of one of pages.json, or "site"',
      ),
    );
  return site === undefined || page.site === site
    ? { page }
    : createHostedRefusal(
        'page-of-another-site',
        `"${path}" is a page of "${page.site.domain}"`,
        `leave out "site", or use a page of "${site.domain}"`,
      );
}

/** Finds the site with a main domain, else the site with an id; undefined if there is none. */
function findSiteByDomainOrId(content: Content, named: string): ContentSite | undefined {
  return findSiteByDomain(content, named) ?? content.sites.find(({ id }) => isSameId(id, named));
}

/**
 * Returns the properties of the page that the query replaces, none if it names none, or the refusal of its
 * first invalid parameter.
 */
function findOverrides(content: Content, query: HostedQuery): Partial<Page> | HostedResult {
  let overrides: Partial<Page> = {};
  for (const name of pageParameterNames) {
    const value = query[name];
    if (value === undefined) continue;
    const read = pageParameters[name](content, value);
    if ('code' in read) {
      const { code, reason, known, advice } = read;
      return createHostedRefusal(code, reason, known ? formatAdvice(value, known, advice) : advice);
    }
    overrides = { ...overrides, ...read };
  }
  return overrides;
}

/** Returns true if a text is a placement. */
function isPlacement(text: string): text is Placement {
  return pagePlacements.some((one) => one === text);
}

/** Returns true for a well-formed language tag (BCP 47), also of an unsupported language. */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/**
 * Returns the advice to use the most similar of all names; `otherwise` if none is similar or the name has
 * more than 100 characters.
 */
function formatAdvice(name: string, all: readonly string[], otherwise: string): string {
  // A longer text is no typing error, and comparing it would take long.
  const near = name.length > 100 ? undefined : findNearestName(name, new Set(all));
  return near === undefined ? otherwise : `the nearest is "${near}"`;
}

/** Returns a refusal with the message "Cannot embed the form: ‹reason›; ‹advice›." */
function createHostedRefusal(
  code: HostedRefusal['code'],
  reason: string,
  advice: string,
): { readonly refusal: HostedRefusal } {
  return { refusal: { code, message: `Cannot embed the form: ${reason}; ${advice}.` } };
}
