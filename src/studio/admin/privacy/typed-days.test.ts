import { describe, expect, it } from 'vitest';
import {
  hasInvalidDays,
  listChangedKeys,
  mergeTypedDays,
  type TypedDays,
  toRetentionRules,
  toRulesKey,
  toTypedDays,
} from './typed-days.ts';

const types = [
  { id: '1', name: 'Charter' },
  { id: '', name: 'All others' },
];

function typed(days: Readonly<Record<string, string>>): TypedDays {
  return new Map(Object.entries(days));
}

describe('toRetentionRules', () => {
  it('returns the rules whose days the inputs show', () => {
    const rules = [
      { type: '1', photos: 30 },
      { enquiries: 365, mails: 90 },
    ];
    expect(toRetentionRules(toTypedDays(rules), types)).toEqual(rules);
  });

  it('has no rule for a type without days, and none for unknown types', () => {
    expect(toRetentionRules(typed({ '1 photos': ' ', '9 photos': '30' }), types)).toEqual([]);
  });

  it('reads the digits of any script', () => {
    expect(toRetentionRules(typed({ '1 photos': ' ٣٠ ' }), types)).toEqual([{ type: '1', photos: 30 }]);
  });
});

describe('toRulesKey', () => {
  it('is equal for the same rules in another order', () => {
    const [one, other] = [{ type: '1', photos: 30 }, { photos: 20 }];
    expect(toRulesKey([one, other])).toBe(toRulesKey([other, one]));
    expect(toRulesKey([one, other])).not.toBe(toRulesKey([one]));
  });
});

describe('listChangedKeys', () => {
  it('treats a missing key like an empty text, and other digits like the same days', () => {
    const before = typed({ '1 photos': '30', ' mails': '' });
    expect(listChangedKeys(typed({ '1 photos': ' ٣٠', ' enquiries': '7' }), before)).toEqual([' enquiries']);
  });
});

describe('mergeTypedDays', () => {
  it('applies what was changed to what somebody else has saved', () => {
    const seen = typed({ '1 photos': '30', '1 mails': '10' });
    const wanted = typed({ '1 photos': '40', '1 mails': '10' });
    const theirs = typed({ '1 photos': '50', '1 mails': '20', ' enquiries': '7' });
    expect(mergeTypedDays({ seen, wanted, theirs })).toEqual(
      typed({ '1 photos': '40', '1 mails': '20', ' enquiries': '7' }),
    );
  });
});

describe('hasInvalidDays', () => {
  it('accepts empty texts and days from 1 to the most', () => {
    expect(hasInvalidDays(typed({ '1 photos': '', '1 mails': '1', ' mails': '99' }), 99)).toBe(false);
  });

  it.each(['0', '100', '-1', '1.5', 'x'])('refuses "%s"', (days) => {
    expect(hasInvalidDays(typed({ '1 photos': days }), 99)).toBe(true);
  });
});
