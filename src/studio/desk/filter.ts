import type { DeliveryState, DeskFilter, HandlingState } from '../protocol-desk.ts';
import { ownZone } from '../publish/time-zones.ts';

const names = [
  ...(['search', 'type', 'office', 'site', 'state', 'delivery', 'assignee'] as const),
  ...(['from', 'until', 'zone'] as const),
] satisfies readonly (keyof DeskFilter)[];

/**
 * The filter of the list. An empty value does not filter. An unknown value finds nothing, and is shown so
 * that it can be removed.
 */
export type Filter = Readonly<Record<(typeof names)[number], string>>;

/** The values of "State", in the order of handling. */
export const handlingStates = ['new', 'in-hand', 'answered'] as const satisfies readonly HandlingState[];

/** The values of "Delivery"; those that need attention come first. */
export const deliveryStates = [
  'failed',
  'no-recipient',
  'waiting',
  'sent',
] as const satisfies readonly DeliveryState[];

export function filterOf(search: URLSearchParams): Filter {
  const text = (name: (typeof names)[number]) => search.get(name) ?? '';
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<
    (typeof names)[number],
    string
  >;
}

/** Returns the search parameters of a filter, for the page and for the server. */
export function searchOf(filter: Filter): URLSearchParams {
  const hasDays = filter.from !== '' || filter.until !== '';
  const zone = hasDays ? filter.zone || ownZone() : '';
  const given = Object.entries({ ...filter, search: filter.search.trim(), zone });
  return new URLSearchParams(given.filter(([, value]) => value !== ''));
}

/** The parts of a filter that can be removed separately. */
export const filterParts = [
  ...(['search', 'type', 'office', 'site', 'state', 'delivery', 'assignee', 'time'] as const),
] as const;

export type FilterPart = (typeof filterParts)[number];

export function without(filter: Filter, part: FilterPart): Filter {
  return part === 'time' ? { ...filter, from: '', until: '', zone: '' } : { ...filter, [part]: '' };
}

export function narrowsBy(filter: Filter, part: FilterPart): boolean {
  return part === 'time' ? filter.from !== '' || filter.until !== '' : filter[part].trim() !== '';
}

export const everything: Filter = filterOf(new URLSearchParams());

export const presets = ['today', 'week', 'month', 'year'] as const;

/** Returns the first day of a period that ends today: `2026-11-23`. */
export function startOf(preset: (typeof presets)[number], now = new Date()): string {
  if (preset === 'year') return `${now.getFullYear()}-01-01`;
  const daysBefore = { today: 0, week: 6, month: 29 }[preset];
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore));
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns the period of a filter; `range` for any other days, empty if there are none. */
export function timeOf({ from, until }: Filter, now = new Date()): (typeof presets)[number] | 'range' | '' {
  if (from === '' && until === '') return '';
  const preset = until === '' ? presets.find((one) => startOf(one, now) === from) : undefined;
  return preset ?? 'range';
}
