import { describe, expect, it } from 'vitest';
import { serverSettings } from '../../platform/config/settings.ts';
import { getRetryDelay } from './retry-delay.ts';

const delays = { firstDelayMs: 1000, delayFactor: 2, longestDelayMs: 60_000, jitter: 0.25 };

describe('getRetryDelay', () => {
  it('doubles with each attempt, up to the longest delay', () => {
    const waits = [1, 2, 3, 4, 6, 7, 80].map((tries) =>
      getRetryDelay({ tries, random: 0.5, settings: delays }),
    );
    expect(waits).toEqual([1000, 2000, 4000, 8000, 32_000, 60_000, 60_000]);
  });

  it('varies each delay by its share, to either side', () => {
    expect(getRetryDelay({ tries: 1, random: 0, settings: delays })).toBe(750);
    expect(getRetryDelay({ tries: 1, random: 1, settings: delays })).toBe(1250);
  });

  it('goes on for about three days with the settings that ship', () => {
    const { tries } = serverSettings.mail;
    const waits = Array.from({ length: tries - 1 }, (_, index) =>
      getRetryDelay({ tries: index + 1, random: 0.5, settings: serverSettings.mail }),
    );
    const hours = waits.reduce((sum, delay) => sum + delay, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(60);
    expect(hours).toBeLessThan(84);
  });
});
