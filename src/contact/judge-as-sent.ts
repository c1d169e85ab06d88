import {
  type Form,
  fromVariables,
  type Json,
  judgePlan,
  type Plan,
  type Problem,
  type ResolvePlan,
  resolve,
  type SchemaCheck,
  type Situation,
  toVariables,
} from '#engine';
import {
  applyLoadedConditions,
  applyLoadedSentConditions,
  createTypeCheck,
  type ValidatorModule,
} from '#widgets';

export interface PageJudgement {
  /** The plan of the values as the server reads them. */
  readonly plan: Plan;
  readonly problems: readonly Problem[];
  /** The values in the wire format, to be sent. */
  readonly variables: Readonly<Record<string, Json>>;
}

export interface JudgeOptions {
  /** Selects the schema errors that count; absent: all do. */
  readonly heeded?: ((check: SchemaCheck) => SchemaCheck) | undefined;
  /**
   * Resolve the entered and the sent values. Each has its own cache, for callers that judge the same form
   * repeatedly.
   */
  readonly resolvers?: readonly [entered: ResolvePlan, sent: ResolvePlan];
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
  {
    heeded = (check) => check,
    resolvers: [resolveEntered, resolveSent] = [resolve, resolve],
  }: JudgeOptions = {},
): PageJudgement {
  const variables = toVariables(form, applyLoadedConditions(resolveEntered(form, situation), module));
  const submitted = fromVariables(form, variables);
  const plan = applyLoadedSentConditions(resolveSent(form, { ...situation, entered: submitted }), module);
  const check = module && plan.type ? createTypeCheck(plan.type, module) : () => [];
  return { plan, problems: judgePlan({ plan, check: heeded(check), submitted }), variables };
}
