import { describe, expect, it } from 'vitest';
import { findExpensiveFiles, isQuickTest, maxSecondsPerFile, readCosts } from './costs.ts';

describe('findExpensiveFiles', () => {
  const recorded = { 'a.test.ts': 4, 'b.test.ts': 8, 'c.long.test.ts': 60 };

  it('names files of npm test above 15 seconds, the most expensive first', () => {
    const measured = { 'new.test.ts': 15.1, 'b.test.ts': 15.2, 'cheap.test.ts': 14.9, 'd.long.test.ts': 90 };
    expect(findExpensiveFiles({ 'a.test.ts': 0.8, 'c.long.test.ts': 55, ...measured }, recorded)).toEqual([
      'b.test.ts',
      'new.test.ts',
    ]);
  });

  it('allows a machine that takes longer for everything as much more', () => {
    const measured = { 'a.test.ts': 6, 'b.test.ts': 12, 'new.test.ts': 22.4 };
    expect(findExpensiveFiles(measured, recorded)).toEqual([]);
    expect(findExpensiveFiles({ ...measured, 'new.test.ts': 22.6 }, recorded)).toEqual(['new.test.ts']);
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
