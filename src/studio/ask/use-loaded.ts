import { useCallback, useEffect, useState } from 'react';
import { attempt, type Trouble } from '../request.ts';

/** Something of the server's, as a part of a page has it. */
export interface Loaded<Value> {
  /** Absent: it is on its way, or it did not come. */
  readonly value?: Value;
  /** Why it did not come. */
  readonly trouble?: Trouble;
  /** Asks for it again; what there is stays until it has come. */
  readonly reload: () => Promise<void>;
}

/** What stands at an address below `/studio/api`. */
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
