/**
 * The filter of the figures. An empty type or site does not filter; without days, the server chooses the
 * period. Days are in UTC: `2026-11-23`.
 */
export interface FiguresFilter {
  readonly from: string;
  readonly until: string;
  /** The key of an enquiry type. */
  readonly type: string;
  /** The id of a site. */
  readonly site: string;
}

const filterNames = ['from', 'until', 'type', 'site'] as const satisfies readonly (keyof FiguresFilter)[];

/** Reads the filter from the address of the page, without checking the values. Absent ones are empty. */
export function readFiguresFilter(search: URLSearchParams): FiguresFilter {
  const [from = '', until = '', type = '', site = ''] = filterNames.map((name) => search.get(name) ?? '');
  return { from, until, type, site };
}

/** Returns the search parameters for the page and for the server. Empty values are omitted. */
export function toFiguresSearch(filter: FiguresFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );
}
