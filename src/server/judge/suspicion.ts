import { officeField } from '#engine';
import type { Limits } from '../limits/limits.ts';
import type { Counted } from '../secret/challenge.ts';
import type { Suspicion } from '../store/store.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import type { Judgement } from './judgement.ts';

/** What is to be thought of a good enquiry (docs/behaviour.md, "Robots"). */
export interface Assessment {
  /** Why it looks like a robot's; absent where it looks like a person's. */
  readonly suspicion?: Suspicion | undefined;
  /** Its page has to prove its effort, whatever it looks like: who is asked says nothing about what was found. */
  readonly isProofDue: boolean;
}

/** Assesses a good enquiry, and counts it. */
export async function assess(
  { isHoneypotFilled, ticket, begunAt, address }: EnquiryRequest,
  {
    judgement,
    limits,
    now,
  }: { readonly judgement: Judgement; readonly limits: Pick<Limits, 'noteEnquiry'>; readonly now: number },
): Promise<Assessment> {
  const noted = await limits.noteEnquiry({ address, ...countedOf(judgement), ticket, begunAt, now });
  const found = isHoneypotFilled ? 'honeypot' : noted.suspicion;
  return { ...noted, suspicion: found ?? (noted.isProofDue ? 'unproven' : undefined) };
}

/** By what a ceiling counts an enquiry. */
export function countedOf({ plan, visit }: Judgement): Counted {
  return { office: String(plan.values[officeField] ?? ''), page: visit.page.path };
}
