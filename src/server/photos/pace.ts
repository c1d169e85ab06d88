import type { UploadSettings } from '../config/settings.ts';

/** Watches one upload. */
export interface Pace {
  /** Aborts where the upload is too slow. */
  readonly signal: AbortSignal;
  /** Counts bytes as they arrive. */
  readonly count: (bytes: number) => void;
  /** Watches no longer. */
  readonly end: () => void;
}

/** Watches an upload from now on: one that drips holds a place that others need. */
export function watchPace({ leastBytesPerS, everyMs, mostMs }: UploadSettings): Pace {
  const controller = new AbortController();
  let bytes = 0;
  const rate = setInterval(() => {
    if (bytes < (leastBytesPerS * everyMs) / 1000) controller.abort();
    bytes = 0;
  }, everyMs).unref();
  const whole = setTimeout(() => controller.abort(), mostMs).unref();
  return {
    signal: controller.signal,
    count: (more) => {
      bytes += more;
    },
    end() {
      clearInterval(rate);
      clearTimeout(whole);
    },
  };
}
