import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patienceFor } from './patience.ts';

describe('patienceFor', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('gives what comes in time', async () => {
    const patience = patienceFor(100);
    const waiting = patience.await(Promise.resolve('there'));
    vi.advanceTimersByTime(99);
    await expect(waiting).resolves.toBe('there');
    expect(patience.signal.aborted).toBe(false);
  });

  it('rejects, and aborts, when the time is over', async () => {
    const patience = patienceFor(100);
    const waiting = expect(patience.await(new Promise(() => undefined))).rejects.toThrow('No answer in time');
    vi.advanceTimersByTime(100);
    await waiting;
    expect(patience.signal.aborted).toBe(true);
  });

  it('hands a rejection on', async () => {
    await expect(patienceFor(100).await(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('does nothing any more once the waiting is over, or where no time is given', () => {
    const ended = patienceFor(100);
    ended.end();
    const endless = patienceFor(undefined);
    vi.runAllTimers();
    expect(ended.signal.aborted).toBe(false);
    expect(endless.signal.aborted).toBe(false);
  });
});
