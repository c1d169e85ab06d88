import type { DeliveryState, DeskFilter, HandlingState } from '../protocol-desk.ts';
import { ownZone } from '../publish/time-zones.ts';

const names = [
  ...(['search', 'type', 'office', 'site', 'state', 'delivery', 'assignee'] as const),
  ...(['from', 'until', 'zone'] as const),
] satisfies readonly (keyof DeskFilter)[];

/** What the list is narrowed to; empty: not by that. A value that there is not finds nothing, and can be seen and taken away. */
export type Filter = Readonly<Record<(typeof names)[number], string>>;

/** The values of "State", in the order in which an enquiry goes through them. */
export const handlingStates = ['new', 'in-hand', 'answered'] as const satisfies readonly HandlingState[];

/** The values of "Delivery", what needs somebody first. */
export const deliveryStates = [
  'failed',
  'no-recipient',
  'waiting',
  'sent',
] as const satisfies readonly DeliveryState[];

/** The filter that an address names. */
export function filterOf(search: URLSearchParams): Filter {
  const text = (name: (typeof names)[number]) => search.get(name) ?? '';
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<
    (typeof names)[number],
    string
  >;
}

/** What stands behind the `?` for a filter, in the page's address and in what the server is asked. */
export function searchOf(filter: Filter): URLSearchParams {
  const hasDays = filter.from !== '' || filter.until !== '';
  const zone = hasDays ? filter.zone || ownZone() : '';
  const given = Object.entries({ ...filter, search: filter.search.trim(), zone });
  return new URLSearchParams(given.filter(([, value]) => value !== ''));
}

/** What can be taken away from a filter by itself. */
export const filterParts = [
  ...(['search', 'type', 'office', 'site', 'state', 'delivery', 'assignee', 'time'] as const),
] as const;

/** One part of a filter. */
export type FilterPart = (typeof filterParts)[number];

/** A filter without one part of it. */
export function without(filter: Filter, part: FilterPart): Filter {
  return part === 'time' ? { ...filter, from: '', until: '', zone: '' } : { ...filter, [part]: '' };
}

/** Whether a filter narrows by a part. */
export function narrowsBy(filter: Filter, part: FilterPart): boolean {
  return part === 'time' ? filter.from !== '' || filter.until !== '' : filter[part].trim() !== '';
}

/** The filter that lets everything through. */
export const everything: Filter = filterOf(new URLSearchParams());

/** Times that are often asked for. */
export const presets = ['today', 'week', 'month', 'year'] as const;

/** The first day of a time that is often asked for, up to today: `2026-11-23`. */
export function startOf(preset: (typeof presets)[number], now = new Date()): string {
  if (preset === 'year') return `${now.getFullYear()}-01-01`;
  const daysBefore = { today: 0, week: 6, month: 29 }[preset];
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBefore));
}

function dayOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Which of those times a filter asks for; `range`: another one; empty: none. */
export function timeOf({ from, until }: Filter, now = new Date()): (typeof presets)[number] | 'range' | '' {
  if (from === '' && until === '') return '';
  const preset = until === '' ? presets.find((one) => startOf(one, now) === from) : undefined;
  return preset ?? 'range';
}
