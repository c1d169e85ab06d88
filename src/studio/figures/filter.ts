/** What figures are narrowed to; empty: not by that. Days are those in UTC. */
export interface Filter {
  readonly from: string;
  readonly until: string;
  /** Key of an enquiry type. */
  readonly type: string;
  /** Id of a site. */
  readonly site: string;
}

const names = ['from', 'until', 'type', 'site'] as const satisfies readonly (keyof Filter)[];

/** The filter that an address names. */
export function filterOf(search: URLSearchParams): Filter {
  const [from = '', until = '', type = '', site = ''] = names.map((name) => search.get(name) ?? '');
  return { from, until, type, site };
}

/** The query of a filter, of the address as of what the server is asked for. */
export function searchOf(filter: Filter): URLSearchParams {
  return new URLSearchParams(names.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])));
}
