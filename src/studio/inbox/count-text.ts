import type { InboxListView } from '../../api/inbox.ts';
import type { FormatMessage } from '../ui/messages.ts';

/**
 * Formats the number of enquiries (`count`): `'One enquiry'`, or `'At least 10,000 enquiries'` if it has
 * reached `counted`, the number at which the server stops counting.
 */
export function formatEnquiryCount(
  { count, counted }: Pick<InboxListView, 'count' | 'counted'>,
  say: FormatMessage,
): string {
  return say(count >= counted ? 'desk.count-more' : 'desk.count', { count });
}
