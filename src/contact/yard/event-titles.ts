import { futureEventTitlesOperation } from '#engine/yard/wire/future-event-titles.ts';
import type { QueryRequest, SendQuery } from '../send/send-query.ts';

/** The queries of the yard that a transport sends. */
export interface YardQueries {
  /**
   * Fetches the titles of a domain's future events, without entries that are not strings. Rejects if the
   * request fails or its answer contains no list.
   */
  readonly fetchFutureEventTitles: (request: EventTitlesRequest) => Promise<readonly string[]>;
}

export interface EventTitlesRequest extends Omit<QueryRequest, 'variables'> {
  readonly domain: string;
}

/** Creates the queries of the yard. */
export function createYardQueries(sendQuery: SendQuery): YardQueries {
  return {
    async fetchFutureEventTitles({ domain, ...request }) {
      const data = await sendQuery(futureEventTitlesOperation, { ...request, variables: { domain } });
      const titles = data?.[futureEventTitlesOperation.name];
      if (!Array.isArray(titles))
        throw new Error('Cannot use the event titles: the answer holds no list of them');
      return titles.filter((title) => typeof title === 'string');
    },
  };
}
