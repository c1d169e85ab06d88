import { pageQueries } from '#engine';

/** The page's address with a step in it: `stepAddress('https://yard.example/value', 'boat') // '/value?step=boat'`. */
export function stepAddress(href: string, step: string): string {
  const url = new URL(href);
  url.searchParams.set(pageQueries.step, step);
  return url.pathname + url.search;
}

/** The step that an address names. */
export function stepIn(href: string): string | undefined {
  return new URL(href).searchParams.get(pageQueries.step) ?? undefined;
}

/** The page's address without a step in it. */
export function pageAddress(href: string): string {
  const url = new URL(href);
  url.searchParams.delete(pageQueries.step);
  return url.href;
}
