import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complaintsOf } from './complaints.ts';
import { randomChange } from './random-changes.ts';

describe('consequences', () => {
  it('are all that comparing every situation shows, and nothing else', () => {
    fc.assert(
      fc.property(randomChange, (change) => {
        const complaints = complaintsOf(change);
        fc.pre(complaints !== undefined);
        expect(complaints).toEqual([]);
      }),
      { numRuns: 40, seed: 20 },
    );
  });
});
