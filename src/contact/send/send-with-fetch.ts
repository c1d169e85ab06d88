import { getSubmitName } from '#engine';
import type { SendOutcome } from './outcome.ts';
import { postEnquiry } from './post-enquiry.ts';
import { buildSendBody } from './send-body.ts';
import type { SendRequest } from './send-request.ts';

/**
 * Sends an enquiry in the same way as Apollo Client, which a page on a weak connection may be unable to load:
 * an enquiry must not depend on a chunk of 38 kB. Never rejects: every failure is an outcome.
 */
export function sendWithFetch(request: SendRequest): Promise<SendOutcome> {
  const { endpoint, headers, form, signal } = request;
  return postEnquiry(
    { endpoint, headers, operation: getSubmitName(form), body: buildSendBody(request) },
    signal,
  );
}
