/** An answer whose status is not 2xx: a failure whatever its body says (docs/contract.md, "GraphQL"). */
export class RefusedResponse extends Error {
  override readonly name = 'RefusedResponse';
  readonly status: number;
  /** From `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The body, where it was JSON. */
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
 * A `fetch` that rejects answers other than 2xx, because Apollo Client takes `application/graphql-response+json` for an
 * answer whatever its status.
 * @throws RefusedResponse
 */
export function strictFetch(fetch: typeof globalThis.fetch, now: () => number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    throw new RefusedResponse({
      status: response.status,
      retryAfterSeconds: retryAfterSeconds(response.headers.get('Retry-After'), now()),
      answer: await response.json().catch(() => undefined),
    });
  };
}

/**
 * The seconds to wait by a `Retry-After` header, a number of seconds or a date (RFC 9110, section 10.2.3); never
 * negative, undefined where it is neither. `retryAfterSeconds('120', now) // 120`
 */
function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}
