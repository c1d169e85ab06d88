import { describe, expect, it } from 'vitest';
import { findByName } from './find-by-name.ts';

describe('findByName', () => {
  it('finds the first of a name, in a short list and in a long one', () => {
    for (const length of [3, 1_000]) {
      const all = Array.from({ length }, (_, place) => ({ name: `field-${place}`, place }));
      const twice = [...all, { name: 'field-2', place: length }];
      expect(findByName(twice, 'field-2')).toBe(all[2]);
      expect(findByName(twice, 'field-2')).toBe(all[2]);
      expect(findByName(twice, 'constructor')).toBeUndefined();
    }
  });
});
