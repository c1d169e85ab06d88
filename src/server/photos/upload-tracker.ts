/** Tracks running uploads, for work that should wait for them. */
export interface UploadTracker {
  /** Calls `receive` and counts it as a running upload until it has ended. */
  readonly track: <Result>(receive: () => Promise<Result>) => Promise<Result>;
  /** Resolves when no upload is running, at the latest after the timeout. */
  readonly idle: (timeoutMs: number) => Promise<void>;
}

export function createUploadTracker(): UploadTracker {
  const waiting = new Set<() => void>();
  let count = 0;
  return {
    track: async (receive) => {
      count += 1;
      try {
        return await receive();
      } finally {
        count -= 1;
        if (count === 0) for (const go of [...waiting]) go();
      }
    },
    idle: (timeoutMs) =>
      new Promise((resolve) => {
        if (count === 0 || timeoutMs <= 0) return resolve();
        /** Ends the wait: by the last upload or the timeout. */
        const resolveIdle = () => {
          clearTimeout(timer);
          waiting.delete(resolveIdle);
          resolve();
        };
        const timer = setTimeout(resolveIdle, timeoutMs).unref();
        waiting.add(resolveIdle);
      }),
  };
}
