/** What is loaded when it is first needed. */
export interface Lazy<Value> {
  /** The value, if it has arrived. */
  readonly loaded: () => Value | undefined;
  /** Loads it once; callers share what is under way, and the next call after a failure tries again. */
  readonly load: () => Promise<Value>;
  /** Gives the value where it is at hand: a server draws at once. */
  readonly provide: (value: Value) => void;
  /** The listener is called when the value arrives. Gives the way to stop it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Something to be loaded once: `lazy(() => import('./large-part.ts'))`. */
export function lazy<Value>(load: () => Promise<Value>): Lazy<Value> {
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
