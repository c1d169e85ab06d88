import { expect, it } from 'vitest';
import { listPairs } from './combinations.ts';
import { describeEnquiries, pairwiseCombinations } from './enquiries-cases.ts';

// 18 of types and placements; 24 of types and sites but the 3 that sites exclude; 12 of placements and sites.
it('is sent through every pair of type, placement and kind of site', () => {
  expect(new Set(pairwiseCombinations.flatMap(listPairs)).size).toBe(18 + 21 + 12);
});

describeEnquiries(pairwiseCombinations);
