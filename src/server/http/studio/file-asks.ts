import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { FileAnswer } from '../../../studio/protocol.ts';
import { personOf } from './door.ts';

/** For how long a file that was asked for is fetched without being noted once more. */
const goodMs = 60_000;

/**
 * Files that a page asks about before it fetches them (`?ask`): a browser that saves a file has nobody to tell why it was refused. Whatever
 * a route notes of a file it notes as it is asked for, once; a server that does not know of that notes it again.
 */
export interface FileAsks {
  /** Whether it is asked about alone. */
  readonly isAsking: (request: FastifyRequest) => boolean;
  /** Where the file is to be had. */
  readonly answer: (request: FastifyRequest) => FileAnswer;
  /** Whether whoever fetches it has asked for it, which holds once. */
  readonly wasAsked: (request: FastifyRequest) => boolean;
}

/** Keeps what was asked for a minute, in memory. */
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
