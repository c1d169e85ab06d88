import type { UploadSettings } from '../platform/config/settings.ts';

export interface UploadPace {
  /** Aborted if the upload is too slow or takes too long. */
  readonly signal: AbortSignal;
  /** Adds bytes that have arrived. */
  readonly count: (bytes: number) => void;
  /** Stops measuring: the signal can no longer be aborted. */
  readonly end: () => void;
}

/**
 * Starts to measure an upload. It is aborted if fewer bytes than `leastBytesPerS` arrive on average in an
 * interval of `everyMs`, or if it takes longer than `mostMs`, because it would occupy a connection that
 * others need.
 */
export function startUploadPace({ leastBytesPerS, everyMs, mostMs }: UploadSettings): UploadPace {
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
