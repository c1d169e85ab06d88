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
 * No answer of the server: the request failed or was aborted, or something between the two answered, such as a captive
 * portal or a gateway. The request may have arrived all the same.
 */
export class UnreachableServer extends Error {
  override readonly name = 'UnreachableServer';

  constructor(cause: unknown) {
    super('Cannot reach the server; try again with a connection', { cause });
  }
}

/**
 * Returns a `fetch` that rejects with `RefusedResponse` if the status is not 2xx, because Apollo Client would accept
 * `application/graphql-response+json` with any status; and with `UnreachableServer` if the answer does not arrive whole
 * or is no JSON. A gateway's answer has no JSON and no `Retry-After`.
 * @param now Returns the time in ms.
 */
export function createStrictFetch(
  fetch: typeof globalThis.fetch,
  now: () => number,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { response, body } = await fetchWhole(fetch, input, init);
    const { ok, status, headers } = response;
    const answer = parseJson(body);
    if (ok && answer !== undefined) return new Response(body, { status, headers });
    const retryAfter = headers.get('Retry-After');
    if (ok || (gatewayStatuses.has(status) && answer === undefined && retryAfter === null))
      throw new UnreachableServer(`The answer, with status ${status}, is no JSON`);
    throw new RefusedResponse({ status, retryAfterSeconds: parseRetryAfter(retryAfter, now()), answer });
  };
}

/** The statuses of gateways that get no answer of the server, and of captive portals (RFC 9110, RFC 6585). */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504, 511]);

/** Resolves to the response and its whole body. Rejects with `UnreachableServer` if either does not arrive. */
async function fetchWhole(fetch: typeof globalThis.fetch, ...request: Parameters<typeof fetch>) {
  try {
    const response = await fetch(...request);
    return { response, body: await response.text() };
  } catch (cause) {
    throw new UnreachableServer(cause);
  }
}

/** Parses JSON; returns undefined for anything else. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
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
