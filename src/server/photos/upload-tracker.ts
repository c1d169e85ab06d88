/** Uploads that are under way, for work that had better wait for them. */
export interface UploadTracker {
  /** Counts as an upload for as long as it runs. */
  readonly track: <Result>(receive: () => Promise<Result>) => Promise<Result>;
  /** Resolves when no upload is under way, at the latest after the timeout. */
  readonly idle: (timeoutMs: number) => Promise<void>;
}

/** No uploads yet. */
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
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, timeoutMs).unref();
        waiting.add(go);
      }),
  };
}
