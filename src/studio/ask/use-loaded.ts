import { useCallback, useEffect, useState } from 'react';
import { attempt, type Trouble } from '../request.ts';

export interface Loaded<Value> {
  /** Absent while it is loading, and if loading failed. */
  readonly value?: Value;
  readonly trouble?: Trouble;
  /** Loads it again. The current value stays until the answer arrives. */
  readonly reload: () => Promise<void>;
}

/** Loads the data at an address below `/studio/api`. */
export function useLoaded<Value>(path: string): Loaded<Value> {
  const [state, setState] = useState<{
    readonly path: string;
    readonly value?: Value;
    readonly trouble?: Trouble;
  }>({ path });
  const reload = useCallback(async () => {
    const outcome = await attempt<Value>(path, { method: 'GET' });
    setState(outcome.isDone ? { path, value: outcome.answer } : { path, trouble: outcome.trouble });
  }, [path]);
  useEffect(() => void reload(), [reload]);
  const { path: _path, ...now } = state.path === path ? state : { path };
  return { ...now, reload };
}
