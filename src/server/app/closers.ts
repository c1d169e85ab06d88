/** Closes what was opened, the last one first. */
export interface Closers {
  /** Adds a function that closes what was just opened. */
  readonly add: (close: () => unknown) => void;
  /**
   * Calls all functions, one after the other, and waits for each. Each is called once, even if others fail.
   * @throws the first error, after all were called.
   */
  readonly closeAll: () => Promise<void>;
}

export function createClosers(): Closers {
  const functions: (() => unknown)[] = [];
  return {
    add: (close) => void functions.push(close),
    async closeAll() {
      const errors: unknown[] = [];
      for (let close = functions.pop(); close !== undefined; close = functions.pop())
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      if (errors.length > 0) throw errors[0];
    },
  };
}
