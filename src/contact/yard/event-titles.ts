import type { Operation } from '#engine';
import { futureEventTitlesOperation } from '#engine/yard/wire/future-event-titles.ts';

/** The query of the yard that a transport sends. */
export interface YardTransport {
  /** Rejects if the answer contains no list of titles. */
  readonly fetchFutureEventTitles: (request: EventTitlesRequest) => Promise<readonly string[]>;
}

export interface EventTitlesRequest {
  readonly endpoint: string;
  readonly domain: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a query and returns the data of its answer. Rejects if the request fails. */
export type SendQuery = (
  operation: Operation,
  request: Pick<EventTitlesRequest, 'endpoint' | 'headers' | 'signal'> & {
    readonly variables: Readonly<Record<string, string>>;
  },
) => Promise<Readonly<Record<string, unknown>> | undefined>;

/**
 * Fetches the titles of a domain's future events, without entries that are not strings. Rejects if the
 * request fails or its answer contains no list.
 */
export async function queryEventTitles(
  { domain, ...request }: EventTitlesRequest,
  sendQuery: SendQuery,
): Promise<readonly string[]> {
  const data = await sendQuery(futureEventTitlesOperation, { ...request, variables: { domain } });
  const titles = data?.[futureEventTitlesOperation.name];
  if (!Array.isArray(titles))
    throw new Error('Cannot use the event titles: the answer holds no list of them');
  return titles.filter((title) => typeof title === 'string');
}
