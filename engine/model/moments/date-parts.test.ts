import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDate } from '../compare-values.ts';
import { dateParts, findDatePartProblem, readDateParts } from './date-parts.ts';
import { joinDateParts } from './join-date-parts.ts';

const join = (day: string, month: string, year: string) => joinDateParts({ day, month, year }, 2026);

describe('joinDateParts', () => {
  it('gives one ISO date, however many digits a day and a month were given', () => {
    expect([join('3', '5', '1984'), join('03', '05', '1984'), join(' 003', '5 ', '1984')]).toEqual([
      '1984-05-03',
      '1984-05-03',
      '1984-05-03',
    ]);
  });

  it('reads the digits of any script', () => {
    expect([join('٣', '٥', '١٩٨٤'), join('３', '５', '１９８４'), join('۳', '۵', '۱۹۸۴')]).toEqual([
      '1984-05-03',
      '1984-05-03',
      '1984-05-03',
    ]);
  });

  it('takes a year of two digits for the one up to ten years from now', () => {
    const years = ['84', '26', '36', '37', '00'].map((year) => join('1', '1', year)?.slice(0, 4));
    expect(years).toEqual(['1984', '2026', '2036', '1937', '2000']);
  });

  it('loses nothing of what makes no day, and is nothing where nothing was typed', () => {
    expect([join('', '5', '1984'), join('3rd', '5', '1984'), join('-3', '5', '984')]).toEqual([
      '1984-05-',
      '1984-05-3rd',
      '984-05-–3',
    ]);
    expect([join('', '', ''), join(' ', '', ''), joinDateParts({}, 2026)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('gives parts back as they were read', () => {
    const typed = fc.record({ day: fc.string(), month: fc.string(), year: fc.string() });
    fc.assert(
      fc.property(typed, (parts) => {
        const text = joinDateParts(parts, 2026);
        const again = readDateParts(text);
        expect(again === undefined ? undefined : joinDateParts(again, 2026)).toBe(text);
      }),
    );
  });
});

describe('findDatePartProblem', () => {
  it('names the first part that is missing', () => {
    expect(['1984-05-', '1984--03', '-05-03', '--03'].map(findDatePartProblem)).toEqual(
      [
        ['day', 31],
        ['month', 12],
        ['year', 9999],
        ['month', 12],
      ].map(([part, limit]) => ({ part, isMissing: true, limit })),
    );
  });

  it.each([
    ['2027-02-31', 'day', 28],
    ['2028-02-30', 'day', 29],
    ['2027-04-31', 'day', 30],
    ['2027-13-32', 'day', 31],
    ['2027-13-31', 'month', 12],
    ['2027-00-31', 'month', 12],
    ['2027-05-00', 'day', 31],
    ['2027-05-3rd', 'day', 31],
    ['984-05-03', 'year', 9999],
    ['0000-05-03', 'year', 9999],
  ])('names the part that the calendar does not have: %s', (text, part, limit) => {
    expect(findDatePartProblem(text)).toEqual({ part, isMissing: false, limit });
  });

  it('finds none in a day of the calendar, and nothing to say of what is not in parts', () => {
    expect(['2028-02-29', '1984-05-03', 'soon', '', undefined].map(findDatePartProblem)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('finds one wherever three parts make no day', () => {
    const part = fc.oneof(fc.integer({ min: 0, max: 40 }).map(String), fc.constantFrom('', 'x'));
    const year = fc.oneof(fc.integer({ min: 100, max: 9999 }).map(String), part);
    fc.assert(
      fc.property(part, part, year, (day, month, years) => {
        const text = joinDateParts({ day, month, year: years }, 2026) ?? '';
        expect(findDatePartProblem(text) === undefined).toBe(text === '' || isDate(text));
      }),
    );
    expect(dateParts).toEqual(['day', 'month', 'year']);
  });
});
