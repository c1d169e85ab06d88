/** Says on a terminal how far a long work is, on one line that is written over. */
export interface Progress {
  readonly tell: (words: string) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

/** Nothing is told to whoever waits less than this, in milliseconds. */
const patience = 2_000;

/** So often is the line written, in milliseconds. */
const pause = 500;

const clearLine = '\r\u001B[K';

/**
 * Creates the progress of one work, which begins now.
 *
 * @param now - the time in milliseconds.
 */
export function createProgress(write: (text: string) => void, now: () => number): Progress {
  const begun = now();
  let last: number | undefined;
  return {
    tell(words) {
      const time = now();
      if (time - begun < patience || (last !== undefined && time - last < pause)) return;
      last = time;
      write(`${clearLine}${words}`);
    },
    end() {
      if (last !== undefined) write(clearLine);
      last = undefined;
    },
  };
}
