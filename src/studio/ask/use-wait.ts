import { useEffect, useState } from 'react';

/** How many seconds are left until a time; 0 from then on, and where there is none. */
export function useWait(until: number | undefined): number {
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
