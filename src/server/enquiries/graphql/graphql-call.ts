/** A GraphQL call (GraphQL over HTTP, "Request Parameters"). */
export interface GraphqlCall {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
}

/**
 * Returns a parsed body if it is a call; undefined if it is no call, a batch, or has unknown members. Members
 * that are null count as absent.
 */
export function readGraphqlCall(body: unknown): GraphqlCall | undefined {
  if (!isObject(body)) return undefined;
  const { query, variables, operationName, extensions, ...others } = body;
  const isCall =
    typeof query === 'string' &&
    (isAbsent(variables) || isObject(variables)) &&
    (isAbsent(operationName) || typeof operationName === 'string') &&
    (isAbsent(extensions) || isObject(extensions)) &&
    Object.values(others).every(isAbsent);
  return isCall ? (body as unknown as GraphqlCall) : undefined;
}

/** Returns true for an object, false for an array. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
