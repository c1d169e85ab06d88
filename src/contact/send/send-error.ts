import { parseSendRefusal, plainFailure, type SendOutcome, unreachableFailure } from './outcome.ts';
import { RefusedResponse, UnreachableServer } from './strict-fetch.ts';

/** Returns the outcome of a send that ended with an error of `createStrictFetch`, or any other, which is logged. */
export function parseSendError(error: unknown): SendOutcome {
  if (error instanceof RefusedResponse) {
    const refusal = parseSendRefusal(error.answer, error.retryAfterSeconds);
    const { status, answer } = error;
    const isOfProxy = answer === undefined && proxyStatuses.includes(status);
    const isTemporary = isOfProxy || status === 408 || status === 429 || status >= 500;
    return isTemporary && !refusal.isAccepted
      ? { ...refusal, failure: { ...refusal.failure, isTemporary } }
      : refusal;
  }
  console.error('Cannot send the enquiry:', error);
  return error instanceof UnreachableServer ? unreachableFailure : plainFailure;
}

/** The statuses with which something between page and server keeps requests back. The server answers with JSON. */
const proxyStatuses: readonly number[] = [401, 403, 404, 405, 407];
