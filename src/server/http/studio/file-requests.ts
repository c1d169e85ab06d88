import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { FileAnswer } from '../../../api/studio.ts';
import { getActor } from './account/auth.ts';

/** Time for which a requested file can be downloaded without a second audit entry. */
const validMs = 60_000;

/**
 * Downloads that a page requests before the browser fetches them (`?ask`), because a browser that saves a
 * file cannot show why it was refused. The route writes its audit entry at the request, once. Another server
 * does not know the request and writes a second entry.
 */
export interface FileRequests {
  /** Returns true if the request only asks for a download (with the parameter `ask`). */
  readonly isRequest: (request: FastifyRequest) => boolean;
  /**
   * Stores the request for a minute, and returns the address from which the browser can download the file.
   */
  readonly createAnswer: (request: FastifyRequest) => FileAnswer;
  /**
   * Returns true if this person requested this download within the last minute, and removes that request: a
   * second call returns false.
   */
  readonly consumeRequest: (request: FastifyRequest) => boolean;
}

/** Creates an empty store of requested downloads. A request is stored in memory for a minute. */
export function createFileRequests(now: () => number): FileRequests {
  const asked = new Map<string, { readonly person: string; readonly url: string; readonly until: number }>();
  return {
    isRequest: (request) => toUrl(request).searchParams.has('ask'),
    createAnswer(request) {
      for (const [key, { until }] of asked) if (until <= now()) asked.delete(key);
      const address = toUrl(request);
      address.searchParams.delete('ask');
      const key = randomUUID();
      asked.set(key, { person: getActor(request).id, url: formatPath(address), until: now() + validMs });
      address.searchParams.set('asked', key);
      return { address: formatPath(address) };
    },
    consumeRequest(request) {
      const address = toUrl(request);
      const key = address.searchParams.get('asked') ?? '';
      const known = asked.get(key);
      address.searchParams.delete('asked');
      const isTheirs = known?.person === getActor(request).id && known.url === formatPath(address);
      if (known === undefined || !isTheirs) return false;
      asked.delete(key);
      return known.until > now();
    },
  };
}

/** Parses the path and the query of a request. The host is only a placeholder. */
function toUrl({ url }: FastifyRequest): URL {
  return new URL(url, 'http://slipway.invalid');
}

/** Returns the path and the query of a URL, with `?` even if the query is empty. */
function formatPath({ pathname, searchParams }: URL): string {
  return `${pathname}?${searchParams}`;
}
