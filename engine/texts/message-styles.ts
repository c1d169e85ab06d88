const numbers = { day: 'numeric', year: 'numeric' } as const;
const clock = { hour: 'numeric', minute: 'numeric' } as const;
const seconds = { ...clock, second: 'numeric' } as const;
const zoned = { ...seconds, timeZoneName: 'short' } as const;

/**
 * The styles of a message's arguments (`{day, date, long}`), copied from `IntlMessageFormat.formats`, so that
 * a page needs only `formatToParts`. `test/house/stubs.test.ts` compares the copies.
 */
export const messageStyles = {
  number: {
    integer: { maximumFractionDigits: 0 },
    currency: { style: 'currency' },
    percent: { style: 'percent' },
  },
  date: {
    short: { ...numbers, month: 'numeric', year: '2-digit' },
    medium: { ...numbers, month: 'short' },
    long: { ...numbers, month: 'long' },
    full: { ...numbers, month: 'long', weekday: 'long' },
  },
  time: { short: clock, medium: seconds, long: zoned, full: zoned },
} as const;
