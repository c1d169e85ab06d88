import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWindow } from './window.ts';

describe('createWindow', () => {
  it('never grants more in any window, and always grants after waiting as told', () => {
    const steps = fc.array(fc.nat(400), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        const window = createWindow({ windowMs: 1000, addresses: 10 });
        const grants: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step;
          const grant = window.consume({ key: 'a', limit, now });
          if (!grant.isGranted) {
            now += grant.retryAfterS * 1000;
            expect(window.consume({ key: 'a', limit, now }).isGranted).toBe(true);
          }
          grants.push(now);
          expect(grants.filter((time) => now - time < 1000).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it('grants many at once or none, and all that were wanted after waiting as told', () => {
    const steps = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 5 })), {
      minLength: 1,
      maxLength: 80,
    });
    fc.assert(
      fc.property(steps, (steps) => {
        const window = createWindow({ windowMs: 1000, addresses: 10 });
        const grants: number[] = [];
        let now = 0;
        for (const [step, count] of steps) {
          now += step;
          const take = () => window.consume({ key: 'a', limit: 5, count, now });
          const grant = take();
          if (!grant.isGranted) {
            now += grant.retryAfterS * 1000;
            expect(take().isGranted).toBe(true);
          }
          grants.push(...Array<number>(count).fill(now));
          expect(grants.filter((time) => now - time < 1000).length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it('remembers little of a key, however often it is granted something', () => {
    const window = createWindow({ windowMs: 100_000, addresses: 10 });
    for (let now = 0; now < 150_000; now += 10) window.consume({ key: 'a', limit: 1e12, count: 1e6, now });
    expect(window.moments()).toBeLessThanOrEqual(1_001);
    expect(window.consume({ key: 'a', limit: 1e10, now: 150_000 }).isGranted).toBe(false);
  });

  it('does not count what it did not grant', () => {
    const window = createWindow({ windowMs: 1000, addresses: 10 });
    window.consume({ key: 'a', limit: 1, now: 0 });
    for (let now = 1; now < 1000; now += 1)
      expect(window.consume({ key: 'a', limit: 1, now }).isGranted).toBe(false);
    expect(window.consume({ key: 'a', limit: 1, now: 1000 }).isGranted).toBe(true);
  });

  it('forgets first, when too many call, who has not called for longest', () => {
    const window = createWindow({ windowMs: 1000, addresses: 2 });
    const take = (key: string, now: number) => window.consume({ key, limit: 1, now }).isGranted;
    expect([take('a', 0), take('b', 1), take('c', 2)]).toEqual([true, true, true]);
    expect(take('b', 3)).toBe(false);
    expect(take('c', 3)).toBe(false);
    expect(take('a', 3)).toBe(true);
  });

  it('keeps its memory bounded whoever calls', () => {
    const window = createWindow({ windowMs: 600_000, addresses: 1000 });
    for (let caller = 0; caller < 20_000; caller += 1)
      window.consume({ key: `caller ${caller}`, limit: 30, now: caller });
    expect(window.moments()).toBe(1_000);
    // Those of the last thousand are still counted.
    expect(window.consume({ key: 'caller 19500', limit: 1, now: 20_000 }).isGranted).toBe(false);
    expect(window.consume({ key: 'caller 100', limit: 1, now: 20_000 }).isGranted).toBe(true);
  });
});
