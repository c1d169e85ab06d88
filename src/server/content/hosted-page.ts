import { isSameId } from '#engine';
import { nearestOf } from '#engine/nearest.ts';
import type { Placement } from '../../contact/section-data.ts';
import { barePage } from './bare-page.ts';
import { type Content, type ContentSite, officeOfId, type Page, pageAt, siteOfDomain } from './content.ts';
import { keptOf } from './kept.ts';

/** The query of a host's page (docs/contract.md, "Embedding"). */
export type HostedAsk = Readonly<Partial<Record<HostedName, string>>>;

/** The parameters in the order of the canonical address. */
const hostedNames = ['page', 'site', 'placement', 'locale', 'office', 'event'] as const;
type HostedName = (typeof hostedNames)[number];

/** The path of a form without a page of the content around it. */
const hostedPath = '/embed/form';

/** The reason for which a query has no page, for the author of the host's page. */
export interface HostedRefusal {
  readonly code:
    | 'nothing-asked'
    | 'unknown-page'
    | 'unknown-site'
    | 'page-of-another-site'
    | 'unknown-placement'
    | 'bad-locale'
    | 'unknown-office'
    | 'event-too-long';
  readonly message: string;
}

export type Hosted =
  | { readonly page: Page; readonly refusal?: never }
  | { readonly refusal: HostedRefusal; readonly page?: never };

/**
 * Returns the page for a host's query: a page of the content, or a variant of it, or a bare page of a site.
 * Rendering and judging use the same page.
 */
export function hostedPage(content: Content, ask: HostedAsk): Hosted {
  const based = basePage(content, ask);
  if (based.refusal) return based;
  const differing = differencesOf(content, ask);
  if ('refusal' in differing) return differing;
  const isAsItIs = ask.page !== undefined && Object.keys(differing).length === 0;
  if (isAsItIs) return based;
  const path = hostedAddress(ask);
  return { page: pagesOf(content, path, () => ({ ...based.page, path, ...differing })) };
}

/** Finds the page that a ticket names: by its path, or by the address of a hosted form. */
export function pageOfTicket(content: Content, path: string): Page | undefined {
  return path.startsWith(`${hostedPath}?`) ? hostedPage(content, askOf(path)).page : pageAt(content, path);
}

/** Finds the page of an address of this server: `/contact?sent=…`, or that of a hosted form. */
export function pageOfAddress(content: Content, address: string): Page | undefined {
  const [path = '/'] = address.split('?');
  return path === hostedPath ? hostedPage(content, askOf(address)).page : pageAt(content, path);
}

/** Returns true for the address of a hosted form, which pages of its site may show in a frame. */
export function isHosted(address: string): boolean {
  return address.split('?', 1)[0] === hostedPath;
}

/** Reads the known parameters of an address; blank ones are absent. */
export function askOf(address: string): HostedAsk {
  const { searchParams } = new URL(address, 'http://page.invalid');
  const given = hostedNames.map((name) => [name, searchParams.get(name)?.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value));
}

function hostedAddress(ask: HostedAsk): string {
  const given = hostedNames.flatMap((name) => (ask[name] === undefined ? [] : [[name, ask[name]]]));
  return `${hostedPath}?${new URLSearchParams(given as [string, string][])}`;
}

/** Bounds the cache, because a query may contain any event title. The latest are cached. */
const mostPages = 256;
const pagesOf = keptOf<Content, Page>(mostPages);

function basePage(content: Content, { page: path, site: named }: HostedAsk): Hosted {
  const site = named === undefined ? undefined : siteNamed(content, named);
  if (named !== undefined && site === undefined) {
    const all = content.sites.flatMap(({ id, domain }) => [String(id), domain]);
    return refused(
      'unknown-site',
      `no site has the id or the domain "${named}"`,
      nearest(named, all, 'take one of sites.json'),
    );
  }
  if (path === undefined)
    return site === undefined
      ? refused(
          'nothing-asked',
          'neither a page nor a site is named',
          'add "page", the path of a page, or "site"',
        )
      : { page: { ...barePage(content, { site, placement: 'inline' }), title: site.name ?? site.domain } };
  const page = pageAt(content, path);
  if (page === undefined)
    return refused(
      'unknown-page',
      `no page is at "${path}"`,
      nearest(
        path,
        content.pages.map((one) => one.path),
        'take the path of one of pages.json, or "site"',
      ),
    );
  return site === undefined || page.site === site
    ? { page }
    : refused(
        'page-of-another-site',
        `"${path}" is a page of "${page.site.domain}"`,
        `leave out "site", or take a page of "${site.domain}"`,
      );
}

function siteNamed(content: Content, named: string): ContentSite | undefined {
  return siteOfDomain(content, named) ?? content.sites.find(({ id }) => isSameId(id, named));
}

function differencesOf(
  content: Content,
  { placement, locale, office, event }: HostedAsk,
): Partial<Page> | Hosted {
  if (placement !== undefined && !isPlacement(placement))
    return refused(
      'unknown-placement',
      `there is no placement "${placement}"`,
      `take ${placements.join(', ')}`,
    );
  if (locale !== undefined && !isLocale(locale))
    return refused('bad-locale', `"${locale}" is no language tag`, 'take one like "en" or "de-CH"');
  const selectedOffice = office === undefined ? undefined : officeOfId(content, office);
  if (office !== undefined && selectedOffice === undefined)
    return refused(
      'unknown-office',
      `no office has the id "${office}"`,
      nearest(
        office,
        content.offices.map(({ id }) => String(id)),
        'take one of offices.json',
      ),
    );
  if (event !== undefined && event.length > longestEvent)
    return refused(
      'event-too-long',
      `the event's title has ${event.length} characters`,
      `take at most ${longestEvent}`,
    );
  return {
    ...(placement !== undefined && { placement }),
    ...(locale !== undefined && { locale }),
    ...(selectedOffice && { selectedOffice }),
    ...(event !== undefined && { eventTitle: event }),
  };
}

/** Bounds the header in which the ticket travels, because the ticket contains the title. */
const longestEvent = 200;

const placements = ['inline', 'modal', 'landing'] as const satisfies readonly Placement[];

function isPlacement(text: string): text is Placement {
  return placements.some((one) => one === text);
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function nearest(name: string, all: readonly string[], otherwise: string): string {
  // A longer text is no typing error, and comparing it would take long.
  const near = name.length > 100 ? undefined : nearestOf(name, new Set(all));
  return near === undefined ? otherwise : `the nearest is "${near}"`;
}

function refused(
  code: HostedRefusal['code'],
  reason: string,
  advice: string,
): { readonly refusal: HostedRefusal } {
  return { refusal: { code, message: `Cannot embed the form: ${reason}; ${advice}.` } };
}
