import { describe, expect, it } from 'vitest';
import { describeWindows } from './testing/windows-suite.ts';
import { createMemoryWindows } from './windows.ts';

describeWindows('createMemoryWindows', async () => createMemoryWindows({ addresses: 1000 }));

describe('createMemoryWindows', () => {
  it('remembers so many keys of each window, and of all others none the less', async () => {
    const windows = createMemoryWindows({ addresses: 2 });
    const take = async (window: string, key: string) =>
      (await windows.consumeInOrder([{ window, windowMs: 1000, key, limit: 1 }], 0)).isGranted;
    expect(await take('receipts', 'ada')).toBe(true);
    for (const key of ['a', 'b', 'c']) expect(await take('sends', key)).toBe(true);
    expect([await take('receipts', 'ada'), await take('sends', 'c'), await take('sends', 'a')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
