import type { DeskPage } from '../protocol-desk.ts';
import type { Say } from '../words.ts';

/** How many enquiries a list has: `'One enquiry'`, or `'At least 10,000 enquiries'` where nobody has counted further. */
export function countText({ count, counted }: Pick<DeskPage, 'count' | 'counted'>, say: Say): string {
  return say(count >= counted ? 'desk.count-more' : 'desk.count', { count });
}
