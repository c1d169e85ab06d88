import type { InboxListView } from '../protocol-inbox.ts';
import { tryRequest } from '../request.ts';

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

/** Loads the neighbours of an enquiry, even if the page of the list that contains it is not loaded. */
export async function loadNeighbours(
  { path, query, sequence }: EnquiryListPosition,
  signal: AbortSignal,
): Promise<EnquiryNeighbours> {
  const loadFirst = async (way: 'after' | 'before') => {
    const search = new URLSearchParams(query);
    search.set(way, String(sequence));
    const outcome = await tryRequest<InboxListView>(`${path}?${search}`, { method: 'GET', signal });
    return outcome.isDone ? outcome.answer.rows[0]?.reference : undefined;
  };
  const [previous, next] = await Promise.all([loadFirst('after'), loadFirst('before')]);
  return { previous, next };
}
