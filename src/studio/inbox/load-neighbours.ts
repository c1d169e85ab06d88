import type { InboxListView } from '../../api/inbox.ts';
import { tryRequest } from '../ui/ask/request.ts';

/** The references of the next newer (`previous`) and the next older enquiry of a list. Absent at its ends. */
export interface EnquiryNeighbours {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

export interface EnquiryListPosition {
  /** The address of the list, below `/studio/api`. */
  readonly path: string;
  /** The query string of the list, without `?`. */
  readonly query: string;
  /** The number of the enquiry in the order of arrival. */
  readonly sequence: number;
}

/**
 * Loads the neighbours of an enquiry from the server, even if its page of the list is not loaded. A neighbour
 * that cannot be loaded is absent, also after `signal` aborts. Never throws.
 */
export async function loadNeighbours(
  { path, query, sequence }: EnquiryListPosition,
  signal: AbortSignal,
): Promise<EnquiryNeighbours> {
  /** Returns the reference of the next newer (`after`) or next older (`before`) enquiry, if there is one. */
  const loadNearestReference = async (way: 'after' | 'before') => {
    const search = new URLSearchParams(query);
    search.set(way, String(sequence));
    const outcome = await tryRequest<InboxListView>(`${path}?${search}`, { method: 'GET', signal });
    return outcome.isDone ? outcome.answer.rows[0]?.reference : undefined;
  };
  const [previous, next] = await Promise.all([loadNearestReference('after'), loadNearestReference('before')]);
  return { previous, next };
}
