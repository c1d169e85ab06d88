import { getDayBounds, isTimeZone } from '#engine/moments/time-zone.ts';
import type { HandlingState, InboxRefusal, MailDeliveryState } from '../../studio/protocol-inbox.ts';
import type { InboxSettings } from '../config/settings.ts';
import type { EnquiryFilter, EnquiryScope } from '../store/inbox-entry.ts';

export type ParsedFilter =
  | { readonly ok: true; readonly filter: EnquiryFilter }
  | { readonly ok: false; readonly refusal: InboxRefusal };

export interface FilterContext {
  /** The id of the person: `me`. */
  readonly me: string;
  /** The enquiries that the person may see. */
  readonly within: EnquiryScope;
  /** True for suspected enquiries only. Otherwise they are excluded. */
  readonly isSuspected?: boolean;
}

/**
 * Parses the filter of an address (`InboxFilter`). Values that do not exist find nothing; unknown parameters
 * are ignored.
 */
export function parseInboxFilter(
  query: unknown,
  { me, within, isSuspected = false }: FilterContext,
  { longestSearch }: Pick<InboxSettings, 'longestSearch'>,
): ParsedFilter {
  const given = Object(query) as Readonly<Record<string, unknown>>;
  const twice = parameterNames.find((name) => given[name] !== undefined && typeof given[name] !== 'string');
  if (twice !== undefined) return refuseFilter(twice, 'This filter is given more than once.');
  const text = (name: (typeof parameterNames)[number]) => String(given[name] ?? '').trim() || undefined;
  const search = text('search');
  if (search !== undefined && search.length > longestSearch)
    return refuseFilter('search', `A search has at most ${longestSearch} characters.`, longestSearch);
  const zone = text('zone') ?? 'UTC';
  if (!isTimeZone(zone)) return refuseFilter('zone', 'There is no such time zone.');
  const [first, last] = [text('from'), text('until')];
  const [from, until] = [first, last].map((day) => (day === undefined ? undefined : getDayBounds(day, zone)));
  if (first !== undefined && from === undefined) return refuseFilter('from', invalidDayMessage);
  if (last !== undefined && until === undefined) return refuseFilter('until', invalidDayMessage);
  const [delivery, assignee] = [text('delivery'), text('assignee')];
  const asked = {
    search,
    type: text('type'),
    office: text('office'),
    site: text('site'),
    // An unknown state finds no enquiries.
    handling: text('state') as HandlingState | undefined,
    assignee: assignee === 'me' ? me : assignee,
    from: from?.from,
    until: until?.until,
  };
  return {
    ok: true,
    filter: { ...removeUndefined(asked), mail: getMailStates(delivery, isSuspected), within },
  };
}

const parameterNames = [
  'search',
  'type',
  'office',
  'site',
  'state',
  'delivery',
  'assignee',
  'from',
  'until',
  'zone',
];

const invalidDayMessage = 'Write a day as 2026-11-21.';

function getMailStates(
  delivery: string | undefined,
  isSuspected: boolean,
): NonNullable<EnquiryFilter['mail']> {
  if (isSuspected) return ['suspected'];
  return delivery === undefined ? unsuspectedStates : unsuspectedStates.filter((state) => state === delivery);
}

const unsuspectedStates: readonly MailDeliveryState[] = ['waiting', 'sent', 'failed', 'no-recipient'];

function refuseFilter(field: string, message: string, most?: number): ParsedFilter {
  return {
    ok: false,
    refusal: { error: 'bad-request', field, message, ...(most !== undefined && { most }) },
  };
}

type WithoutUndefined<Value> = { readonly [Name in keyof Value]?: NonNullable<Value[Name]> };

function removeUndefined<Value extends object>(value: Value): WithoutUndefined<Value> {
  // Only absent members are removed, so the result has the type.
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as WithoutUndefined<Value>;
}
