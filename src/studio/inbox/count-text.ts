import type { FormatMessage } from '../messages.ts';
import type { InboxListView } from '../protocol-inbox.ts';

/**
 * Formats the number of enquiries: `'One enquiry'`, or `'At least 10,000 enquiries'` if the server stopped
 * counting there.
 */
export function formatEnquiryCount(
  { count, counted }: Pick<InboxListView, 'count' | 'counted'>,
  say: FormatMessage,
): string {
  return say(count >= counted ? 'desk.count-more' : 'desk.count', { count });
}
