import type { FieldPlan } from '#engine';
import { isAlike } from '#engine/resolve/same.ts';

/** What the drawing of one field depends on. The same object as long as nothing about it changed. */
export interface FieldView {
  readonly plan: FieldPlan;
  /** As the visitor entered it. */
  readonly entered: unknown;
  /** What is wrong, in words. */
  readonly problem: string | undefined;
  /** That a send failed, where this field is the one to say so. */
  readonly failure: string | undefined;
  readonly isDisabled: boolean;
}

/** The former view where the next says the same, else the next with a former list of options that says the same. */
export function nextView(former: FieldView | undefined, next: FieldView): FieldView {
  if (former === undefined) return next;
  const isSame =
    former.entered === next.entered &&
    former.problem === next.problem &&
    former.failure === next.failure &&
    former.isDisabled === next.isDisabled &&
    isSamePlan(former.plan, next.plan);
  if (isSame) return former;
  const { options } = former.plan;
  return options && isAlike(options, next.plan.options) ? { ...next, plan: { ...next.plan, options } } : next;
}

/** Whether a rule keeps a field from being answered; what its documents say of it its schema says to RJSF. */
export function isFixedByRule({ fixed, definition }: FieldPlan): boolean {
  return fixed !== definition.fixed;
}

/** Apart from the rules that decided it, and from what stands behind its value, which nobody sees. */
function isSamePlan(one: FieldPlan, other: FieldPlan): boolean {
  return one === other || isAlike(shownOf(one), shownOf(other));
}

function shownOf(plan: FieldPlan): object {
  return { ...plan, because: '', preset: '', branchOptions: '' };
}
