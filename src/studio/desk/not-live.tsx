import { type ReactNode, useEffect, useState } from 'react';
import { useStudio } from '../context.ts';

/** A line that is back sooner is nobody's concern; it is also how long a page takes to hear at first. */
const bearableMs = 5_000;

/** Says that what arrives is not heard of: a list that stands still looks like one to which nothing comes. */
export function NotLive(): ReactNode {
  const { say, isHeard } = useStudio();
  const [isTold, setIsTold] = useState(false);
  useEffect(() => {
    if (isHeard) return setIsTold(false);
    const timer = setTimeout(() => setIsTold(true), bearableMs);
    return () => clearTimeout(timer);
  }, [isHeard]);
  return (
    <p role="status" className="st-desk-cut">
      {isTold && say('desk.not-live')}
    </p>
  );
}
