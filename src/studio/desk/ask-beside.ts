import type { DeskPage } from '../protocol-desk.ts';
import { attempt } from '../request.ts';

export interface Beside {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** A position in a list of enquiries: the list, and the sequence number of the enquiry. */
export interface Place {
  /** The address of the list, below `/studio/api`. */
  readonly path: string;
  readonly query: string;
  readonly sequence: number;
}

/** Loads the neighbours of an enquiry, even if the page of the list that contains it is not loaded. */
export async function askBeside({ path, query, sequence }: Place, signal: AbortSignal): Promise<Beside> {
  const first = async (way: 'after' | 'before') => {
    const search = new URLSearchParams(query);
    search.set(way, String(sequence));
    const outcome = await attempt<DeskPage>(`${path}?${search}`, { method: 'GET', signal });
    return outcome.isDone ? outcome.answer.rows[0]?.reference : undefined;
  };
  const [previous, next] = await Promise.all([first('after'), first('before')]);
  return { previous, next };
}
