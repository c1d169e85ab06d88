import { officeField } from '#engine';
import type { Limits } from '../limits/limits.ts';
import type { Suspicion } from '../store/store.ts';
import type { EnquiryRequest } from './judge-submission.ts';
import type { Judgement } from './judgement.ts';

/** Why a good enquiry looks like a robot's; undefined where it looks like a person's (docs/behaviour.md, "Robots"). Counts it. */
export function suspicionOf(
  { isHoneypotFilled, ticket }: EnquiryRequest,
  {
    judgement: { plan, visit },
    limits,
    now,
  }: { readonly judgement: Judgement; readonly limits: Pick<Limits, 'noteEnquiry'>; readonly now: number },
): Suspicion | undefined {
  const office = String(plan.values[officeField] ?? '');
  const counted = limits.noteEnquiry({ office, page: visit.page.path, ticket, now });
  return isHoneypotFilled ? 'honeypot' : counted;
}
