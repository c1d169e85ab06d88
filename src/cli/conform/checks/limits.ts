import { operationText, submitOperation } from '#engine';
import { parseGraphqlAnswer } from '../answers.ts';
import { type Caller, ConformanceAbortedError, type HttpExchange } from '../call.ts';
import type { TestEnquiry } from '../enquiries.ts';
import { type ConformanceSession, jsonHeaders } from '../session.ts';

/** The number of requests after which the back end must have limited them. */
export const maxLimitRequests = 80;

/**
 * Sends the same enquiry of an unknown site until it is answered with status 429, at most `maxLimitRequests`
 * times. Records in the session whether that happened and whether that answer has a valid `Retry-After`,
 * which is skipped without status 429. Throws `ConformanceAbortedError` if such an enquiry is accepted.
 */
export async function checkLimits(
  session: ConformanceSession,
  enquiry: TestEnquiry,
  { call }: Caller,
): Promise<void> {
  const { endpoints, record } = session;
  // No site has this domain, so that nobody receives an enquiry.
  const variables = session.buildVariables(enquiry, { domain: 'slipway-conform.invalid' });
  const operation = submitOperation(session.form);
  const args = operation.args.filter(({ type }) => type.endsWith('!'));
  const body = JSON.stringify({
    operationName: operation.name,
    query: operationText({ ...operation, args }),
    variables: Object.fromEntries(args.map(({ name }) => [name, variables[name]])),
  });
  let last: HttpExchange | undefined;
  for (let sent = 0; sent < maxLimitRequests && last?.status !== 429; sent += 1) {
    last = await call({ method: 'POST', url: endpoints.graphql, headers: jsonHeaders, body });
    if (parseGraphqlAnswer(last, operation.name).isAccepted)
      throw new ConformanceAbortedError('Cannot test the limit: an enquiry of an unknown site is accepted');
  }
  if (last === undefined) return;
  const isLimited = last.status === 429;
  record(isLimited, {
    code: 'limit',
    why: `${maxLimitRequests} requests in a row are answered, the last one with status ${last.status}`,
    exchange: last,
  });
  if (!isLimited) return session.skip(['retry-after'], 'there was no status of 429');
  const after = last.headers['retry-after'];
  const isTime = after !== undefined && (/^\d+$/.test(after) || !Number.isNaN(Date.parse(after)));
  record(isTime, { code: 'retry-after', why: `Retry-After is ${after ?? 'missing'}`, exchange: last });
}
