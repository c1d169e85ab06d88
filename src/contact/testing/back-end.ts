import { vi } from 'vitest';

/** One request as the back end saw it. */
export interface SeenRequest {
  readonly operation: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

/** What a test's back end answers; a rejection is a network that is down. */
export type Answer = (request: SeenRequest) => Response | Promise<Response>;

/** A back end in the page itself: it takes the place of `fetch` until the test ends. */
export interface BackEnd {
  /** Every request to the GraphQL endpoint, in order. */
  readonly seen: readonly SeenRequest[];
  /** Those of one operation. */
  readonly seenOf: (operation: string) => readonly SeenRequest[];
  /** Answers an operation from now on. */
  readonly answer: (operation: string, answer: Answer) => void;
}

/** `{"data": {"sendContactUs": {"success": true}}}` */
export const accepted = (extensions?: Readonly<Record<string, unknown>>): Response =>
  Response.json({ data: { sendContactUs: { success: true } }, ...(extensions && { extensions }) });

/** Puts a back end in the place of `fetch`; `vi.unstubAllGlobals` takes it away. */
export function startBackEnd(): BackEnd {
  const seen: SeenRequest[] = [];
  const answers = new Map<string, Answer>([['sendContactUs', () => accepted()]]);
  const browserFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith('/graphql')) return browserFetch(input, init);
    const { operationName, variables } = JSON.parse(String(init?.body));
    const request = { operation: operationName, variables, headers: new Headers(init?.headers) };
    seen.push(request);
    const answer = answers.get(operationName);
    if (!answer) throw new TypeError('Failed to fetch');
    return untilAborted(Promise.resolve(request).then(answer), init?.signal);
  });
  return {
    seen,
    seenOf: (operation) => seen.filter((request) => request.operation === operation),
    answer: (operation, answer) => void answers.set(operation, answer),
  };
}

/** An answer that comes when the test says so. */
export function held(): { readonly answer: Answer; readonly release: (response: Response) => void } {
  const { promise, resolve } = Promise.withResolvers<Response>();
  return { answer: () => promise, release: resolve };
}

function untilAborted(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}
