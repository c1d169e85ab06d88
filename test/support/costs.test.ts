import { describe, expect, it } from 'vitest';
import { findExpensiveFiles, isQuickTest, maxSecondsPerFile, readCosts } from './costs.ts';

describe('findExpensiveFiles', () => {
  const recorded = { 'a.test.ts': 4, 'b.test.ts': 8, 'c.long.test.ts': 60 };

  it('names new files of npm test above 10 seconds, the most expensive first', () => {
    const measured = { 'new.test.ts': 10.1, 'newer.test.ts': 12, 'cheap.test.ts': 9.9, 'd.long.test.ts': 90 };
    expect(findExpensiveFiles({ ...recorded, ...measured }, recorded)).toEqual([
      'newer.test.ts',
      'new.test.ts',
    ]);
  });

  it('names files with a recorded cost above 15 seconds', () => {
    const measured = { 'a.test.ts': 1, 'c.long.test.ts': 55 };
    expect(findExpensiveFiles({ ...measured, 'b.test.ts': 14.9 }, recorded)).toEqual([]);
    expect(findExpensiveFiles({ ...measured, 'b.test.ts': 15.1 }, recorded)).toEqual(['b.test.ts']);
  });

  it('allows a machine that takes longer for everything as much more', () => {
    const measured = { 'a.test.ts': 6, 'b.test.ts': 12, 'new.test.ts': 14.9 };
    expect(findExpensiveFiles(measured, recorded)).toEqual([]);
    expect(findExpensiveFiles({ ...measured, 'new.test.ts': 15.1 }, recorded)).toEqual(['new.test.ts']);
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
