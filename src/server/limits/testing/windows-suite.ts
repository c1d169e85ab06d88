import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LimitWindows, WindowRequest } from '../windows.ts';

const windowMs = 600_000;
const start = Date.UTC(2026, 10, 21, 7);

/** Creates a request to the window `sends`, with a limit of two by default. */
function createAsk(key: string, changes: Partial<WindowRequest> = {}): WindowRequest {
  return { window: 'sends', windowMs, key, limit: 2, ...changes };
}

/**
 * Describes the behaviour of windows, for any implementation.
 * @param name The implementation, for the title.
 * @param open Returns empty windows that use the given times.
 */
export function describeWindows(name: string, open: () => Promise<LimitWindows>): void {
  describe(`${name}: windows`, () => {
    it('grant as much as the limit, then say when the next is, and keep to it', async () => {
      const windows = await open();
      /** Requests one grant for `a`, a time after the start. */
      const take = (now: number) => windows.consumeInOrder([createAsk('a')], start + now);
      expect([await take(0), await take(60_000)]).toEqual([{ isGranted: true }, { isGranted: true }]);
      const refused = await take(61_000);
      if (refused.isGranted) throw new Error('There is no third');
      // The client waits until the first grant leaves the window, and a sixtieth longer at most.
      expect(refused.retryAfterS).toBeGreaterThanOrEqual(539);
      expect(refused.retryAfterS).toBeLessThanOrEqual(549);
      const then = 61_000 + refused.retryAfterS * 1000;
      expect([await take(then), await take(then)]).toMatchObject([{ isGranted: true }, { isGranted: false }]);
    });

    it('never grant more in any window, and always after waiting as told', async () => {
      const steps = fc.array(fc.tuple(fc.nat(400_000), fc.integer({ min: 1, max: 5 })), {
        minLength: 1,
        maxLength: 12,
      });
      const opened = open();
      let run = 0;
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(windowMs), async (steps, phase) => {
          const windows = await opened;
          run += 1;
          const key = `run ${run}`;
          const grants: number[] = [];
          let now = start + phase;
          for (const [step, count] of steps) {
            now += step;
            /** Requests `count` of five grants at the current time. */
            const take = () => windows.consumeInOrder([createAsk(key, { limit: 5, count })], now);
            const grant = await take();
            if (!grant.isGranted) {
              now += grant.retryAfterS * 1000;
              expect(await take()).toEqual({ isGranted: true });
            }
            grants.push(...Array<number>(count).fill(now));
            expect(grants.filter((time) => now - time < windowMs).length).toBeLessThanOrEqual(5);
          }
        }),
        { numRuns: 15 },
      );
    });

    it('do not count what they did not grant', async () => {
      const windows = await open();
      /** Requests the only grant for `a`, a time after the start. */
      const take = (now: number) => windows.consumeInOrder([createAsk('a', { limit: 1 })], start + now);
      await take(0);
      for (let now = 1000; now < windowMs; now += 100_000) expect((await take(now)).isGranted).toBe(false);
      expect((await take(windowMs + 10_000)).isGranted).toBe(true);
    });

    it('ask in order until one is not granted: what stands behind it does not count', async () => {
      const windows = await open();
      const all = createAsk('all', { window: 'all', limit: 3 });
      /** Requests a grant for a key, then one of three for all keys; true if both are granted. */
      const take = async (key: string) =>
        (await windows.consumeInOrder([createAsk(key), all], start)).isGranted;
      expect([await take('a'), await take('a'), await take('a'), await take('a')]).toEqual([
        true,
        true,
        false,
        false,
      ]);
      // One grant of "all" is left: the refusal of "a" has not used it.
      expect([await take('b'), await take('b')]).toEqual([true, false]);
      // An ask before the refusal counts.
      expect((await windows.consumeInOrder([createAsk('b')], start)).isGranted).toBe(false);
    });

    it('ask each, whatever becomes of the others', async () => {
      const windows = await open();
      const asks = [createAsk('a', { limit: 1 }), createAsk('b'), createAsk('c', { limit: 3 })];
      /** Requests each grant; 1 for a grant, 0 for a refusal. */
      const take = async () =>
        (await windows.consumeEach(asks, start)).map(({ isGranted }) => (isGranted ? 1 : 0));
      expect([await take(), await take(), await take(), await take()]).toEqual([
        [1, 1, 1],
        [0, 1, 1],
        [0, 0, 1],
        [0, 0, 0],
      ]);
      expect(await windows.consumeEach([], start)).toEqual([]);
    });

    it('grant many at once or none; where there may never be so many, where nothing else was', async () => {
      const windows = await open();
      /** Requests `count` of ten grants for a key; true if they are granted. */
      const take = async (key: string, count: number) =>
        (await windows.consumeInOrder([createAsk(key, { limit: 10, count })], start)).isGranted;
      expect([await take('a', 8), await take('a', 3), await take('a', 2)]).toEqual([true, false, true]);
      expect([await take('b', 1e10), await take('b', 1)]).toEqual([true, false]);
    });

    it('have keys of one window be none of another, and count each by itself', async () => {
      const windows = await open();
      /** Requests the only grant for a key in a window; true if it is granted. */
      const take = async (window: string, key: string) =>
        (await windows.consumeInOrder([createAsk(key, { window, limit: 1 })], start)).isGranted;
      expect(await take('sends', 'a')).toBe(true);
      expect([await take('posts', 'a'), await take('sends', 'b'), await take('sends', 'a')]).toEqual([
        true,
        true,
        false,
      ]);
    });

    it('forget what was granted to a key', async () => {
      const windows = await open();
      /** Requests the only grant for `a`; true if it is granted. */
      const take = async () =>
        (await windows.consumeInOrder([createAsk('a', { limit: 1 })], start)).isGranted;
      expect([await take(), await take()]).toEqual([true, false]);
      await windows.forget({ window: 'sends', key: 'a' });
      expect([await take(), await take()]).toEqual([true, false]);
    });

    it('grant no more than there is to those who ask at once, in whatever order, and let each end', async () => {
      const windows = await open();
      const asks = [createAsk('a', { limit: 7 }), createAsk('b', { limit: 9 })];
      const grants = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          windows.consumeEach(at % 2 === 0 ? asks : asks.toReversed(), start).then((each) => {
            const [a, b] = at % 2 === 0 ? each : each.toReversed();
            return [a?.isGranted, b?.isGranted];
          }),
        ),
      );
      expect(grants.filter(([a]) => a)).toHaveLength(7);
      expect(grants.filter(([, b]) => b)).toHaveLength(9);
    });

    it('have nobody wait for longer than a window where the clock goes back', async () => {
      const windows = await open();
      /** Requests the only grant for `a`, a time after the start; true if it is granted. */
      const take = async (now: number) =>
        (await windows.consumeInOrder([createAsk('a', { limit: 1 })], start + now)).isGranted;
      expect([await take(100 * windowMs), await take(0), await take(windowMs + 10_000)]).toEqual([
        true,
        false,
        true,
      ]);
    });
  });
}
