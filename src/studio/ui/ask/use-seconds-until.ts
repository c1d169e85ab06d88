import { useEffect, useState } from 'react';

/**
 * Returns the seconds left until a time, rounded up and updated each second; 0 afterwards and without a time.
 * @param until Milliseconds since 1970.
 */
export function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const isOver = until === undefined || now >= until;
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return isOver ? 0 : Math.ceil((until - now) / 1000);
}
