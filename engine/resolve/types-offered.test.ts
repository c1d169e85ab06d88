import { describe, expect, it } from 'vitest';
import { compileTestForm } from '../../test/support/forms.ts';
import { toTypeOptions } from './types-offered.ts';

const [type] = compileTestForm().types;
if (!type) throw new Error('a form without types');

describe('toTypeOptions', () => {
  it.each([
    ['de', 'Verkauf'],
    ['de-CH', 'Verkauf'],
    ['de-CH-1996', 'Verkauf'],
    ['fr-CA', 'Vente au Québec'],
    ['fr', 'Sales'],
    ['d', 'Sales'],
  ])('names a type in %s by the nearest name that content has: %s', (locale, label) => {
    const names = { de: 'Verkauf', 'fr-CA': 'Vente au Québec' };
    const entry = { id: type.id, name: 'Sales', names };
    expect(toTypeOptions([{ type, entry }], locale)).toEqual([{ value: type.id, label }]);
  });
});
