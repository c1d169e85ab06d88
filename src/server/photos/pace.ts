import type { UploadSettings } from '../config/settings.ts';

export interface UploadPace {
  readonly signal: AbortSignal;
  readonly count: (bytes: number) => void;
  readonly end: () => void;
}

/** Measures an upload from now on: one that is very slow would occupy a connection that others need. */
export function watchPace({ leastBytesPerS, everyMs, mostMs }: UploadSettings): UploadPace {
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
