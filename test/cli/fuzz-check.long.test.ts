import { describe, expect, it } from 'vitest';
import { checkMutant } from '../support/checked-mutants.ts';

describe('check of documents with slips in them', () => {
  it.each(Array.from({ length: 10 }, (_, index) => index * 50))(
    'says something or nothing of each of 50, from %i on',
    (first) => {
      for (let seed = first; seed < first + 50; seed += 1)
        expect(checkMutant(seed).every(({ file, reason }) => file !== '' && reason !== '')).toBe(true);
    },
  );
});
