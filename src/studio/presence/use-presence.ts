import { useEffect } from 'react';
import { sendPresence } from '../api.ts';
import { useOwnPresence } from './own-presence.ts';

/** Reports the presence of this page to the server. The next report corrects one that was lost. */
export function usePresenceReport(isHeard: boolean): void {
  const own = useOwnPresence();
  useEffect(() => {
    if (isHeard) sendPresence(own).catch(() => undefined);
  }, [own, isHeard]);
}
