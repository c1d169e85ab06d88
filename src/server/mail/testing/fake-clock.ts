import type { Clock } from '../outbox.ts';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves on and calls what is due by then, in order. */
  advance(ms: number): void;
}

/** Starts at the given time, in milliseconds since 1970 UTC. */
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
