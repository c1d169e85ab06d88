import type { Problem } from '#engine';

/** The codes of refusals (`extensions.code` of a GraphQL error), stable. */
export const refusalCodes = [
  /** The form would not have let it through; `fields` say where. */
  'BAD_USER_INPUT',
  'IDEMPOTENCY_KEY_REUSED',
  'TOO_MANY_REQUESTS',
  /** The request is no GraphQL request. */
  'BAD_REQUEST',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  /** The store does not do its work at the moment. */
  'UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
] as const;

/** A code of `refusalCodes`. */
export type RefusalCode = (typeof refusalCodes)[number];

/** A problem as the answer tells it (contract, "On the wire"). */
export interface ToldProblem {
  readonly field: string;
  readonly code: Problem['code'];
  /** In the request's language. */
  readonly message: string;
}

/** A request that is not granted: becomes a GraphQL error with `extensions: {code, fields}`. */
export class RefusedEnquiry extends Error {
  override readonly name = 'RefusedEnquiry';
  readonly code: RefusalCode;
  readonly fields: readonly ToldProblem[];
  /** The HTTP status; 200 where the request itself was in order. */
  readonly status: number;
  readonly retryAfterS: number | undefined;

  constructor(
    code: RefusalCode,
    message: string,
    {
      fields = [],
      status = 200,
      retryAfterS,
    }: {
      readonly fields?: readonly ToldProblem[];
      readonly status?: number;
      readonly retryAfterS?: number;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}
