import { describe, expect, it } from 'vitest';
import { resolveClockTime } from './clock-time.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const moment = (at: string, timeZone = 'Europe/Paris') => {
  const found = resolveClockTime({ at, timeZone }, now);
  return found.ok ? new Date(found.at).toISOString() : { ...found, ok: undefined };
};

describe('the moment that a clock means', () => {
  it.each([
    ['2026-11-23T09:00', 'Europe/Paris', '2026-11-23T08:00:00.000Z'],
    ['2026-07-01T00:00', 'Europe/Paris', '2026-06-30T22:00:00.000Z'],
    ['2026-07-01T00:00', 'Pacific/Auckland', '2026-06-30T12:00:00.000Z'],
    ['2026-07-01T12:00', 'America/Los_Angeles', '2026-07-01T19:00:00.000Z'],
    ['2026-07-01T12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00.000Z'],
    ['2026-07-01T12:00', 'UTC', '2026-07-01T12:00:00.000Z'],
    ['2028-02-29T12:00', 'Europe/London', '2028-02-29T12:00:00.000Z'],
  ])('%s in %s is %s', (at, timeZone, expected) => {
    expect(moment(at, timeZone)).toBe(expected);
  });

  it('is none where the clock jumps over it', () => {
    expect(moment('2026-03-29T02:30')).toEqual({ reason: 'skipped' });
    expect(moment('2026-03-29T01:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(moment('2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z');
  });

  it('is asked for where the clock shows it twice, and taken with its offset', () => {
    const choices = ['2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00'];
    expect(moment('2026-10-25T02:30')).toEqual({ reason: 'twice', choices });
    expect(choices.map((choice) => moment(choice))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]);
    expect(moment('2026-10-25T02:30+05:00')).toEqual({ reason: 'malformed' });
  });

  it.each(['2025-12-31T23:59', '2026-01-01T01:00'])('is over: %s', (at) => {
    expect(moment(at)).toEqual({ reason: 'past' });
  });

  it.each(['', 'tomorrow', '2026-02-30T12:00', '2026-07-01', '2026-07-01T24:00', '2026-7-1T12:00'])(
    'is none: "%s"',
    (at) => {
      expect(moment(at)).toEqual({ reason: 'malformed' });
    },
  );

  it.each(['', 'Europe/Atlantis', '+02:00', '../etc/passwd'])('is none in no time zone: "%s"', (zone) => {
    expect(moment('2026-07-01T12:00', zone)).toEqual({ reason: 'no-time-zone' });
  });
});
