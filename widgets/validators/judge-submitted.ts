import {
  type Form,
  judgePlan,
  type Plan,
  type Problem,
  type SchemaCheck,
  type Situation,
  typeField,
  uploadField,
  type Values,
} from '#engine';
import { resolvePiped } from '#engine/resolve/piping.ts';
import { applySentConditions } from './conditional-fields.ts';
import type { ValidatorModule } from './validator-module.ts';

/** The compiled schema of an enquiry type: for conditions, and as the check of all values. */
export interface CompiledType {
  readonly validators: ValidatorModule;
  readonly check: SchemaCheck;
}

/** The options of `judgeSubmitted`. `situation` contains no entered values; `submitted` does. */
export interface Submitted {
  readonly form: Form;
  /** Returns the compiled schema of a type. */
  readonly compiledOf: (type: NonNullable<Plan['type']>) => CompiledType;
  readonly situation: Situation;
  readonly submitted: Values;
  /** The plan of `situation` and `submitted` before conditions are applied, if it exists already. */
  readonly plain?: Plan;
  /** Returns a check with only the schema errors that count; absent: all do. */
  readonly heeded?: ((check: SchemaCheck) => SchemaCheck) | undefined;
}

/**
 * The plan of the sent values, with the problems that the visitor had to fix before sending; empty if the
 * page would have accepted the values.
 */
export interface JudgedSubmission {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

/**
 * Returns the plan of sent values and their problems (docs/behaviour.md, "Judging a submission"). If the
 * situation offers no form or hides the section, the first problem is that of the type field; without a form
 * it is the only one.
 */
export function judgeSubmitted(options: Submitted): JudgedSubmission {
  const { compiledOf, submitted, heeded = (check) => check } = options;
  const plan = resolveSubmittedPlan(options);
  if (plan.type === undefined) return { plan, problems: [typeProblem] };
  const { check } = compiledOf(plan.type);
  const problems = [
    ...(plan.isSectionShown ? [] : [typeProblem]),
    ...judgePlan({ plan, check: heeded(check), submitted }),
    ...findPhotoProblems(plan, submitted),
  ];
  return { plan, problems };
}

/**
 * Returns the plan of sent values, with conditions applied and answers in its texts. Nothing inside a field
 * is removed.
 */
export function resolveSubmittedPlan({
  form,
  compiledOf,
  situation,
  submitted,
  plain,
}: Omit<Submitted, 'heeded'>): Plan {
  /** Applies the conditions of the plan's type; returns a plan without a type unchanged. */
  const applyTypeConditions = (plan: Plan) =>
    plan.type === undefined ? plan : applySentConditions(plan, compiledOf(plan.type).validators);
  return resolvePiped(form, { ...situation, entered: submitted }, applyTypeConditions, plain);
}

/** There is no form in such a situation, so nothing can be sent. */
const typeProblem: Problem = { field: typeField, code: 'not-offered' };

/**
 * Returns one problem if photos were sent in `uploadField` although the plan does not show that field; else
 * an empty list. Values of other hidden fields are ignored instead.
 */
function findPhotoProblems(plan: Plan, submitted: Values): readonly Problem[] {
  const takesPhotos = plan.fields.some(
    ({ name, visibility }) => name === uploadField && visibility !== 'hidden',
  );
  return takesPhotos || submitted[uploadField] === undefined
    ? []
    : [{ field: uploadField, code: 'no-photos' }];
}
