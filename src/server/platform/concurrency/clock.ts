/** A clock and timer, replaced by a fake in tests. */
export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Calls back once after a delay; returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The system's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
