import {
  type Form,
  fromVariables,
  type Json,
  judge,
  type Plan,
  type Problem,
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

/**
 * Judges an enquiry as the server will: what was entered goes to the wire and back first, so that both judge the same
 * values. Without the validators only the plan judges, and the server has the last word. `heeded` is what counts of what they say.
 */
export function judgeAsSent(
  form: Form,
  situation: Situation,
  module: ValidatorModule | undefined,
  heeded = (check: SchemaCheck) => check,
): Judgement {
  const variables = toVariables(form, applyConditions(resolve(form, situation), module));
  const submitted = fromVariables(form, variables);
  const plan = applySentConditions(resolve(form, { ...situation, entered: submitted }), module);
  const check = module && plan.type ? typeCheck(plan.type, module) : () => [];
  return { plan, problems: judge({ plan, check: heeded(check), submitted }), variables };
}
