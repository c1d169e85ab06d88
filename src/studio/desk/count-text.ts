import type { DeskPage } from '../protocol-desk.ts';
import type { Say } from '../words.ts';

/**
 * Formats the number of enquiries: `'One enquiry'`, or `'At least 10,000 enquiries'` if the server stopped
 * counting there.
 */
export function countText({ count, counted }: Pick<DeskPage, 'count' | 'counted'>, say: Say): string {
  return say(count >= counted ? 'desk.count-more' : 'desk.count', { count });
}
