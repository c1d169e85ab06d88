/** A progress line on a terminal, which each report overwrites. */
export interface Progress {
  /**
   * Shows the text instead of the previous one, at most twice a second and not in the first two seconds. A
   * text that comes too early is dropped.
   */
  readonly report: (text: string) => void;
  /** Removes the line if it is shown. */
  readonly end: () => void;
}

/** Milliseconds before the first report: short tasks show no progress. */
const initialDelayMs = 2_000;

const intervalMs = 500;

const clearLine = '\r\u001B[K';

/**
 * Creates the progress line of a task that starts now.
 * @param now Returns the current time in milliseconds.
 */
export function createProgress(write: (text: string) => void, now: () => number): Progress {
  const begun = now();
  let last: number | undefined;
  return {
    report(text) {
      const time = now();
      if (time - begun < initialDelayMs || (last !== undefined && time - last < intervalMs)) return;
      last = time;
      write(`${clearLine}${text}`);
    },
    end() {
      if (last !== undefined) write(clearLine);
      last = undefined;
    },
  };
}
