import type { FieldPlan } from '#engine';
import { isEqualJson } from '#engine/resolve/reuse-equal.ts';

/** The data that one field is rendered from. The object stays the same as long as nothing in it changes. */
export interface FieldView {
  readonly plan: FieldPlan;
  /** The entered value; undefined if nothing was entered. */
  readonly entered: unknown;
  /** The message of the first problem of the whole field, without those of nested values. */
  readonly problem: string | undefined;
  /** The message of a failed send, if this field shows it. */
  readonly failure: string | undefined;
  /** True if the section disables all its fields. */
  readonly isDisabled: boolean;
}

/**
 * Returns the former view if the next one is equal; otherwise the next view, with the former options if those
 * are equal.
 */
export function reuseView(former: FieldView | undefined, next: FieldView): FieldView {
  if (former === undefined) return next;
  const isSame =
    former.entered === next.entered &&
    former.problem === next.problem &&
    former.failure === next.failure &&
    former.isDisabled === next.isDisabled &&
    isSamePlan(former.plan, next.plan);
  if (isSame) return former;
  const { options } = former.plan;
  return options && isEqualJson(options, next.plan.options)
    ? { ...next, plan: { ...next.plan, options } }
    : next;
}

/**
 * Returns true if a rule makes the field read-only or disabled. Returns false if only its schema or UI schema
 * does: RJSF knows that from them.
 */
export function isFixedByRule({ fixed, definition }: FieldPlan): boolean {
  return fixed !== definition.fixed;
}

/**
 * Returns true if two plans look the same. The rules that decided them, their presets and their
 * `branchOptions` are not visible and are ignored.
 */
function isSamePlan(one: FieldPlan, other: FieldPlan): boolean {
  return one === other || isEqualJson(toVisiblePlan(one), toVisiblePlan(other));
}

/** Returns a copy of a plan in which the properties that `isSamePlan` ignores are empty texts. */
function toVisiblePlan(plan: FieldPlan): object {
  return { ...plan, because: '', preset: '', branchOptions: '' };
}
