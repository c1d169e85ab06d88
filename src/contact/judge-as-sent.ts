import {
  type Form,
  fromVariables,
  type Json,
  judge,
  type Plan,
  type Problem,
  type Resolve,
  resolve,
  type SchemaCheck,
  type Situation,
  toVariables,
} from '#engine';
import { applyConditions, applySentConditions, typeCheck, type ValidatorModule } from '#widgets';

/** What a page would send now, and what is wrong with it. */
export interface Judgement {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  /** The form values as they travel. */
  readonly variables: Readonly<Record<string, Json>>;
}

/** How an enquiry is judged. */
export interface Judging {
  /** What counts of what the validators say; absent: all of it. */
  readonly heeded?: ((check: SchemaCheck) => SchemaCheck) | undefined;
  /** What resolves what was entered, and what comes back from the wire: each with a memory of its own where the same is judged over and over. */
  readonly resolvers?: readonly [entered: Resolve, sent: Resolve];
}

/**
 * Judges an enquiry as the server will: what was entered goes to the wire and back first, so that both judge the same
 * values. Without the validators only the plan judges, and the server has the last word.
 */
export function judgeAsSent(
  form: Form,
  situation: Situation,
  module: ValidatorModule | undefined,
  { heeded = (check) => check, resolvers: [resolveEntered, resolveSent] = [resolve, resolve] }: Judging = {},
): Judgement {
  const variables = toVariables(form, applyConditions(resolveEntered(form, situation), module));
  const submitted = fromVariables(form, variables);
  const plan = applySentConditions(resolveSent(form, { ...situation, entered: submitted }), module);
  const check = module && plan.type ? typeCheck(plan.type, module) : () => [];
  return { plan, problems: judge({ plan, check: heeded(check), submitted }), variables };
}
