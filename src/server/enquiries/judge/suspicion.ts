import type { Limits } from '../../limits/limits.ts';
import type { CountedKeys } from '../../platform/secret/challenge.ts';
import { getCountedFacts } from '../../preset/enquiries.ts';
import type { Suspicion } from '../../store/records/new-enquiry.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import type { SubmissionJudgement } from './judgement.ts';

/** The assessment of a valid enquiry (docs/behaviour.md, "Robots"). */
export interface Assessment {
  /** The reason for which it looks like a robot's; absent if it looks like a person's. */
  readonly suspicion?: Suspicion | undefined;
  /**
   * True if the page must prove an effort. This depends on the load alone, so that it reveals nothing about
   * the suspicion.
   */
  readonly isProofDue: boolean;
}

/**
 * Counts a valid enquiry for the limits and decides if it is suspected and if its page must prove an effort.
 * A filled honeypot comes first, then the suspicion of the limits. Without both, an enquiry whose page must
 * prove an effort is suspected as `unproven`.
 */
export async function assessEnquiry(
  { isHoneypotFilled, ticket, begunAt, address }: EnquiryRequest,
  {
    judgement,
    limits,
    now,
  }: {
    readonly judgement: SubmissionJudgement;
    readonly limits: Pick<Limits, 'countEnquiry'>;
    readonly now: number;
  },
): Promise<Assessment> {
  const counted = await limits.countEnquiry({ address, ...getCountedKeys(judgement), ticket, begunAt, now });
  const found = isHoneypotFilled ? 'honeypot' : counted.suspicion;
  return { ...counted, suspicion: found ?? (counted.isProofDue ? 'unproven' : undefined) };
}

/** Returns the keys under which the limits count an enquiry. Those of facts are empty if it has none. */
export function getCountedKeys({ plan, visit }: SubmissionJudgement): CountedKeys {
  return { ...getCountedFacts(plan.values), page: visit.page.path };
}
