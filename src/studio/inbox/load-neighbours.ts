import type { InboxListView } from '../protocol-inbox.ts';
import { tryRequest } from '../request.ts';

/** The references of the next newer (`previous`) and the next older enquiry of a list. Absent at its ends. */
export interface EnquiryNeighbours {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

export interface EnquiryListPosition {
  /** The address of the list, below `/studio/api`. */
  readonly path: string;
  readonly query: string;
  readonly sequence: number;
}

/**
 * Loads the neighbours of an enquiry from the server, even if its page of the list is not loaded. A neighbour
 * that cannot be loaded is absent.
 */
export async function loadNeighbours(
  { path, query, sequence }: EnquiryListPosition,
  signal: AbortSignal,
): Promise<EnquiryNeighbours> {
  const loadNearestReference = async (way: 'after' | 'before') => {
    const search = new URLSearchParams(query);
    search.set(way, String(sequence));
    const outcome = await tryRequest<InboxListView>(`${path}?${search}`, { method: 'GET', signal });
    return outcome.isDone ? outcome.answer.rows[0]?.reference : undefined;
  };
  const [previous, next] = await Promise.all([loadNearestReference('after'), loadNearestReference('before')]);
  return { previous, next };
}
