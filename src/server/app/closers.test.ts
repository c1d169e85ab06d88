import { expect, it } from 'vitest';
import { createClosers } from './closers.ts';

it('closes the last first, waits for each, and closes the others where one fails', async () => {
  const closers = createClosers();
  const closed: string[] = [];
  closers.add(() => closed.push('first'));
  closers.add(async () => {
    await Promise.resolve();
    closed.push('second');
    throw new Error('cannot close');
  });
  closers.add(() => closed.push('third'));
  await expect(closers.closeAll()).rejects.toThrow('cannot close');
  expect(closed).toEqual(['third', 'second', 'first']);
  await closers.closeAll();
  expect(closed).toHaveLength(3);
});
