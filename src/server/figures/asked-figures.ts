import type { Reach } from '../../studio/protocol-people.ts';
import { serverSettings } from '../config/settings.ts';
import { dayOf } from '../content/visit.ts';
import { csvLine, csvStart } from '../csv.ts';
import type { FigureQuery, FigureSums } from '../store/figure-entry.ts';

const { usualDays, mostDays } = serverSettings.figures;

const dayMs = 86_400_000;

/**
 * The query of a request: days (`2026-11-21`), the key of a type, the id of a site. Invalid days are ignored.
 */
export interface GivenFigures {
  readonly from?: unknown;
  readonly until?: unknown;
  readonly type?: unknown;
  readonly site?: unknown;
}

/** Returns the figures to read, limited to the scope of the person. */
export function askedFigures(
  given: GivenFigures,
  { types, sites }: Pick<Reach, 'types' | 'sites'>,
  now: number,
): FigureQuery {
  const until = timeOf(given.until) ?? now;
  const wanted = timeOf(given.from) ?? until - (usualDays - 1) * dayMs;
  const from = Math.max(Math.min(wanted, until), until - (mostDays - 1) * dayMs);
  const within = (asked: unknown, limit: readonly string[] | undefined) => {
    if (typeof asked !== 'string' || asked === '') return limit;
    return limit === undefined || limit.includes(asked) ? [asked] : [];
  };
  const [ofTypes, ofSites] = [within(given.type, types), within(given.site, sites)];
  return {
    ...{ from: dayOf(from), until: dayOf(until) },
    ...(ofTypes && { types: ofTypes }),
    ...(ofSites && { sites: ofSites }),
  };
}

/** Returns the start of a day in milliseconds; undefined if it is no day of the calendar. */
function timeOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || dayOf(at) !== text ? undefined : at;
}

/** Returns the sums of each day as a CSV table. */
export function figuresCsv({ days }: Pick<FigureSums, 'days'>): string {
  const rows = days.map(({ day, site, type, step, count }) => [day, site, type, step, count]);
  return csvStart + [['day', 'site', 'type', 'step', 'count'], ...rows].map(csvLine).join('');
}
