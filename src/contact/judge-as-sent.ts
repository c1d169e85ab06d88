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

export interface Judgement {
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  readonly variables: Readonly<Record<string, Json>>;
}

export interface Judging {
  /** Selects the schema errors that count; absent: all do. */
  readonly heeded?: ((check: SchemaCheck) => SchemaCheck) | undefined;
  /**
   * Resolve the entered and the sent values. Each has its own cache, for callers that judge the same form
   * repeatedly.
   */
  readonly resolvers?: readonly [entered: Resolve, sent: Resolve];
}

/**
 * Judges an enquiry as the server will: the entered values are converted to the wire format and back first,
 * so that both judge the same values. Without validators, only the plan is judged; the server judges the
 * rest.
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
