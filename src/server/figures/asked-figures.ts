import type { Reach } from '../../studio/protocol-people.ts';
import { serverSettings } from '../config/settings.ts';
import { dayOf } from '../content/visit.ts';
import { csvLine, csvStart } from '../csv.ts';
import type { FigureQuery, FigureSums } from '../store/figure-entry.ts';

/** How many days are shown where nothing is said, and at most. */
const { usualDays, mostDays } = serverSettings.figures;

const dayMs = 86_400_000;

/** Which figures somebody asks for: days (`2026-11-21`), the key of a type, the id of a site. What is no day is as if nothing were said. */
export interface GivenFigures {
  readonly from?: unknown;
  readonly until?: unknown;
  readonly type?: unknown;
  readonly site?: unknown;
}

/** What is asked for, as far as whoever asks may see it. */
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

/** When a day of the calendar begins; undefined for anything else. */
function timeOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || dayOf(at) !== text ? undefined : at;
}

/** The sums of each day as a table for spreadsheets. */
export function figuresCsv({ days }: Pick<FigureSums, 'days'>): string {
  const rows = days.map(({ day, site, type, step, count }) => [day, site, type, step, count]);
  return csvStart + [['day', 'site', 'type', 'step', 'count'], ...rows].map(csvLine).join('');
}
