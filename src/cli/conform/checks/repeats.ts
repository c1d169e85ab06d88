import { randomUUID } from 'node:crypto';
import type { ConformanceAnswer } from '../answers.ts';
import type { TestEnquiry } from '../enquiries.ts';
import type { ConformanceSession } from '../session.ts';
import { explainRejection } from './operations.ts';

/** An enquiry that the back end accepted, its answer, and the idempotency key that it was sent with. */
export interface AcceptedEnquiry {
  readonly enquiry: TestEnquiry;
  readonly answer: ConformanceAnswer;
  readonly key: string;
}

/**
 * Sends an accepted enquiry again in several ways and records in the session whether equal requests with the
 * same idempotency key create one enquiry, another body with that key is refused, and requests without a key
 * create one each. Duplicates are recognised by their references; without references, none is found.
 */
export async function checkRepeats(
  session: ConformanceSession,
  { enquiry, answer: first, key }: AcceptedEnquiry,
): Promise<void> {
  const variables = session.buildVariables(enquiry);
  const again = await session.send(variables, { key });
  session.record(isSameEnquiry(first, again), {
    code: 'repeat',
    why: explainDifference(first, again),
    exchange: again,
  });

  const other = session.buildVariables(enquiry, {
    submission_url: `https://${session.site.domain}/slipway-conform-again`,
  });
  const reused = await session.send(other, { key });
  const isRefused = !reused.isAccepted && reused.code === 'IDEMPOTENCY_KEY_REUSED';
  const why = reused.isAccepted
    ? 'it is accepted'
    : `it is answered with status ${reused.status} and the code "${reused.code ?? 'none'}"`;
  session.record(isRefused, { code: 'key-reused', why, exchange: reused });

  const at = randomUUID();
  const [one, two] = await Promise.all([
    session.send(variables, { key: at }),
    session.send(variables, { key: at }),
  ]);
  session.record(isSameEnquiry(one, two), {
    code: 'under-way',
    why: explainDifference(one, two),
    exchange: two,
  });

  const without = await session.send(variables, { key: null });
  const once = await session.send(variables, { key: null });
  const isOwn = once.isAccepted && (once.reference === undefined || once.reference !== without.reference);
  const whyNotOwn = once.isAccepted
    ? `it has the same reference as the one before, ${once.reference}`
    : explainRejection(once);
  session.record(isOwn, { code: 'no-key', why: whyNotOwn, exchange: once });
}

/** Returns true if both are accepted, with the same reference or both without one. */
function isSameEnquiry(first: ConformanceAnswer, again: ConformanceAnswer): boolean {
  return first.isAccepted && again.isAccepted && first.reference === again.reference;
}

/**
 * Returns a clause that explains why `isSameEnquiry` is false for two answers, for a report. Only for answers
 * for which it is false.
 */
function explainDifference(first: ConformanceAnswer, again: ConformanceAnswer): string {
  const failed = [first, again].find(({ isAccepted }) => !isAccepted);
  if (failed) return `one of the two is not accepted: ${explainRejection(failed)}`;
  return `the references are ${first.reference ?? 'none'} and ${again.reference ?? 'none'}: there are two enquiries`;
}
