import { useEffect } from 'react';
import { sendPresence } from '../api.ts';
import { useOwnPresence } from './own-presence.ts';

/**
 * Reports the presence of this page to the server at each change of it, and when the server's events are
 * received again. A lost report is not repeated; the next one corrects it.
 * @param isHeard True while the server's events are received. Otherwise nothing is reported.
 */
export function usePresenceReport(isHeard: boolean): void {
  const own = useOwnPresence();
  useEffect(() => {
    if (isHeard) sendPresence(own).catch(() => undefined);
  }, [own, isHeard]);
}
