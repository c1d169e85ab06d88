import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout } from './with-timeout.ts';

const never = () => new Promise<never>(() => undefined);

describe('withTimeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives what comes in time, and leaves its signal alone ever after', async () => {
    let signal: AbortSignal | undefined;
    const waiting = withTimeout(100, async (given) => {
      signal = given;
      return 'there';
    });
    vi.advanceTimersByTime(99);
    await expect(waiting).resolves.toBe('there');
    vi.runAllTimers();
    expect(signal?.aborted).toBe(false);
  });

  it('rejects, and aborts, when the time is over', async () => {
    let signal: AbortSignal | undefined;
    const waiting = withTimeout(100, (given) => {
      signal = given;
      return never();
    });
    const rejected = expect(waiting).rejects.toThrow('No answer in time');
    vi.advanceTimersByTime(100);
    await rejected;
    expect(signal?.aborted).toBe(true);
  });

  it('hands a rejection on', async () => {
    await expect(withTimeout(100, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('sets no timer where no time is given', () => {
    void withTimeout(undefined, never);
    expect(vi.getTimerCount()).toBe(0);
  });
});
