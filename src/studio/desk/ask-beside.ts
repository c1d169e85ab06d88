import type { DeskPage } from '../protocol-desk.ts';
import { attempt } from '../request.ts';

/** References of the enquiries before and after one in a list. */
export interface Beside {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** Which list, and the number of the enquiry that one stands at. */
export interface Place {
  /** An address below `/studio/api`. */
  readonly path: string;
  readonly query: string;
  readonly sequence: number;
}

/** Asks for the enquiries beside one of a list, whatever page of it that stands on. */
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
