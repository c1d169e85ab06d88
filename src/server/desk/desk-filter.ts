import { dayIn, isTimeZone } from '#engine/moments/time-zone.ts';
import type { DeliveryState, DeskRefusal, HandlingState } from '../../studio/protocol-desk.ts';
import type { DeskSettings } from '../config/settings.ts';
import type { EnquiryFilter, EnquiryReach } from '../store/desk-entry.ts';

/** What an address asks for, or why it cannot be asked. */
export type AskedFilter =
  | { readonly ok: true; readonly filter: EnquiryFilter }
  | { readonly ok: false; readonly refusal: DeskRefusal };

/** Whose question it is. */
export interface Asking {
  /** The id of who asks: `me`. */
  readonly me: string;
  /** What they may see at all. */
  readonly within: EnquiryReach;
  /** Of suspected enquiries, and those alone; else there are none of them. */
  readonly isSuspected?: boolean;
}

/** The filter that an address says (`DeskFilter`): what it names and there is not finds nothing, what is no such filter is passed over. */
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
    // One that there is not is that of no enquiry.
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

/** The mails of enquiries that nobody suspects. */
const deliveries: readonly DeliveryState[] = ['waiting', 'sent', 'failed', 'no-recipient'];

function refused(field: string, message: string, most?: number): AskedFilter {
  return {
    ok: false,
    refusal: { error: 'bad-request', field, message, ...(most !== undefined && { most }) },
  };
}

type Present<Value> = { readonly [Name in keyof Value]?: NonNullable<Value[Name]> };

function withoutAbsent<Value extends object>(value: Value): Present<Value> {
  // What is left out is what may be absent.
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Present<Value>;
}
