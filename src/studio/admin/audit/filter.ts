import type { AuditAction } from '../../../api/people.ts';

/** The filter of the audit log. An empty value does not filter. */
export interface AuditFilter {
  /** The id of the person who acted. */
  readonly person: string;
  readonly action: AuditAction | '';
  /** The first day in the browser's time zone: `2026-11-23`. */
  readonly from: string;
  /** The last day, inclusive. */
  readonly until: string;
  /** A text to search for. */
  readonly search: string;
}

const filterNames = [
  'person',
  'action',
  'from',
  'until',
  'search',
] as const satisfies readonly (keyof AuditFilter)[];

/** All actions of the audit log, in display order. */
export const auditActions = [
  'signed-in',
  'sign-in-refused',
  'signed-out',
  'session-ended',
  'draft-changed',
  'draft-pushed',
  'draft-mended',
  'content-accepted',
  'preview-shared',
  'preview-revoked',
  'comment-deleted',
  'review-requested',
  'review-returned',
  'review-withdrawn',
  'published',
  'scheduled',
  'schedule-cancelled',
  'schedule-refused',
  'went-live',
  'restored',
  'exported',
  'imported',
  'owner-made',
  'person-invited',
  'invitation-accepted',
  'invitation-ended',
  'person-changed',
  'person-removed',
  'account-changed',
  'password-changed',
  'reset-asked',
  'second-factor-set-up',
  'second-factor-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'token-made',
  'token-ended',
  'audit-exported',
  'enquiry-redelivered',
  'destination-switched-on',
  'enquiry-forwarded',
  'enquiry-replied',
  'enquiry-released',
  'enquiry-marked-as-spam',
  'suspected-erased',
  'block-added',
  'block-removed',
  'enquiry-erased',
  'enquiries-exported',
  'person-looked-up',
  'person-exported',
  'erased',
  'retention-changed',
  'retention-applied',
] satisfies readonly AuditAction[];

/**
 * Reads the filter from the address of the page. Absent parameters, unknown actions and texts without the
 * form of a day become empty.
 */
export function readAuditFilter(search: URLSearchParams): AuditFilter {
  const getParameter = (name: (typeof filterNames)[number]) => search.get(name) ?? '';
  const [from, until] = [parseDay(getParameter('from')), parseDay(getParameter('until'))];
  return {
    person: getParameter('person'),
    search: getParameter('search'),
    from,
    until,
    action: auditActions.find((action) => action === getParameter('action')) ?? '',
  };
}

/** Returns the search parameters for the address of the page. Empty values are omitted. */
export function toAuditSearch(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(
    filterNames.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );
}

/**
 * Returns the parameters for the server. `from` becomes the first and `until` the last millisecond of its
 * day, both counted since 1970. Empty values are omitted.
 */
export function toAuditQuery({
  from,
  until,
  ...rest
}: AuditFilter): readonly [name: string, value: string][] {
  const pairs: readonly [string, string][] = [
    ...Object.entries(rest),
    ['from', from === '' ? '' : String(getDayStart(from, 0))],
    ['until', until === '' ? '' : String(getDayStart(until, 1) - 1)],
  ];
  return pairs.filter(([, value]) => value !== '');
}

/**
 * Returns the time at which the day `daysLater` days after a day begins in the browser's time zone, in
 * milliseconds since 1970.
 */
function getDayStart(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}

/**
 * Returns the text if it has the form of a day (`2026-11-23`), else an empty text. Does not check that the
 * day exists.
 */
function parseDay(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '';
}
