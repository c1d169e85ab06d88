import { expect, it } from 'vitest';
import { checkMutant } from '../support/checked-mutants.ts';

it('check says something or nothing of documents with slips in them', () => {
  for (let seed = 0; seed < 10; seed += 1)
    expect(checkMutant(seed).every(({ file, reason }) => file !== '' && reason !== '')).toBe(true);
});
