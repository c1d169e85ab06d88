import { getSubmitName } from '#engine';
import { parseSendOutcome, parseSendRefusal, plainFailure, type SendOutcome } from './outcome.ts';
import { buildSendBody } from './send-body.ts';
import { createStrictFetch, RefusedResponse } from './strict-fetch.ts';
import type { SendRequest } from './transport.ts';

/**
 * Sends an enquiry in the same way as Apollo Client, which a page on a weak connection may be unable to load:
 * an enquiry must not depend on a chunk of 38 kB. Never rejects: every failure is an outcome.
 */
export async function sendWithFetch(request: SendRequest): Promise<SendOutcome> {
  const { endpoint, headers, signal } = request;
  try {
    const response = await createStrictFetch(fetch, Date.now)(endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json,application/json;q=0.9',
      },
      body: buildSendBody(request),
      ...(signal && { signal }),
    });
    return parseSendOutcome(await response.json(), getSubmitName(request.form));
  } catch (error) {
    if (error instanceof RefusedResponse) return parseSendRefusal(error.answer, error.retryAfterSeconds);
    console.error('Cannot send the enquiry:', error);
    return plainFailure;
  }
}
