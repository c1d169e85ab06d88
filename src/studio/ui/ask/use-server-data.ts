import { useCallback, useEffect, useRef, useState } from 'react';
import { type RequestFailure, tryRequest } from './request.ts';

export interface ServerData<Value> {
  /** Absent until the first answer. A failed load removes an earlier value. */
  readonly value?: Value;
  /** The failure of the latest load. Absent until the first answer and after a success. */
  readonly trouble?: RequestFailure;
  /** Loads it again; never rejects. The current value or failure stays until the answer arrives. */
  readonly reload: () => Promise<void>;
}

/**
 * Loads the data at an address below `/studio/api`, again if the address changes. Never returns the data of a
 * former address.
 */
export function useServerData<Value>(path: string): ServerData<Value> {
  const [state, setState] = useState<{
    readonly path: string;
    readonly value?: Value;
    readonly trouble?: RequestFailure;
  }>({ path });
  const wanted = useRef(path);
  const reload = useCallback(async () => {
    wanted.current = path;
    const outcome = await tryRequest<Value>(path, { method: 'GET' });
    // The answer for a former address may come last.
    if (wanted.current !== path) return;
    setState(outcome.isDone ? { path, value: outcome.answer } : { path, trouble: outcome.trouble });
  }, [path]);
  useEffect(() => void reload(), [reload]);
  const { path: _path, ...now } = state.path === path ? state : { path };
  return { ...now, reload };
}
