/** An answer whose status is not 2xx: a failure, whatever its body contains (docs/contract.md, "GraphQL"). */
export class RefusedResponse extends Error {
  override readonly name = 'RefusedResponse';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** The parsed body, if it was JSON. */
  readonly answer: unknown;

  constructor(refusal: {
    readonly status: number;
    readonly retryAfterSeconds: number | undefined;
    readonly answer: unknown;
  }) {
    super(`Cannot use the answer: its status is ${refusal.status}; try again`);
    this.status = refusal.status;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
    this.answer = refusal.answer;
  }
}

/**
 * Returns a `fetch` that rejects with `RefusedResponse` if the status is not 2xx. Apollo Client would accept
 * `application/graphql-response+json` with any status.
 * @param now Returns the time in ms.
 */
export function createStrictFetch(
  fetch: typeof globalThis.fetch,
  now: () => number,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    throw new RefusedResponse({
      status: response.status,
      retryAfterSeconds: parseRetryAfter(response.headers.get('Retry-After'), now()),
      answer: await response.json().catch(() => undefined),
    });
  };
}

/**
 * Parses a `Retry-After` header, a number of seconds or a date (RFC 9110, section 10.2.3). Returns the
 * seconds from `now`, a time in ms, and never less than 0; undefined without a header and for another value.
 * `parseRetryAfter('120', now) // 120`
 */
function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
