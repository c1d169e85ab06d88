/** Photos that are arriving now, for work that had better wait for them. */
export interface Arrivals {
  /** Counts as an arrival for as long as it runs. */
  readonly during: <Result>(receive: () => Promise<Result>) => Promise<Result>;
  /** Resolves when nothing arrives, at the latest when the patience is at its end. */
  readonly quiet: (patienceMs: number) => Promise<void>;
}

/** No arrivals yet. */
export function createArrivals(): Arrivals {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    during: async (receive) => {
      count += 1;
      try {
        return await receive();
      } finally {
        count -= 1;
        if (count === 0) for (const go of [...waiting]) go();
      }
    },
    quiet: (patienceMs) =>
      new Promise((resolve) => {
        if (count === 0 || patienceMs <= 0) return resolve();
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, patienceMs).unref();
        waiting.add(go);
      }),
  };
}
