import { describe, expect, it } from 'vitest';
import { findExpensiveFiles, isQuickTest, maxSecondsPerFile, readCosts } from './costs.ts';

describe('findExpensiveFiles', () => {
  const recorded = { 'a.test.ts': 4, 'b.test.ts': 8, 'c.long.test.ts': 60 };

  it('names quick files that exceed 10 seconds by more than half, the most expensive first', () => {
    const measured = { 'a.test.ts': 14, 'new.test.ts': 16, 'newer.test.ts': 17, 'd.long.test.ts': 90 };
    expect(findExpensiveFiles(measured, {})).toEqual(['newer.test.ts', 'new.test.ts']);
  });

  it('allows a machine that takes longer for everything as much more', () => {
    const measured = { 'a.test.ts': 6, 'b.test.ts': 12, 'new.test.ts': 22 };
    expect(findExpensiveFiles(measured, recorded)).toEqual([]);
    expect(findExpensiveFiles({ ...measured, 'new.test.ts': 23 }, recorded)).toEqual(['new.test.ts']);
  });
});

describe('test/costs.json', () => {
  it('records at most 10 seconds for each file of npm test', () => {
    const expensive = Object.entries(readCosts()).filter(
      ([file, seconds]) => isQuickTest(file) && seconds > maxSecondsPerFile,
    );
    expect(expensive).toEqual([]);
  });
});
