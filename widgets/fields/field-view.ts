import type { FieldPlan, Option } from '#engine';

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
  const options = isSameList(former.plan.options, next.plan.options)
    ? former.plan.options
    : next.plan.options;
  const isSame =
    options === former.plan.options &&
    former.entered === next.entered &&
    former.problem === next.problem &&
    former.failure === next.failure &&
    former.isDisabled === next.isDisabled &&
    isSamePlan(former.plan, next.plan);
  if (isSame) return former;
  return options === undefined ? next : { ...next, plan: { ...next.plan, options } };
}

/** Whether a rule keeps a field from being answered; what its documents say of it its schema says to RJSF. */
export function isFixedByRule({ fixed, definition }: FieldPlan): boolean {
  return fixed !== definition.fixed;
}

/** Apart from the options, and from the rules that decided it, which nobody sees. */
function isSamePlan(one: FieldPlan, other: FieldPlan): boolean {
  if (one === other) return true;
  return (
    one.definition === other.definition &&
    one.visibility === other.visibility &&
    one.isRequired === other.isRequired &&
    one.fixed === other.fixed &&
    one.label === other.label &&
    one.hint === other.hint &&
    one.placeholder === other.placeholder &&
    one.optionsState === other.optionsState &&
    isSameJson(one.value, other.value) &&
    isSameJson(one.limits, other.limits) &&
    isSameJson(one.bounds, other.bounds)
  );
}

function isSameList(one: readonly Option[] | undefined, other: readonly Option[] | undefined): boolean {
  if (one === other) return true;
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  return one.every((option, index) => {
    const match = other[index];
    return match !== undefined && option.value === match.value && option.label === match.label;
  });
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const areObjects = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null;
  return areObjects && JSON.stringify(one) === JSON.stringify(other);
}
