import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
  /**
   * Advances the time at once, then calls the callbacks that are due, in order. Callbacks that are added
   * meanwhile are called by the next `advance` at the earliest.
   */
  advance(ms: number): void;
}

/** Creates a clock that starts at a time, in milliseconds since 1970. */
export function createFakeClock(start: number): FakeClock {
  let time = start;
  const alarms = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => time,
    after(ms, callback) {
      const alarm = { at: time + ms, callback };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    advance(ms) {
      time += ms;
      for (const alarm of [...alarms].sort((a, b) => a.at - b.at)) {
        if (alarm.at <= time && alarms.delete(alarm)) alarm.callback();
      }
    },
  };
}
