/** What the outbox knows of time; a test hands in one that it moves by itself. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Calls back once after so many milliseconds; gives the function that calls it off. */
  after(ms: number, callback: () => void): () => void;
}

/** The system's clock. What waits for it keeps no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref();
    return () => clearTimeout(timer);
  },
};
