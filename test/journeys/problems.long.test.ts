import { describe } from 'vitest';
import { journeysOn } from '../support/journey.ts';

const it = journeysOn();

describe('a form that a visitor fills', () => {
  it('says of each wrong value what to do with it, and never cuts one', async ({ visitor, expect }) => {
    await visitor.visits('/valuation');
    await visitor.sends();
    await visitor.sees('Enter who built the boat');
    for (const [field, value, message] of wrong) {
      await visitor.fills({ [field]: value });
      await expect.poll(() => visitor.description(field), { message: value }).toContain(message);
      await expect.poll(() => visitor.readValues(field)).toEqual({ [field]: value });
    }
  });
});

const nextYear = new Date().getUTCFullYear() + 1;

/** Invalid values (docs/behaviour.md, "Fields") with their messages. */
const wrong = [
  ['name', 'x'.repeat(101), 'Shorten your name to 100 characters'],
  ['name', '⛵'.repeat(101), 'Shorten your name to 100 characters'],
  ['name', '   ', 'Enter your name'],
  ['email', 'ada@@example.com', 'Enter an email address in the form name@example.com'],
  ['phone', '12', 'Enter the whole phone number, with its area code'],
  ['phone', 'ring me', 'Enter the phone number in digits, for example +44 20 7946 0018'],
  ['year', '1899', `Enter a year of build from 1900 to ${nextYear}`],
  ['year', String(nextYear + 1), `Enter a year of build from 1900 to ${nextYear}`],
  ['year', '20l5', 'Enter the year of build as four digits, for example 2015'],
  ['engine_hours', 'many', 'Enter the engine hours as a number, for example 412.5'],
  ['generator_hours', '-1', 'Enter the generator hours as a number, for example 88'],
  ['additional_information', 'y'.repeat(5001), 'Shorten the additional information to 5,000 characters'],
] as const;
