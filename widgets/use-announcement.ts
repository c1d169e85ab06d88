import { useEffect, useState } from 'react';
import { announcementDelayMs } from './announcement-delay.ts';

/**
 * Returns an announcement, empty until `announcementDelayMs` after `announce` was called, and the function. A
 * former announcement is removed at once, so that the same text can be announced again.
 */
export function useAnnouncement() {
  const [pending, setPending] = useState<{ readonly message: string }>();
  const [announced, setAnnounced] = useState<typeof pending>();
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(pending), announcementDelayMs);
    return () => clearTimeout(timer);
  }, [pending]);
  return {
    announcement: pending !== undefined && announced === pending ? pending.message : '',
    announce: (message: string) => setPending({ message }),
  };
}
