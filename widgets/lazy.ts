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

/** Creates a lazy value: `createLazy(() => import('./large-module.ts'))`. */
export function createLazy<Value>(load: () => Promise<Value>): LazyValue<Value> {
  let value: Value | undefined;
  let loading: Promise<Value> | undefined;
  const listeners = new Set<() => void>();
  const provide = (arrived: Value) => {
    value = arrived;
    for (const listener of listeners) listener();
  };
  const begin = async () => {
    try {
      const arrived = await load();
      provide(arrived);
      return arrived;
    } finally {
      loading = undefined;
    }
  };
  return {
    loaded: () => value,
    load: () => {
      if (value !== undefined) return Promise.resolve(value);
      loading ??= begin();
      return loading;
    },
    provide,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
