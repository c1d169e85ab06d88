import { useCallback, useEffect, useState } from 'react';
import { type RequestFailure, tryRequest } from '../request.ts';

export interface ServerData<Value> {
  /** Absent while it is loading, and if loading failed. */
  readonly value?: Value;
  readonly trouble?: RequestFailure;
  /** Loads it again. The current value stays until the answer arrives. */
  readonly reload: () => Promise<void>;
}

/** Loads the data at an address below `/studio/api`. */
export function useServerData<Value>(path: string): ServerData<Value> {
  const [state, setState] = useState<{
    readonly path: string;
    readonly value?: Value;
    readonly trouble?: RequestFailure;
  }>({ path });
  const reload = useCallback(async () => {
    const outcome = await tryRequest<Value>(path, { method: 'GET' });
    setState(outcome.isDone ? { path, value: outcome.answer } : { path, trouble: outcome.trouble });
  }, [path]);
  useEffect(() => void reload(), [reload]);
  const { path: _path, ...now } = state.path === path ? state : { path };
  return { ...now, reload };
}
