import { describe, expect, it, vi } from 'vitest';
import { createLazy } from './lazy.ts';

describe('createLazy', () => {
  it('loads once, for all who ask, and tells who listens', async () => {
    const load = vi.fn(() => Promise.resolve('part'));
    const part = createLazy(load);
    const heard = vi.fn();
    part.subscribe(heard);
    expect(part.loaded()).toBeUndefined();
    expect(await Promise.all([part.load(), part.load()])).toEqual(['part', 'part']);
    expect(await part.load()).toBe('part');
    expect(part.loaded()).toBe('part');
    expect(load).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('loads again after a failure', async () => {
    const load = vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(new Error('offline'));
    const part = createLazy(load);
    await expect(part.load()).rejects.toThrow('offline');
    expect(await part.load()).toBe('part');
  });

  it('loads nothing that was given', async () => {
    const load = vi.fn(() => Promise.resolve('loaded'));
    const part = createLazy(load);
    part.provide('given');
    expect([part.loaded(), await part.load()]).toEqual(['given', 'given']);
    expect(load).not.toHaveBeenCalled();
  });
});
