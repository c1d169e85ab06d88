import { ApolloClient } from '@apollo/client';
import { ApolloCache } from '@apollo/client/cache';
import { BaseHttpLink } from '@apollo/client/link/http';
import type { DocumentNode } from 'graphql';
import { type Form, sendContactUsOperation } from '#engine';
import { futureEventTitlesOperation } from '#engine/future-event-titles.ts';
import { memoizeByObject } from '#engine/memoize.ts';
import { StepCounter } from '../figures/step-counter.tsx';
import { futureEventTitlesDocument, toDocumentNode } from './graphql-documents.ts';
import { parseSendOutcome, parseSendRefusal, plainFailure, type SendOutcome } from './outcome.ts';
import { buildOperationBody, buildSendBody } from './send-body.ts';
import { createStrictFetch, RefusedResponse } from './strict-fetch.ts';
import type { EventTitlesRequest, SendRequest, Transport } from './transport.ts';

/** Sends with Apollo Client. Import it only with `loadTransport`, so that it stays in a separate chunk. */
export const apolloTransport: Transport = {
  send: sendMutation,
  fetchFutureEventTitles: queryEventTitles,
  StepCounter,
};

/** Sends an enquiry. Never rejects: every failure is an outcome. */
async function sendMutation(request: SendRequest): Promise<SendOutcome> {
  const { endpoint, form, variables } = request;
  try {
    const { data, error, extensions } = await getClient(endpoint).mutate({
      mutation: getMutation(form),
      variables,
      errorPolicy: 'all',
      fetchPolicy: 'no-cache',
      context: buildApolloContext({ ...request, ownBody: buildSendBody(request) }),
    });
    if (error instanceof RefusedResponse) throw error;
    return parseSendOutcome({ data, errors: getGraphqlErrors(error), extensions });
  } catch (error) {
    if (error instanceof RefusedResponse) return parseSendRefusal(error.answer, error.retryAfterSeconds);
    console.error('Cannot send the enquiry:', error);
    return plainFailure;
  }
}

/** Fetches the event titles. Rejects if the answer contains no list of them. */
async function queryEventTitles(request: EventTitlesRequest): Promise<readonly string[]> {
  const variables = { domain: request.domain };
  const { data } = await getClient(request.endpoint).query<Record<string, unknown>>({
    query: futureEventTitlesDocument,
    variables,
    fetchPolicy: 'no-cache',
    context: buildApolloContext({
      ...request,
      ownBody: buildOperationBody(futureEventTitlesOperation, variables),
    }),
  });
  const titles = data?.getFutureEventTitles;
  if (!Array.isArray(titles))
    throw new Error('Cannot use the event titles: the answer holds no list of them');
  return titles.filter((title) => typeof title === 'string');
}

const clients = new Map<string, ApolloClient>();

/** Returns the cached client of an endpoint. */
function getClient(endpoint: string): ApolloClient {
  let client = clients.get(endpoint);
  if (client === undefined) {
    // `HttpLink` would add the library's name and version to every body, so the base class is used.
    const link = new BaseHttpLink({
      uri: endpoint,
      fetch: createStrictFetch((uri, init) => fetch(uri, replaceApolloBody(init)), Date.now),
    });
    client = new ApolloClient({ cache: new NoCache(), link, devtools: { enabled: false } });
    clients.set(endpoint, client);
  }
  return client;
}

/**
 * A request body that was written by `writeJson`. Apollo Client uses `JSON.stringify`, which other scripts of
 * the page can replace.
 */
interface OwnBody {
  readonly ownBody?: string;
}

/** Returns the request with `ownBody`, if it is given, instead of Apollo's body. */
function replaceApolloBody(init: (RequestInit & OwnBody) | undefined): RequestInit | undefined {
  if (init?.ownBody === undefined) return init;
  const { ownBody, ...rest } = init;
  return { ...rest, body: ownBody };
}

/** Returns the same document for the same form: Apollo Client caches results by document object. */
const getMutation = memoizeByObject(
  (form: Form): DocumentNode => toDocumentNode(sendContactUsOperation(form)),
);

function buildApolloContext({ headers, signal, ownBody }: Pick<SendRequest, 'headers' | 'signal'> & OwnBody) {
  return {
    headers,
    queryDeduplication: false,
    fetchOptions: { ...(signal && { signal }), ...(ownBody && { ownBody }) },
  };
}

/** Returns the errors of a GraphQL answer; undefined if there was no answer. */
function getGraphqlErrors(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errors' in error ? error.errors : undefined;
}

/**
 * A cache that stores nothing: an enquiry is sent once, event titles are fetched once. Apollo's
 * `InMemoryCache` would add 12 kB and request `__typename`, which a back end that implements only our two
 * operations may not support.
 */
class NoCache extends ApolloCache {
  read(): null {
    return null;
  }
  write(): undefined {
    return undefined;
  }
  diff(): never {
    throw new Error('Cannot read from a cache that keeps nothing; use the fetch policy "no-cache"');
  }
  watch(): () => void {
    return () => undefined;
  }
  reset(): Promise<void> {
    return Promise.resolve();
  }
  evict(): boolean {
    return false;
  }
  restore(): this {
    return this;
  }
  extract(): unknown {
    return {};
  }
  removeOptimistic(): void {}
  fragmentMatches(): boolean {
    return false;
  }
  performTransaction(transaction: (cache: this) => void): void {
    transaction(this);
  }
}
