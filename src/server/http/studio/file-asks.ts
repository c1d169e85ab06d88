import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { FileAnswer } from '../../../studio/protocol.ts';
import { personOf } from './door.ts';

/** Time for which a requested file can be downloaded without a second audit entry. */
const goodMs = 60_000;

/**
 * Downloads that a page requests before the browser fetches them (`?ask`), because a browser that saves a
 * file cannot show why it was refused. The route writes its audit entry at the request, once. Another server
 * does not know the request and writes a second entry.
 */
export interface FileAsks {
  /** Returns true if the request only asks for a download. */
  readonly isAsking: (request: FastifyRequest) => boolean;
  readonly answer: (request: FastifyRequest) => FileAnswer;
  /** Returns true if the person has requested this download. Only the first call does. */
  readonly wasAsked: (request: FastifyRequest) => boolean;
}

/** Creates downloads. The requests are kept in memory for a minute. */
export function createFileAsks(now: () => number): FileAsks {
  const asked = new Map<string, { readonly person: string; readonly url: string; readonly until: number }>();
  return {
    isAsking: (request) => addressOf(request).searchParams.has('ask'),
    answer(request) {
      for (const [key, { until }] of asked) if (until <= now()) asked.delete(key);
      const address = addressOf(request);
      address.searchParams.delete('ask');
      const key = randomUUID();
      asked.set(key, { person: personOf(request).id, url: textOf(address), until: now() + goodMs });
      address.searchParams.set('asked', key);
      return { address: textOf(address) };
    },
    wasAsked(request) {
      const address = addressOf(request);
      const key = address.searchParams.get('asked') ?? '';
      const known = asked.get(key);
      address.searchParams.delete('asked');
      const isTheirs = known?.person === personOf(request).id && known.url === textOf(address);
      if (known === undefined || !isTheirs) return false;
      asked.delete(key);
      return known.until > now();
    },
  };
}

function addressOf({ url }: FastifyRequest): URL {
  return new URL(url, 'http://slipway.invalid');
}

function textOf({ pathname, searchParams }: URL): string {
  return `${pathname}?${searchParams}`;
}
