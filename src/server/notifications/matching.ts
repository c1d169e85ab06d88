import { dayMs, getOffsetMs } from '#engine/model/moments/time-zone.ts';
import type { NotificationRule, NotificationSettings } from '../../api/inbox.ts';
import type { InboxNames } from '../inbox/inbox-names.ts';
import { factFilters, getRowFacts } from '../preset/enquiries.ts';
import type { InboxEnquiry } from '../store/records/inbox-entry.ts';
import type { NotificationKind, StoredNotificationSettings } from '../store/records/notification-entry.ts';

/** Something that has happened to an enquiry. */
export interface Occurrence {
  readonly kind: NotificationKind;
  readonly enquiry: InboxEnquiry;
}

/**
 * Returns when a person wants to know of an occurrence; undefined if never. It depends on the current state of the
 * enquiry: one that is answered is not unanswered any more, and one that somebody else has is not assigned to them.
 */
export function findWhen(
  { kind, enquiry }: Occurrence,
  {
    person,
    settings,
    names,
  }: { readonly person: string; readonly settings: NotificationSettings; readonly names: InboxNames },
): NotificationRule['when'] | undefined {
  if (settings.isPaused || enquiry.mail.state === 'suspected' || enquiry.isDamaged) return undefined;
  if (kind === 'assigned' && enquiry.assignee !== person) return undefined;
  if (kind === 'unanswered' && enquiry.handling === 'answered') return undefined;
  const found = settings.rules.filter((rule) => includes(rule, { kind, enquiry }, names));
  if (found.some(({ when }) => when === 'at-once')) return 'at-once';
  return found[0]?.when;
}

/**
 * Returns true if a rule includes an occurrence. A forwarded enquiry is new for those alone who follow the target
 * that it was forwarded to; the others know it already.
 */
function includes(rule: NotificationRule, { kind, enquiry }: Occurrence, names: InboxNames): boolean {
  const follows = factFilters.some((name) => rule[name] !== undefined);
  if (kind === 'forwarded' ? rule.kind !== 'new' || !follows : rule.kind !== kind) return false;
  const facts = getRowFacts(enquiry, names);
  return (
    isSame(rule.type, enquiry.enquiryType) &&
    isSame(rule.site, enquiry.domain) &&
    factFilters.every((name) => isSame(rule[name], facts[name]?.id))
  );
}

/** Returns true if a filter is absent or has this value. */
function isSame(filter: string | undefined, value: string | number | undefined): boolean {
  return filter === undefined || (value !== undefined && String(value) === filter);
}

/**
 * Returns the time at which an occurrence is mailed: now, or at the next hour of the person's daily digest. On a
 * day on which the clock skips that hour, it is the next one.
 */
export function getDueTime(
  when: NotificationRule['when'],
  { hour, zone }: Pick<StoredNotificationSettings, 'hour' | 'zone'>,
  now: number,
): number {
  if (when === 'at-once') return now;
  const offset = getOffsetMs(now, zone);
  const midnight = Math.floor((now + offset) / dayMs) * dayMs;
  const candidates = [midnight, midnight + dayMs, midnight + 2 * dayMs].map((day) => {
    const shown = day + hour * hourMs;
    // The offset at that time, which differs from today's at a change of the clock.
    const at = shown - getOffsetMs(shown - offset, zone);
    return at + getOffsetMs(at, zone) === shown ? at : shown - offset;
  });
  return candidates.find((at) => at > now) ?? now + dayMs;
}

const hourMs = 3_600_000;
