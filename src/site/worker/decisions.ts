import { pageQueries } from '#engine/model/names.ts';
import type { PageMark } from '#engine/model/page-mark.ts';

/** The decisions of the worker, without its storage and its network. */

/** The properties of a `Request` that decide how the worker answers it. */
export type AskedRequest = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>;

/**
 * The way in which the worker answers a request. `page`: from the network, and if that gives nothing, the stored
 * page. `hashed`: a file whose address changes with its content, from the cache if it is there. `file`: any
 * other file of a page, from the network, else from the cache. `none`: the browser handles the request alone.
 */
export type Handling = 'page' | 'hashed' | 'file' | 'none';

/** Returns how the worker answers a request of its origin. */
export function chooseHandling({ method, mode, destination, url }: AskedRequest, origin: string): Handling {
  const address = new URL(url);
  if (method !== 'GET' || address.origin !== origin || excludedPaths.test(address.pathname)) return 'none';
  if (mode === 'navigate')
    return destination === 'document' && !hasOwnQuery(address) && !/\.\w+$/.test(address.pathname)
      ? 'page'
      : 'none';
  if (hashedPaths.test(address.pathname)) return 'hashed';
  return fileDestinations.includes(destination) ? 'file' : 'none';
}

/** Paths of the studio, of previews, of endpoints, of embeds and of the worker itself. */
const excludedPaths =
  /^\/(?:studio|studio-assets|preview|api|graphql|embed|photos|healthz|readyz|metrics)(?:[/.-]|$)|^\/slipway-worker\.js$/;

/** Files whose addresses contain a hash of their content. */
const hashedPaths = /^\/(?:assets|parts|forms)\/.*\.\w+$/;

const fileDestinations: readonly RequestDestination[] = ['font', 'image', 'script', 'style'];

/**
 * Returns true if the query names an answer that the stored page does not have: a receipt, a link to saved
 * answers, or a form that was opened without scripts. Queries of campaigns do not matter.
 */
function hasOwnQuery({ searchParams }: URL): boolean {
  return [pageQueries.receipt, pageQueries.resume, pageQueries.opened].some((name) => searchParams.has(name));
}

/** Returns the address under which a hashed file is stored. Scripts that are imported again have a query. */
export function toStoredAddress(url: string): string {
  const address = new URL(url);
  if (address.pathname.startsWith('/assets/')) address.search = '';
  address.hash = '';
  return address.href;
}

/** The properties of a `Response` to a page's request that decide what the visitor gets. */
export interface PageAnswer {
  readonly status: number;
  /** The value of `pageHeader`; null if the answer has none, as of a captive portal or a gateway. */
  readonly mark: string | null;
}

/**
 * Returns what to do with the network's answer for a page that is stored. `pass`: it is the server's. `remove`:
 * the same, and the page may not be stored any more. `probe`: something else may have answered.
 */
export function judgePageAnswer({ status, mark }: PageAnswer): 'pass' | 'remove' | 'probe' {
  if (mark === null) return 'probe';
  const isRefused = mark === ('other' satisfies PageMark) && [200, 404, 410].includes(status);
  return isRefused ? 'remove' : 'pass';
}

/**
 * Returns who answers at this address, by the answer for the worker's script: our server; a server that has no
 * worker (any more); or something in between, such as a captive portal. Undefined stands for no answer.
 */
export function judgeProbe(answer: PageAnswer | undefined): 'server' | 'no-worker' | 'stranger' {
  if (answer === undefined) return 'stranger';
  if (answer.mark !== null) return 'server';
  return answer.status === 404 || answer.status === 410 ? 'no-worker' : 'stranger';
}

/** Returns true if an answer to the request for a stored page may be stored. */
export function mayStoreAnswer({
  status,
  mark,
  type,
  isRedirected,
}: PageAnswer & { readonly type: string | null; readonly isRedirected: boolean }): boolean {
  return (
    status === 200 &&
    mark === ('offline' satisfies PageMark) &&
    !isRedirected &&
    /^text\/html\b/.test(type ?? '')
  );
}

/** Returns true if a file of a page may be stored. A picture or font is optional, and may not be large. */
export function mayStoreFile({
  status,
  cacheControl,
  bytes,
}: {
  readonly status: number;
  readonly cacheControl: string | null;
  /** Absent for a file without which the page does not work. */
  readonly bytes?: number;
}): boolean {
  return status === 200 && !/no-store/.test(cacheControl ?? '') && (bytes ?? 0) <= maxOptionalBytes;
}

/** The largest picture or font that is stored, in bytes. */
const maxOptionalBytes = 250_000;

/** A stored page. */
export interface StoredPage {
  readonly url: string;
  readonly version: string | null;
  /** The time of storing, in ms since 1970. */
  readonly storedAt: number;
  /** The absolute addresses of its files. */
  readonly files: readonly string[];
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The time after which a stored page is no longer shown: nobody could have seen whether it is still true. */
const maxAgeMs = 14 * dayMs;
const maxPages = 20;

/** Returns true if a stored page may be shown. A clock that was set back makes no page newer. */
export function isUsable({ storedAt }: Pick<StoredPage, 'storedAt'>, now: number): boolean {
  return Math.abs(now - storedAt) <= maxAgeMs;
}

/**
 * Returns true if a stored page of this version need not be fetched again yet: for one day, or for ten minutes if
 * it must be current (`isForced`), because a network may come and go each minute.
 */
export function isFresh(
  { storedAt, version }: Pick<StoredPage, 'storedAt' | 'version'>,
  {
    version: current,
    isForced,
    now,
  }: { readonly version: string; readonly isForced: boolean; readonly now: number },
): boolean {
  return version === current && Math.abs(now - storedAt) <= (isForced ? 10 * minuteMs : dayMs);
}

/** Returns the stored pages to remove: those that are too old, and the oldest beyond the maximum number. */
export function listRemovedPages(pages: readonly StoredPage[], now: number): readonly string[] {
  const usable = pages.filter((page) => isUsable(page, now)).toSorted((a, b) => b.storedAt - a.storedAt);
  const stays = new Set(usable.slice(0, maxPages).map(({ url }) => url));
  return pages.flatMap(({ url }) => (stays.has(url) ? [] : [url]));
}

/** Returns the stored files that no stored page needs. */
export function listUnusedFiles(stored: readonly string[], pages: readonly StoredPage[]): readonly string[] {
  const used = new Set(pages.flatMap(({ files }) => files));
  return stored.filter((address) => !used.has(address));
}
