import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUploadTracker } from './upload-tracker.ts';

describe('createUploadTracker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is idle while nothing is uploaded', async () => {
    await createUploadTracker().idle(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is idle again when the last upload has ended or failed', async () => {
    const uploads = createUploadTracker();
    const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const tracked = [uploads.track(() => one.promise), uploads.track(() => other.promise)];
    const heard: string[] = [];
    const idle = uploads.idle(1000).then(() => heard.push('idle'));
    one.resolve('stored');
    expect(await tracked[0]).toBe('stored');
    expect(heard).toEqual([]);
    other.reject(new Error('cut'));
    await expect(tracked[1]).rejects.toThrow('cut');
    await idle;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets nobody wait longer than their timeout', async () => {
    const uploads = createUploadTracker();
    void uploads.track(() => new Promise(() => undefined));
    const idle = uploads.idle(1000);
    await vi.advanceTimersByTimeAsync(1000);
    await idle;
    await uploads.idle(0);
  });
});
