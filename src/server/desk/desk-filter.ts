import { dayIn, isTimeZone } from '#engine/moments/time-zone.ts';
import type { DeliveryState, DeskRefusal, HandlingState } from '../../studio/protocol-desk.ts';
import type { DeskSettings } from '../config/settings.ts';
import type { EnquiryFilter, EnquiryReach } from '../store/desk-entry.ts';

export type AskedFilter =
  | { readonly ok: true; readonly filter: EnquiryFilter }
  | { readonly ok: false; readonly refusal: DeskRefusal };

export interface Asking {
  /** The id of the person: `me`. */
  readonly me: string;
  /** The enquiries that the person may see. */
  readonly within: EnquiryReach;
  /** True for suspected enquiries only. Otherwise they are excluded. */
  readonly isSuspected?: boolean;
}

/**
 * Parses the filter of an address (`InboxFilter`). Values that do not exist find nothing; unknown parameters
 * are ignored.
 */
export function askedFilter(
  query: unknown,
  { me, within, isSuspected = false }: Asking,
  { longestSearch }: Pick<DeskSettings, 'longestSearch'>,
): AskedFilter {
  const given = Object(query) as Readonly<Record<string, unknown>>;
  const twice = names.find((name) => given[name] !== undefined && typeof given[name] !== 'string');
  if (twice !== undefined) return refused(twice, 'This filter is given more than once.');
  const text = (name: (typeof names)[number]) => String(given[name] ?? '').trim() || undefined;
  const search = text('search');
  if (search !== undefined && search.length > longestSearch)
    return refused('search', `A search has at most ${longestSearch} characters.`, longestSearch);
  const zone = text('zone') ?? 'UTC';
  if (!isTimeZone(zone)) return refused('zone', 'There is no such time zone.');
  const [first, last] = [text('from'), text('until')];
  const [from, until] = [first, last].map((day) => (day === undefined ? undefined : dayIn(day, zone)));
  if (first !== undefined && from === undefined) return refused('from', noDay);
  if (last !== undefined && until === undefined) return refused('until', noDay);
  const [delivery, assignee] = [text('delivery'), text('assignee')];
  const asked = {
    ...{ search, type: text('type'), office: text('office'), site: text('site') },
    // An unknown state finds no enquiries.
    handling: text('state') as HandlingState | undefined,
    assignee: assignee === 'me' ? me : assignee,
    from: from?.from,
    until: until?.until,
  };
  return { ok: true, filter: { ...withoutAbsent(asked), mail: mailStates(delivery, isSuspected), within } };
}

const names = [
  ...(['search', 'type', 'office', 'site', 'state', 'delivery', 'assignee'] as const),
  ...(['from', 'until', 'zone'] as const),
];

const noDay = 'A day is written as 2026-11-21.';

function mailStates(delivery: string | undefined, isSuspected: boolean): NonNullable<EnquiryFilter['mail']> {
  if (isSuspected) return ['suspected'];
  return delivery === undefined ? deliveries : deliveries.filter((state) => state === delivery);
}

const deliveries: readonly DeliveryState[] = ['waiting', 'sent', 'failed', 'no-recipient'];

function refused(field: string, message: string, most?: number): AskedFilter {
  return {
    ok: false,
    refusal: { error: 'bad-request', field, message, ...(most !== undefined && { most }) },
  };
}

type Present<Value> = { readonly [Name in keyof Value]?: NonNullable<Value[Name]> };

function withoutAbsent<Value extends object>(value: Value): Present<Value> {
  // Only absent members are removed, so the result has the type.
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Present<Value>;
}
