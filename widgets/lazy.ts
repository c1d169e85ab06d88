export interface LazyValue<Value> {
  readonly loaded: () => Value | undefined;
  /**
   * Loads the value once. Concurrent callers share one request; after a failure the next call tries again.
   */
  readonly load: () => Promise<Value>;
  /** Sets the value directly, on a server that renders at once. */
  readonly provide: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Creates a lazy value, which is not loaded before `load` is called: `createLazy(() =>
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
