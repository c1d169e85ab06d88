/** A value that is loaded when it is needed first, usually a module. */
export interface LazyValue<Value> {
  /** Returns the value; undefined until it is loaded or provided. Does not load it. */
  readonly loaded: () => Value | undefined;
  /**
   * Loads the value, calls the listeners and resolves to it; resolves to the present value if there is one.
   * Concurrent callers share one request. Rejects if loading fails; then the next call tries again.
   */
  readonly load: () => Promise<Value>;
  /** Sets the value directly, on a server that renders at once, and calls the listeners. */
  readonly provide: (value: Value) => void;
  /**
   * Adds a listener, which is called when the value is loaded or provided. Returns a function that removes
   * it.
   */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Creates a lazy value, which is not loaded before its `load` is called: `createLazy(() =>
 * import('./large-module.ts'))`.
 */
export function createLazy<Value>(load: () => Promise<Value>): LazyValue<Value> {
  let value: Value | undefined;
  let loading: Promise<Value> | undefined;
  const listeners = new Set<() => void>();
  const provide = (loadedValue: Value) => {
    value = loadedValue;
    for (const listener of listeners) listener();
  };
  /**
   * Loads the value, provides it and returns it. Rejects if loading fails, so that the next call of `load`
   * tries again.
   */
  const startLoading = async () => {
    try {
      const loadedValue = await load();
      provide(loadedValue);
      return loadedValue;
    } finally {
      loading = undefined;
    }
  };
  return {
    loaded: () => value,
    load: () => {
      if (value !== undefined) return Promise.resolve(value);
      loading ??= startLoading();
      return loading;
    },
    provide,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
