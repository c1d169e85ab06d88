import {
  type Form,
  judge,
  type Plan,
  type Problem,
  type SchemaCheck,
  type Situation,
  typeField,
  uploadField,
  type Values,
} from '#engine';
import { resolvePiped } from '#engine/piping.ts';
import { applySentConditions } from './conditional-fields.ts';
import type { ValidatorModule } from './validator-module.ts';

/** What a type's values are judged with. */
export interface CompiledType {
  /** For `applyConditions`. */
  readonly validators: ValidatorModule;
  /** For `judge`. */
  readonly check: SchemaCheck;
}

/** What is judged by, and what. `situation` says nothing of what was entered: that is `submitted`. */
export interface Submitted {
  readonly form: Form;
  readonly compiledOf: (type: NonNullable<Plan['type']>) => CompiledType;
  readonly situation: Situation;
  /** By field, as they travelled. */
  readonly submitted: Values;
  /** The plan of both, where somebody has it before conditions are applied. */
  readonly plain?: Plan;
  /** What counts of what the schema says; absent: all. */
  readonly heeded?: ((check: SchemaCheck) => SchemaCheck) | undefined;
}

/** A plan of what was sent, and what a visitor would have had to mend before it: nothing where the page would have let it through. */
export interface JudgedSubmission {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
}

/** Judges values by the plan of a situation (docs/behaviour.md, "Judging a submission"). */
export function judgeSubmitted(options: Submitted): JudgedSubmission {
  const { compiledOf, submitted, heeded = (check) => check } = options;
  const plan = submittedPlan(options);
  if (plan.type === undefined) return { plan, problems: [typeProblem] };
  const { check } = compiledOf(plan.type);
  const problems = [
    ...(plan.isSectionShown ? [] : [typeProblem]),
    ...judge({ plan, check: heeded(check), submitted }),
    ...photoProblems(plan, submitted),
  ];
  return { plan, problems };
}

/** What a page has of values that were sent: its plan, with conditions applied, and nothing inside a field left out. */
export function submittedPlan({
  form,
  compiledOf,
  situation,
  submitted,
  plain,
}: Omit<Submitted, 'heeded'>): Plan {
  const settled = (plan: Plan) =>
    plan.type === undefined ? plan : applySentConditions(plan, compiledOf(plan.type).validators);
  return resolvePiped(form, { ...situation, entered: submitted }, settled, plain);
}

/** There is no form at all in such a situation, so nothing that it says can be sent. */
const typeProblem: Problem = { field: typeField, code: 'not-offered' };

/** Photos with a type that takes none are refused, unlike other values that are not shown. */
function photoProblems(plan: Plan, submitted: Values): readonly Problem[] {
  const takesPhotos = plan.fields.some(
    ({ name, visibility }) => name === uploadField && visibility !== 'hidden',
  );
  return takesPhotos || submitted[uploadField] === undefined
    ? []
    : [{ field: uploadField, code: 'no-photos' }];
}
