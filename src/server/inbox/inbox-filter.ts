import { getDayBounds, isTimeZone } from '#engine/model/moments/time-zone.ts';
import type { HandlingState, InboxFilter, InboxRefusal } from '../../api/inbox.ts';
import type { InboxSettings } from '../platform/config/settings.ts';
import { factFilters } from '../preset/enquiries.ts';
import { type EnquiryFilter, type EnquiryScope, unsuspectedStates } from '../store/records/inbox-entry.ts';

export type ParsedFilter =
  | { readonly ok: true; readonly filter: EnquiryFilter }
  | { readonly ok: false; readonly refusal: InboxRefusal };

export interface FilterContext {
  /** The id of the signed-in person, for the assignee `me`. */
  readonly me: string;
  /** The enquiries that the person may see. */
  readonly within: EnquiryScope;
  /** True for suspected enquiries only. Otherwise they are excluded. */
  readonly isSuspected?: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/**
 * Parses the query of an inbox address (`InboxFilter`). Days are those of the given time zone, by default
 * UTC. A value that does not exist matches no enquiry; unknown parameters are ignored. Repeated parameters,
 * long searches, invalid days and unknown time zones are refused.
 */
export function parseInboxFilter(
  query: unknown,
  { me, within, isSuspected = false, now }: FilterContext,
  {
    longestSearch,
    mostSelected,
    unansweredHours,
  }: Pick<InboxSettings, 'longestSearch' | 'mostSelected' | 'unansweredHours'>,
): ParsedFilter {
  const given = Object(query) as Readonly<Record<string, unknown>>;
  const repeatedName = parameterNames.find(
    (name) => given[name] !== undefined && typeof given[name] !== 'string',
  );
  if (repeatedName !== undefined)
    return createFilterRefusal(repeatedName, 'This filter is given more than once.');
  /** Returns a parameter without space around it; undefined if it is absent or empty. */
  const getParameter = (name: (typeof parameterNames)[number]) =>
    String(given[name] ?? '').trim() || undefined;
  const search = getParameter('search');
  if (search !== undefined && search.length > longestSearch)
    return createFilterRefusal('search', `A search has at most ${longestSearch} characters.`, longestSearch);
  const references = getParameter('only')?.split(',');
  if (references !== undefined && references.length > mostSelected)
    return createFilterRefusal('only', `At most ${mostSelected} enquiries can be chosen.`, mostSelected);
  const zone = getParameter('zone') ?? 'UTC';
  if (!isTimeZone(zone)) return createFilterRefusal('zone', 'There is no such time zone.');
  const [firstDay, lastDay] = [getParameter('from'), getParameter('until')];
  const [from, until] = [firstDay, lastDay].map((day) =>
    day === undefined ? undefined : getDayBounds(day, zone),
  );
  if (firstDay !== undefined && from === undefined) return createFilterRefusal('from', invalidDayMessage);
  if (lastDay !== undefined && until === undefined) return createFilterRefusal('until', invalidDayMessage);
  const [delivery, assignee, state] = [
    getParameter('delivery'),
    getParameter('assignee'),
    getParameter('state'),
  ];
  const isOverdue = state === ('overdue' satisfies InboxFilter['state']);
  const criteria = {
    search,
    type: getParameter('type'),
    ...readFactFilters(getParameter),
    site: getParameter('site'),
    campaign: getParameter('campaign'),
    // An unknown state finds no enquiries.
    handling: isOverdue ? undefined : (state as HandlingState | undefined),
    unansweredSince: isOverdue ? now - unansweredHours * hourMs : undefined,
    assignee: assignee === 'me' ? me : assignee,
    references,
    from: from?.from,
    until: until?.until,
  };
  return {
    ok: true,
    filter: { ...removeUndefined(criteria), mail: getMailStates(delivery, isSuspected), within },
  };
}

/** The parameters that the audit log records: none of them is a text that somebody wrote. */
export const recordedParameters = [
  'type',
  ...factFilters,
  'site',
  'state',
  'delivery',
  'assignee',
  'from',
  'until',
] as const;

const parameterNames = ['search', ...recordedParameters, 'campaign', 'only', 'zone'] as const;

const hourMs = 3_600_000;

const invalidDayMessage = 'Write a day as 2026-11-21.';

/**
 * Returns the states of mails to find: `suspected` only, else the given one, else all others. Empty if the
 * given state is unknown.
 */
function getMailStates(
  delivery: string | undefined,
  isSuspected: boolean,
): NonNullable<EnquiryFilter['mail']> {
  if (isSuspected) return ['suspected'];
  return delivery === undefined ? unsuspectedStates : unsuspectedStates.filter((state) => state === delivery);
}

/**
 * Creates the refusal of a filter with one invalid parameter.
 * @param most The maximum length of the parameter in characters.
 */
function createFilterRefusal(field: string, message: string, most?: number): ParsedFilter {
  return {
    ok: false,
    refusal: { error: 'bad-request', field, message, ...(most !== undefined && { most }) },
  };
}

/** Returns the values of the filters by facts; undefined for those that are not given. */
function readFactFilters(
  getParameter: (name: (typeof factFilters)[number]) => string | undefined,
): Pick<EnquiryFilter, (typeof factFilters)[number]> {
  return Object.fromEntries(factFilters.map((name) => [name, getParameter(name)]));
}

type WithoutUndefined<Value> = { readonly [Name in keyof Value]?: NonNullable<Value[Name]> };

/** Returns a copy without the members that are undefined. */
function removeUndefined<Value extends object>(value: Value): WithoutUndefined<Value> {
  // Only absent members are removed, so the result has the type.
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as WithoutUndefined<Value>;
}
