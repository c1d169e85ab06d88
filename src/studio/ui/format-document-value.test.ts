import { describe, expect, it } from 'vitest';
import { formatDocumentValue } from './format-document-value.ts';

describe('formatDocumentValue', () => {
  it.each([
    [undefined, '(nothing)'],
    ['Ahoy', 'Ahoy'],
    [7, '7'],
    [['a', 3, true], 'a, 3, true'],
    [[{ const: 'a', title: 'A' }, null], '{"const":"a","title":"A"}, null'],
    [{ a: 1 }, '{"a":1}'],
  ])('formats %j as %s', (value, text) => {
    expect(formatDocumentValue(value, (key) => `(${key})`)).toBe(text);
  });
});
