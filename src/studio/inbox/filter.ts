import type { HandlingState, InboxFilter, MailDeliveryState } from '../../api/inbox.ts';
import { factFilterNames } from '../preset/inbox.ts';
import { getBrowserTimeZone } from '../ui/time-zones.ts';

const filterNames = [
  'search',
  'type',
  ...factFilterNames,
  'site',
  'campaign',
  'state',
  'delivery',
  'assignee',
  'from',
  'until',
  'zone',
] as const satisfies readonly (keyof InboxFilter)[];

/**
 * The filter of the list. An empty value does not filter. An unknown value finds nothing, and is shown so
 * that it can be removed.
 */
export type EnquiryListFilter = Readonly<Record<(typeof filterNames)[number], string>>;

/** The values of "State", in the order of handling. */
export const handlingStateOptions = [
  'new',
  'in-hand',
  'answered',
] as const satisfies readonly HandlingState[];

/** The values of "Delivery"; those that need attention come first. */
export const mailStateOptions = [
  'failed',
  'no-recipient',
  'waiting',
  'sent',
] as const satisfies readonly MailDeliveryState[];

/** Reads the filter from the address of the page, without checking the values. Absent ones become empty. */
export function readEnquiryFilter(search: URLSearchParams): EnquiryListFilter {
  const getParameter = (name: (typeof filterNames)[number]) => search.get(name) ?? '';
  return Object.fromEntries(filterNames.map((name) => [name, getParameter(name)])) as Record<
    (typeof filterNames)[number],
    string
  >;
}

/**
 * Returns the search parameters of a filter, for the page and for the server. Trims the text to search for
 * and adds the browser's time zone to days without one; empty values are omitted.
 */
export function toEnquirySearch(filter: EnquiryListFilter): URLSearchParams {
  const hasDays = filter.from !== '' || filter.until !== '';
  const zone = hasDays ? filter.zone || getBrowserTimeZone() : '';
  const given = Object.entries({ ...filter, search: filter.search.trim(), zone });
  return new URLSearchParams(given.filter(([, value]) => value !== ''));
}

/**
 * The parts of the filter that a person can remove, in display order. `time` is `from`, `until` and `zone`.
 */
export const filterParts = [
  'search',
  'type',
  ...factFilterNames,
  'site',
  'campaign',
  'state',
  'delivery',
  'assignee',
  'time',
] as const;

export type FilterPart = (typeof filterParts)[number];

/** Returns the filter without a part. `time` is both days and their time zone. */
export function clearFilterPart(filter: EnquiryListFilter, part: FilterPart): EnquiryListFilter {
  return part === 'time' ? { ...filter, from: '', until: '', zone: '' } : { ...filter, [part]: '' };
}

/** Returns true if the part filters: it is not blank, or for `time`, one of the days is given. */
export function hasFilterPart(filter: EnquiryListFilter, part: FilterPart): boolean {
  return part === 'time' ? filter.from !== '' || filter.until !== '' : filter[part].trim() !== '';
}

export const emptyEnquiryFilter: EnquiryListFilter = readEnquiryFilter(new URLSearchParams());

/** The periods that end today and can be chosen by name. */
export const periodPresets = ['today', 'week', 'month', 'year'] as const;

/**
 * Returns the first day of a period that ends today, in the browser's time zone: `2026-11-23`. A week has 7
 * days, a month 30; a year begins on January 1.
 */
export function getPeriodStart(preset: (typeof periodPresets)[number], now = new Date()): string {
  if (preset === 'year') return `${now.getFullYear()}-01-01`;
  const daysBefore = { today: 0, week: 6, month: 29 }[preset];
  return formatIsoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore));
}

/** Formats the day of a date in the browser's time zone: `2026-11-23`. */
function formatIsoDay(date: Date): string {
  const padTwoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`;
}

/**
 * Returns the period that begins with the filter's first day and has no last day. `range` for other days, an
 * empty text without days.
 */
export function getPeriod(
  { from, until }: EnquiryListFilter,
  now = new Date(),
): (typeof periodPresets)[number] | 'range' | '' {
  if (from === '' && until === '') return '';
  const preset = until === '' ? periodPresets.find((one) => getPeriodStart(one, now) === from) : undefined;
  return preset ?? 'range';
}
