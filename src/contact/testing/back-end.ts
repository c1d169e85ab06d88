import { vi } from 'vitest';

/** A GraphQL request that the back end received. */
export interface SeenRequest {
  /** The name of the GraphQL operation: `sendContactUs`. */
  readonly operation: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** Returns the answer of a test's back end; a rejection simulates a network failure. */
export type Answer = (request: SeenRequest) => Response | Promise<Response>;

/** A back end in the page itself, which replaces `fetch` until the test ends. */
export interface BackEnd {
  /** All requests so far, in their order. The array grows. */
  readonly seen: readonly SeenRequest[];
  /** Returns the requests of one operation so far. */
  readonly getRequests: (operation: string) => readonly SeenRequest[];
  /** Sets the answer of an operation, in place of its former one. */
  readonly answer: (operation: string, answer: Answer) => void;
}

/**
 * Returns a response with `{"data": {"sendContactUs": {"success": true}}}`, and the extensions if they are
 * given.
 */
export const createAcceptedResponse = (extensions?: Readonly<Record<string, unknown>>): Response =>
  Response.json({ data: { sendContactUs: { success: true } }, ...(extensions && { extensions }) });

/**
 * Replaces `fetch` by a back end; `vi.unstubAllGlobals` restores it. At first it accepts every enquiry;
 * requests of other operations fail until they have an answer. URLs that do not end in `/graphql` are fetched
 * as usual.
 */
export function startBackEnd(): BackEnd {
  const seen: SeenRequest[] = [];
  const answers = new Map<string, Answer>([['sendContactUs', () => createAcceptedResponse()]]);
  const browserFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith('/graphql')) return browserFetch(input, init);
    const { operationName, variables } = JSON.parse(String(init?.body));
    const request = { operation: operationName, variables, headers: new Headers(init?.headers) };
    seen.push(request);
    const answer = answers.get(operationName);
    if (!answer) throw new TypeError('Failed to fetch');
    return rejectOnAbort(Promise.resolve(request).then(answer), init?.signal);
  });
  return {
    seen,
    getRequests: (operation) => seen.filter((request) => request.operation === operation),
    answer: (operation, answer) => void answers.set(operation, answer),
  };
}

/** Returns an answer that stays pending until the test calls `release` with the response. */
export function createHeldAnswer(): {
  readonly answer: Answer;
  readonly release: (response: Response) => void;
} {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, release: resolve };
}

/** Returns a promise with the answer, which rejects as soon as the signal aborts. */
function rejectOnAbort(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}
