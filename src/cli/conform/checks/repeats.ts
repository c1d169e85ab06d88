import { randomUUID } from 'node:crypto';
import type { Answer } from '../answers.ts';
import type { TestEnquiry } from '../enquiries.ts';
import type { Session } from '../session.ts';
import { whyNot } from './operations.ts';

export interface First {
  readonly enquiry: TestEnquiry;
  readonly answer: Answer;
  readonly key: string;
}

/**
 * Checks repeated requests. If the back end returns no references, two enquiries cannot be distinguished;
 * then only refusals are found.
 */
export async function checkRepeats(session: Session, { enquiry, answer: first, key }: First): Promise<void> {
  const variables = session.enquiryOf(enquiry);
  const again = await session.send(variables, { key });
  session.note(isSame(first, again), { code: 'repeat', why: difference(first, again), exchange: again });

  const other = session.enquiryOf(enquiry, {
    submission_url: `https://${session.site.domain}/slipway-conform-again`,
  });
  const reused = await session.send(other, { key });
  const isRefused = !reused.isTaken && reused.code === 'IDEMPOTENCY_KEY_REUSED';
  const why = reused.isTaken
    ? 'it is taken'
    : `it is answered with status ${reused.status} and the code "${reused.code ?? 'none'}"`;
  session.note(isRefused, { code: 'key-reused', why, exchange: reused });

  const at = randomUUID();
  const [one, two] = await Promise.all([
    session.send(variables, { key: at }),
    session.send(variables, { key: at }),
  ]);
  session.note(isSame(one, two), { code: 'under-way', why: difference(one, two), exchange: two });

  const without = await session.send(variables, { key: null });
  const once = await session.send(variables, { key: null });
  const isOwn = once.isTaken && (once.reference === undefined || once.reference !== without.reference);
  const whyNotOwn = once.isTaken ? `it has the reference of the one before, ${once.reference}` : whyNot(once);
  session.note(isOwn, { code: 'no-key', why: whyNotOwn, exchange: once });
}

function isSame(first: Answer, again: Answer): boolean {
  return first.isTaken && again.isTaken && first.reference === again.reference;
}

function difference(first: Answer, again: Answer): string {
  const failed = [first, again].find(({ isTaken }) => !isTaken);
  if (failed) return `one of the two is not taken: ${whyNot(failed)}`;
  return `the references are ${first.reference ?? 'none'} and ${again.reference ?? 'none'}: there are two enquiries`;
}
