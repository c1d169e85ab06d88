/** The filter of the figures. An empty value does not filter. Days are in UTC. */
export interface Filter {
  readonly from: string;
  readonly until: string;
  /** The key of an enquiry type. */
  readonly type: string;
  /** The id of a site. */
  readonly site: string;
}

const names = ['from', 'until', 'type', 'site'] as const satisfies readonly (keyof Filter)[];

export function filterOf(search: URLSearchParams): Filter {
  const [from = '', until = '', type = '', site = ''] = names.map((name) => search.get(name) ?? '');
  return { from, until, type, site };
}

export function searchOf(filter: Filter): URLSearchParams {
  return new URLSearchParams(names.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])));
}
