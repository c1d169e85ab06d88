import { useEffect } from 'react';
import { tellPresence } from '../api.ts';
import { useOwnPresence } from './own-presence.ts';

/** Reports the presence of this page to the server. A lost report is corrected by the next one. */
export function usePresence(isHeard: boolean): void {
  const own = useOwnPresence();
  useEffect(() => {
    if (isHeard) tellPresence(own).catch(() => undefined);
  }, [own, isHeard]);
}
