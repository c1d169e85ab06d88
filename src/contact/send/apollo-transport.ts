import { ApolloClient } from '@apollo/client';
import { ApolloCache } from '@apollo/client/cache';
import { BaseHttpLink } from '@apollo/client/link/http';
import type { DocumentNode } from 'graphql';
import { type Form, getSubmitName, type Operation, submitOperation } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import { createPresetQueries } from '../preset/queries.ts';
import { toDocumentNode } from './graphql-documents.ts';
import { parseSendOutcome, type SendOutcome } from './outcome.ts';
import { buildOperationBody, buildSendBody } from './send-body.ts';
import { parseSendError } from './send-error.ts';
import type { QueryRequest } from './send-query.ts';
import type { SendRequest } from './send-request.ts';
import { StepCounter } from './step-counter.tsx';
import { createStrictFetch, RefusedResponse, UnreachableServer } from './strict-fetch.ts';
import type { Transport } from './transport.ts';

/** Sends with Apollo Client. Import it only with `loadTransport`, so that it stays in a separate chunk. */
export const apolloTransport: Transport = {
  send: sendMutation,
  ...createPresetQueries(sendQuery),
  StepCounter,
};

/**
 * Sends an enquiry. Never rejects: an answer or a refusal of the server is parsed to its outcome; any other
 * error is logged to the console and gives a failure (`parseSendError`).
 */
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
    if (error instanceof RefusedResponse || error instanceof UnreachableServer) throw error;
    return parseSendOutcome({ data, errors: getGraphqlErrors(error), extensions }, getSubmitName(form));
  } catch (error) {
    return parseSendError(error);
  }
}

/** Sends a query and returns the data of its answer. Rejects if the request fails. */
async function sendQuery(operation: Operation, { endpoint, variables, ...request }: QueryRequest) {
  const { data } = await getClient(endpoint).query<Record<string, unknown>>({
    query: getQuery(operation),
    variables,
    fetchPolicy: 'no-cache',
    context: buildApolloContext({ ...request, ownBody: buildOperationBody(operation, variables) }),
  });
  return data;
}

const clients = new Map<string, ApolloClient>();

/** Returns the cached client of an endpoint, which the first call creates. */
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

/**
 * Returns the options of `fetch` with `ownBody` in place of Apollo's body; unchanged if there is no
 * `ownBody`.
 */
function replaceApolloBody(init: (RequestInit & OwnBody) | undefined): RequestInit | undefined {
  if (init?.ownBody === undefined) return init;
  const { ownBody, ...rest } = init;
  return { ...rest, body: ownBody };
}

/**
 * Returns the document of a form's mutation: the same object for the same form, because Apollo Client caches
 * results by document object.
 */
const getMutation = memoizeByObject((form: Form): DocumentNode => toDocumentNode(submitOperation(form)));

/** Returns the document of a query, the same object for the same operation. */
const getQuery = memoizeByObject(toDocumentNode);

/**
 * Returns Apollo's context of one request: its headers, its abort signal, its own body, and no deduplication.
 */
function buildApolloContext({ headers, signal, ownBody }: Pick<SendRequest, 'headers' | 'signal'> & OwnBody) {
  return {
    headers,
    queryDeduplication: false,
    fetchOptions: { ...(signal && { signal }), ...(ownBody && { ownBody }) },
  };
}

/**
 * Returns the `errors` of an error that contains GraphQL errors; undefined for any other error, and for none.
 */
function getGraphqlErrors(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errors' in error ? error.errors : undefined;
}

/**
 * A cache that stores nothing: an enquiry is sent once, a query too. Reads and writes have
 * no effect, and `diff` throws. Apollo's `InMemoryCache` would add 12 kB and request `__typename`, which a
 * back end that implements only our operations may not support.
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
