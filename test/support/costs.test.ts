import { describe, expect, it } from 'vitest';
import { findExpensiveFiles } from './costs.ts';

describe('findExpensiveFiles', () => {
  const recorded = { 'a.test.ts': 4, 'b.test.ts': 8, 'c.long.test.ts': 60 };

  it('names quick files of more than 10 seconds, the most expensive first', () => {
    const measured = { 'a.test.ts': 1, 'new.test.ts': 11, 'newer.test.ts': 12, 'd.long.test.ts': 90 };
    expect(findExpensiveFiles(measured, recorded)).toEqual(['newer.test.ts', 'new.test.ts']);
  });

  it('allows a machine that takes longer for everything as much more', () => {
    const measured = { 'a.test.ts': 6, 'b.test.ts': 12, 'new.test.ts': 14 };
    expect(findExpensiveFiles(measured, recorded)).toEqual([]);
    expect(findExpensiveFiles({ ...measured, 'new.test.ts': 16 }, recorded)).toEqual(['new.test.ts']);
  });
});
