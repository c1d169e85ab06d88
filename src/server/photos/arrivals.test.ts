import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createArrivals } from './arrivals.ts';

describe('createArrivals', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is quiet while nothing arrives', async () => {
    await createArrivals().quiet(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is quiet again when the last photo has arrived or failed to', async () => {
    const arrivals = createArrivals();
    const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const arriving = [arrivals.during(() => one.promise), arrivals.during(() => other.promise)];
    const heard: string[] = [];
    const quiet = arrivals.quiet(1000).then(() => heard.push('quiet'));
    one.resolve('stored');
    expect(await arriving[0]).toBe('stored');
    expect(heard).toEqual([]);
    other.reject(new Error('cut'));
    await expect(arriving[1]).rejects.toThrow('cut');
    await quiet;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets nobody wait longer than their patience', async () => {
    const arrivals = createArrivals();
    void arrivals.during(() => new Promise(() => undefined));
    const quiet = arrivals.quiet(1000);
    await vi.advanceTimersByTimeAsync(1000);
    await quiet;
    await arrivals.quiet(0);
  });
});
