import type { Operation } from '#engine';

export interface QueryRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a query and returns the data of its answer. Rejects if the request fails. */
export type SendQuery = (
  operation: Operation,
  request: QueryRequest,
) => Promise<Readonly<Record<string, unknown>> | undefined>;
