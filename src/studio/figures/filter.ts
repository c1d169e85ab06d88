/** The filter of the figures. An empty value does not filter. Days are in UTC. */
export interface FiguresFilter {
  readonly from: string;
  readonly until: string;
  /** The key of an enquiry type. */
  readonly type: string;
  /** The id of a site. */
  readonly site: string;
}

const filterNames = ['from', 'until', 'type', 'site'] as const satisfies readonly (keyof FiguresFilter)[];

export function readFiguresFilter(search: URLSearchParams): FiguresFilter {
  const [from = '', until = '', type = '', site = ''] = filterNames.map((name) => search.get(name) ?? '');
  return { from, until, type, site };
}

export function toFiguresSearch(filter: FiguresFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );
}
