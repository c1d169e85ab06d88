import { pageQueries } from '#engine';

/**
 * Returns the path and query of the page's URL with a step:
 * `getStepUrl('https://yard.example/value', 'boat') // '/value?step=boat'`.
 */
export function getStepUrl(href: string, step: string): string {
  const url = new URL(href);
  url.searchParams.set(pageQueries.step, step);
  return url.pathname + url.search;
}

export function getStepFromUrl(href: string): string | undefined {
  return new URL(href).searchParams.get(pageQueries.step) ?? undefined;
}

export function removeStepFromUrl(href: string): string {
  const url = new URL(href);
  url.searchParams.delete(pageQueries.step);
  return url.href;
}
