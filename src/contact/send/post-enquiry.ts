import { parseSendOutcome, type SendOutcome, unreachableFailure } from './outcome.ts';
import { parseSendError } from './send-error.ts';
import { createStrictFetch } from './strict-fetch.ts';

/** An enquiry as it is posted. Everything in it can be stored. */
export interface EnquiryPost {
  readonly endpoint: string;
  /** The name of the mutation. */
  readonly operation: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body of the GraphQL request. */
  readonly body: string;
}

/**
 * Posts an enquiry with `fetch` alone; also service workers can. Never rejects: every failure is an outcome.
 * @param signal Aborts the request; the enquiry may have arrived all the same.
 */
export async function postEnquiry(
  { endpoint, operation, headers, body }: EnquiryPost,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  try {
    const response = await createStrictFetch(fetch, Date.now)(endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json,application/json;q=0.9',
      },
      body,
      ...(signal && { signal }),
    });
    const answer: unknown = await response.json();
    return isOfGraphql(answer) ? parseSendOutcome(answer, operation) : unreachableFailure;
  } catch (error) {
    return parseSendError(error);
  }
}

/** Returns true for an answer of a GraphQL server (GraphQL, section 7.1). That of a captive portal may be JSON, too. */
function isOfGraphql(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && ('data' in answer || 'errors' in answer);
}
