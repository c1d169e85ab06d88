import { describe, expect, it } from 'vitest';
import { createFormatMessage } from '../ui/messages.ts';
import { formatAge } from './format-age.ts';

const say = createFormatMessage('en');
const at = Date.UTC(2026, 10, 23, 9);
const minute = 60_000;
const ageAfter = (minutes: number, locale = 'en-GB') =>
  formatAge({ at, now: at + minutes * minute, locale, say });

describe('formatAge', () => {
  it.each([
    [-5, 'Just now'],
    [0.9, 'Just now'],
    [12.9, '12 min'],
    [59, '59 min'],
    [60, '1 h'],
    [23 * 60 + 59, '23 h'],
    [24 * 60, '1 day'],
    [60 * 24 * 60, '60 days'],
    [61 * 24 * 60, '23 Nov 2026'],
  ])('formats %d minutes as "%s"', (minutes, text) => {
    expect(ageAfter(minutes)).toBe(text);
  });
});
