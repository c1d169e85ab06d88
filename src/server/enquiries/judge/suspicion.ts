import type { Limits } from '../../limits/limits.ts';
import type { CountedKeys } from '../../platform/secret/challenge.ts';
import { getCountedFacts } from '../../preset/enquiries.ts';
import type { Suspicion } from '../../store/records/new-enquiry.ts';
import type { BlockRecord } from '../../store/records/spam-block.ts';
import { collectTexts } from '../../store/repositories/search-terms.ts';
import type { BlockableEnquiry, BlockList } from './block-list.ts';
import { getVisitor } from './enquiry-mail.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import type { SubmissionJudgement } from './judgement.ts';

/** The assessment of a valid enquiry (docs/behaviour.md, "Robots"). */
export interface Assessment {
  /** The reason for which it looks like a robot's; absent if it looks like a person's. */
  readonly suspicion?: Suspicion | undefined;
  /** The entry of the block list that matches it; absent without one. */
  readonly blockedBy?: BlockRecord;
  /**
   * True if the page must prove an effort. This depends on the load alone, so that it reveals nothing about
   * the suspicion.
   */
  readonly isProofDue: boolean;
}

/**
 * Counts a valid enquiry for the limits and decides if it is suspected and if its page must prove an effort.
 * The block list comes first, then a filled honeypot, then the suspicion of the limits. Without all of them, an
 * enquiry whose page must prove an effort is suspected as `unproven`.
 */
export async function assessEnquiry(
  { isHoneypotFilled, ticket, begunAt, address }: EnquiryRequest,
  {
    judgement,
    limits,
    blockList,
    now,
  }: {
    readonly judgement: SubmissionJudgement;
    readonly limits: Pick<Limits, 'countEnquiry'>;
    readonly blockList: Pick<BlockList, 'find'>;
    readonly now: number;
  },
): Promise<Assessment> {
  const [counted, blockedBy] = await Promise.all([
    limits.countEnquiry({ address, ...getCountedKeys(judgement), ticket, begunAt, now }),
    blockList.find(toBlockableEnquiry(judgement)),
  ]);
  const others = isHoneypotFilled ? 'honeypot' : counted.suspicion;
  const found = blockedBy ? (`blocked-${blockedBy.kind} ${blockedBy.value}` as const) : others;
  return {
    isProofDue: counted.isProofDue,
    suspicion: found ?? (counted.isProofDue ? 'unproven' : undefined),
    ...(blockedBy && { blockedBy }),
  };
}

/** Returns what the block list compares of an enquiry: the visitor's address, and every text. */
function toBlockableEnquiry({ plan }: SubmissionJudgement): BlockableEnquiry {
  return { email: getVisitor(plan).email, texts: collectTexts(plan.values) };
}

/** Returns the keys under which the limits count an enquiry. Those of facts are empty if it has none. */
export function getCountedKeys({ plan, visit }: SubmissionJudgement): CountedKeys {
  return { ...getCountedFacts(plan.values), page: visit.page.path };
}
