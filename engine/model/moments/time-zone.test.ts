import { describe, expect, it } from 'vitest';
import { getDayBounds } from './time-zone.ts';

describe('a day in a time zone', () => {
  it.each([
    ['2026-11-21', 'UTC', '2026-11-21T00:00Z', '2026-11-22T00:00Z'],
    ['2026-11-21', 'Europe/Paris', '2026-11-20T23:00Z', '2026-11-21T23:00Z'],
    ['2026-03-29', 'Europe/Paris', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['2026-10-25', 'Europe/Paris', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    // The clock jumps over midnight.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    // The clock shows midnight twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00Z', '2026-12-31T10:00Z'],
  ])('%s in %s begins at %s and ends at %s', (day, zone, from, until) => {
    expect(getDayBounds(day, zone)).toEqual({ from: Date.parse(from), until: Date.parse(until) });
  });

  it.each(['', '2026-02-30', '2026-13-01', '2026-1-1', 'today', '21.11.2026', '2026-11-21T00:00'])(
    'is none: "%s"',
    (day) => {
      expect(getDayBounds(day, 'UTC')).toBeUndefined();
    },
  );
});
