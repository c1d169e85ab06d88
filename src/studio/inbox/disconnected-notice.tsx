import { type ReactNode, useEffect, useState } from 'react';
import { useStudio } from '../draft/context.ts';

/** The time in milliseconds for which a lost connection is not reported. Also covers the first connection. */
const noticeDelayMs = 5_000;

/**
 * Renders a live region. It has a notice after five seconds without a connection for server events, because
 * the list would then look as if nothing arrived; otherwise it is empty.
 */
export function DisconnectedNotice(): ReactNode {
  const { say, isConnected } = useStudio();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (isConnected) return setIsShown(false);
    const timer = setTimeout(() => setIsShown(true), noticeDelayMs);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return (
    <p role="status" className="st-inbox-cut">
      {isShown && say('desk.not-live')}
    </p>
  );
}
