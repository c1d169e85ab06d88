import { describe, expect, it } from 'vitest';
import { createClockFormat } from './clock-format.ts';

const moment = createClockFormat('datetime-local');
const hour = createClockFormat('time');

describe('createClockFormat', () => {
  it('gives moments the offset of the visitor, and shows them without', () => {
    const read = String(moment.read('2026-11-21T10:30'));
    expect(new Date(read).getTime()).toBe(new Date('2026-11-21T10:30').getTime());
    expect(moment.write(read)).toBe('2026-11-21T10:30');
    expect(hour.write(hour.read('10:30'))).toBe('10:30');
  });

  it('reads nothing where nothing is entered', () => {
    expect([hour.read(''), hour.write(undefined)]).toEqual([undefined, '']);
  });

  it('has an end where a limit is read on the clock, and none where it is a moment', () => {
    expect(['09:30', '09:30:15', '09:30:00Z', '09:30+02:00', undefined].map(hour.formatLimit)).toEqual([
      '09:30',
      '09:30',
      undefined,
      undefined,
      undefined,
    ]);
    expect(['2026-11-21T10:30', '2026-11-21T10:30:00-05:00'].map(moment.formatLimit)).toEqual([
      '2026-11-21T10:30',
      undefined,
    ]);
  });
});
