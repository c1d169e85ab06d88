import { outcomeOf, plainFailure, refusalOf, type SendOutcome } from './outcome.ts';
import { sendBody } from './send-body.ts';
import { RefusedResponse, strictFetch } from './strict-fetch.ts';
import type { SendRequest } from './transport.ts';

/** Sends an enquiry in the same way as Apollo Client, if that cannot be loaded. Never rejects. */
export async function plainSend(request: SendRequest): Promise<SendOutcome> {
  const { endpoint, headers, signal } = request;
  try {
    const response = await strictFetch(fetch, Date.now)(endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json,application/json;q=0.9',
      },
      body: sendBody(request),
      ...(signal && { signal }),
    });
    return outcomeOf(await response.json());
  } catch (error) {
    if (error instanceof RefusedResponse) return refusalOf(error.answer, error.retryAfterSeconds);
    console.error('Cannot send the enquiry:', error);
    return plainFailure;
  }
}
