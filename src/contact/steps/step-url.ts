import { pageQueries } from '#engine';

/**
 * Returns the path and query of the page's URL with a step in place of any other:
 * `getStepUrl('https://yard.example/value', 'boat') // '/value?step=boat'`. A fragment is removed.
 */
export function getStepUrl(href: string, step: string): string {
  const url = new URL(href);
  url.searchParams.set(pageQueries.step, step);
  return url.pathname + url.search;
}

/** Returns the step in the query of an absolute URL; undefined if it has none. */
export function getStepFromUrl(href: string): string | undefined {
  return new URL(href).searchParams.get(pageQueries.step) ?? undefined;
}

/** Returns the absolute URL without its step; all else stays. */
export function removeStepFromUrl(href: string): string {
  const url = new URL(href);
  url.searchParams.delete(pageQueries.step);
  return url.href;
}
