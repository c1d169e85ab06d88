import { describe, expect, it } from 'vitest';
import { createTestForm } from '#widgets/testing/forms.ts';
import { findDifferingSituations } from './differing.ts';

/** Returns a rule that requires a field when a day is chosen. */
const requireOn = (day: string, field: string) => ({
  id: `${field}-required`,
  description: `${field} on ${day}`,
  when: { '==': [{ var: 'values.day' }, day] },
  then: { require: [field] },
});

/** The situation that is named usual. */
const usual = { site: 1, types: ['sample'] } as const;

describe('findDifferingSituations', () => {
  it('lists one day of those that make a difference', () => {
    const text = { type: 'string' };
    const form = createTestForm(
      { properties: { day: { type: 'string', format: 'date' }, name: text, phone: text } },
      {},
      {
        'rules.json': { rules: [requireOn('2027-06-11', 'name'), requireOn('2027-06-12', 'phone')] },
        'texts/en.json': {
          'fields.day.label': 'Day',
          'fields.name.label': 'Name',
          'fields.phone.label': 'Phone',
        },
      },
    );
    const found = findDifferingSituations(
      form,
      { usual, offices: {}, scenarios: [] },
      { type: 'sample', most: 12 },
    );
    const days = found.flatMap(({ on }) => on.entered?.day ?? []);
    expect(days).toHaveLength(1);
  });
});
