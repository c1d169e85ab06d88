import { useEffect } from 'react';
import { tellPresence } from '../api.ts';
import { useOwnPresence } from './own-presence.ts';

/** Tells the server where one is. What is lost on the way is told again with the next step. */
export function usePresence(isHeard: boolean): void {
  const own = useOwnPresence();
  useEffect(() => {
    if (isHeard) tellPresence(own).catch(() => undefined);
  }, [own, isHeard]);
}
