import type { AccessScope } from '../../../api/people.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import { serverSettings } from '../../platform/config/settings.ts';
import { type CsvSeparator, csvByteOrderMark, toCsvLine } from '../../platform/csv.ts';
import type { FigureQuery, FigureSums } from '../../store/records/figure-entry.ts';

const { usualDays, mostDays } = serverSettings.figures;

const dayMs = 86_400_000;

/**
 * The query of a request: days (`2026-11-21`), the key of a type, the id of a site. Invalid days are ignored.
 */
export interface RequestedFigures {
  readonly from?: unknown;
  readonly until?: unknown;
  readonly type?: unknown;
  readonly site?: unknown;
}

/**
 * Returns the query of the store for a request, limited to the scope of the person. Without days, it asks for
 * the last `usualDays` until today. At most `mostDays` are included: earlier ones are left out, and a `from`
 * after `until` becomes that day.
 * @param now Milliseconds since 1970.
 */
export function toFigureQuery(
  given: RequestedFigures,
  { types, sites }: Pick<AccessScope, 'types' | 'sites'>,
  now: number,
): FigureQuery {
  const until = parseDay(given.until) ?? now;
  const wanted = parseDay(given.from) ?? until - (usualDays - 1) * dayMs;
  const from = Math.max(Math.min(wanted, until), until - (mostDays - 1) * dayMs);
  /**
   * Returns the requested key or id if the scope includes it, else an empty list, which matches nothing.
   * Without a request, returns the scope. An undefined scope has no limit.
   */
  const limitToScope = (asked: unknown, limit: readonly string[] | undefined) => {
    if (typeof asked !== 'string' || asked === '') return limit;
    return limit === undefined || limit.includes(asked) ? [asked] : [];
  };
  const [ofTypes, ofSites] = [limitToScope(given.type, types), limitToScope(given.site, sites)];
  return {
    from: toUtcDay(from),
    until: toUtcDay(until),
    ...(ofTypes && { types: ofTypes }),
    ...(ofSites && { sites: ofSites }),
  };
}

/**
 * Returns the start of a day (`2026-11-21`, UTC) in milliseconds since 1970; undefined if the value is no day
 * of the calendar.
 */
function parseDay(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || toUtcDay(at) !== text ? undefined : at;
}

/**
 * Returns CSV with a byte order mark, a header and a line for each count of a day. Figures by field are not
 * included.
 */
export function formatFiguresCsv({ days }: Pick<FigureSums, 'days'>, separator?: CsvSeparator): string {
  const heading = ['day', 'site', 'type', 'step', 'count'];
  const rows = days.map(({ day, site, type, step, count }) => [day, site, type, step, count]);
  return csvByteOrderMark + [heading, ...rows].map((row) => toCsvLine(row, separator)).join('');
}
