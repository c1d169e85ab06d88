/**
 * The filter of the figures in the address of their page. An empty member does not filter; without days, the server
 * chooses the period. Days are in UTC: `2026-11-23`.
 */
export interface FiguresFilter {
  /** Empty for the use of forms, `answers` for the answers in enquiries. */
  readonly view: string;
  readonly from: string;
  readonly until: string;
  /** The key of an enquiry type. */
  readonly type: string;
  /** The id of a site. */
  readonly site: string;
  /** The name of a campaign, and an `AnswerSplit`; only of answers. */
  readonly campaign: string;
  readonly by: string;
}

const filterNames = [
  'view',
  'from',
  'until',
  'type',
  'site',
  'campaign',
  'by',
] as const satisfies readonly (keyof FiguresFilter)[];

/** Reads the filter from the address of the page, without checking the values. Absent ones are empty. */
export function readFiguresFilter(search: URLSearchParams): FiguresFilter {
  const [view = '', from = '', until = '', type = '', site = '', campaign = '', by = ''] = filterNames.map(
    (name) => search.get(name) ?? '',
  );
  return { view, from, until, type, site, campaign, by };
}

/** Returns the search parameters for the page and for the server. Empty values are omitted. */
export function toFiguresSearch(filter: FiguresFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );
}
