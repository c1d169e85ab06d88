import { describe, expect, it } from 'vitest';
import type { NotificationRule } from '../../api/inbox.ts';
import type { InboxNames } from '../inbox/inbox-names.ts';
import type { InboxEnquiry } from '../store/records/inbox-entry.ts';
import type { NotificationKind } from '../store/records/notification-entry.ts';
import { findWhen, getDueTime } from './matching.ts';

/** The part of an enquiry on which the decision depends. */
const base = {
  enquiryType: 3,
  domain: 'www.a.example',
  office: 7,
  handling: 'new',
  mail: { state: 'sent' },
};
const names = { office: (id: string | number) => ({ id, name: String(id) }) } as unknown as InboxNames;

/** Returns when a person with these rules is notified. */
function when(
  kind: NotificationKind,
  rules: readonly NotificationRule[],
  differences: object = {},
  isPaused = false,
) {
  const enquiry = { ...base, ...differences } as unknown as InboxEnquiry;
  const settings = { rules, hour: 8, zone: 'UTC', isPaused };
  return findWhen({ kind, enquiry }, { person: 'ann', settings, names });
}

const now = (filters: object = {}, kind: NotificationRule['kind'] = 'new'): NotificationRule => ({
  kind,
  when: 'at-once',
  ...filters,
});
const daily = (filters: object = {}): NotificationRule => ({ kind: 'new', when: 'daily', ...filters });

describe('findWhen', () => {
  it('needs a rule of the kind whose filters all match', () => {
    expect(when('new', [])).toBeUndefined();
    expect(when('new', [now()])).toBe('at-once');
    expect(when('new', [now({}, 'unanswered')])).toBeUndefined();
    expect(when('new', [now({ type: '3', office: '7', site: 'www.a.example' })])).toBe('at-once');
    for (const other of [{ type: '4' }, { office: '8' }, { site: 'a.example' }])
      expect(when('new', [now({ type: '3', ...other })])).toBeUndefined();
    expect(when('new', [now({ office: '7' })], { office: null })).toBeUndefined();
  });

  it('prefers at once to the digest, whatever the order', () => {
    expect(when('new', [daily(), now({ type: '3' })])).toBe('at-once');
    expect(when('new', [now({ type: '4' }), daily()])).toBe('daily');
  });

  it('depends on the current state of the enquiry', () => {
    const unanswered = [now({}, 'unanswered')];
    expect(when('unanswered', unanswered, { handling: 'in-hand' })).toBe('at-once');
    expect(when('unanswered', unanswered, { handling: 'answered' })).toBeUndefined();
    const assigned = [now({}, 'assigned')];
    expect(when('assigned', assigned, { assignee: 'ann' })).toBe('at-once');
    expect(when('assigned', assigned, { assignee: 'bo' })).toBeUndefined();
    expect(when('new', [now()], { mail: { state: 'suspected' } })).toBeUndefined();
    expect(when('new', [now()], {}, true)).toBeUndefined();
  });

  it('reports a forwarded enquiry to those alone who follow its office', () => {
    expect(when('forwarded', [now()], { forwardedTo: '8' })).toBeUndefined();
    expect(when('forwarded', [now({ office: '7' })], { forwardedTo: '8' })).toBeUndefined();
    expect(when('forwarded', [now({ office: '8' })], { forwardedTo: '8' })).toBe('at-once');
  });
});

describe('getDueTime', () => {
  it.each([
    ['2026-11-20T06:59:00Z', 'Europe/Paris', '2026-11-20T07:00:00Z'],
    ['2026-11-20T07:00:00Z', 'Europe/Paris', '2026-11-21T07:00:00Z'],
    ['2026-11-20T23:30:00Z', 'Europe/Paris', '2026-11-21T07:00:00Z'],
    ['2026-11-20T18:00:00Z', 'America/Los_Angeles', '2026-11-21T16:00:00Z'],
    ['2026-11-20T12:00:00Z', 'Pacific/Auckland', '2026-11-20T19:00:00Z'],
    // The clock is put back in the night.
    ['2026-10-24T20:00:00Z', 'Europe/Paris', '2026-10-25T07:00:00Z'],
    // The clock is put forward in the night.
    ['2026-03-28T20:00:00Z', 'Europe/Paris', '2026-03-29T06:00:00Z'],
  ])('returns the next 8 o’clock after %s in %s', (at, zone, due) => {
    const found = getDueTime('daily', { hour: 8, zone }, Date.parse(at));
    expect(new Date(found).toISOString()).toBe(due.replace('Z', '.000Z'));
  });

  it('returns now for at once, and a later time for an hour that is skipped', () => {
    expect(getDueTime('at-once', { hour: 8, zone: 'UTC' }, 5)).toBe(5);
    const eve = Date.parse('2026-03-29T00:30:00Z');
    const skipped = getDueTime('daily', { hour: 2, zone: 'Europe/Paris' }, eve);
    expect(skipped).toBeGreaterThan(eve);
    expect(skipped - eve).toBeLessThan(7_200_000);
  });
});
