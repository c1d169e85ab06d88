import { type Form, fromVariables, type SituationInputs, typeField, type Values } from '#engine';
import { memoizeByObject } from '#engine/model/memoize.ts';
import {
  type JudgedSubmission,
  judgeSubmitted,
  type Submitted,
} from '#widgets/validators/judge-submitted.ts';
import { compileSchemas } from '../server/forms/documents/compile-schemas.ts';
import { createSituation } from './create-situation.ts';

/** The judgement of values, with them as they are to be stored. */
export interface ValuesJudgement extends JudgedSubmission {
  /** True if there are no problems. */
  readonly ok: boolean;
  /** The effective values: without those of hidden and unknown fields. */
  readonly values: JudgedSubmission['plan']['values'];
}

/**
 * Judges values that were sent, as the page has judged them: those that `onSubmit` of `SlipwayForm` gets, or any JSON.
 * The schemas of the form are compiled at its first use.
 * @param inputs What the values depend on besides the form, as `situationOf` has it: the page's language, its day, the
 * lists of its content. The type of a form with several is among the values.
 * @returns The problems, empty if the page accepts the values. Values that are no object have one problem, with an
 * empty field.
 */
export function judgeValues(form: Form, values: unknown, inputs?: Partial<SituationInputs>): ValuesJudgement;
/** Judges values with schemas that are compiled already, in a situation. */
export function judgeValues(options: Submitted): JudgedSubmission;
export function judgeValues(
  given: Form | Submitted,
  values?: unknown,
  inputs: Partial<SituationInputs> = {},
): ValuesJudgement | JudgedSubmission {
  return 'form' in given ? judgeSubmitted(given) : judgeFormValues(given, values, inputs);
}

/** The compiled schemas by form. */
const getCompiledSchemas = memoizeByObject((form: Form) => compileSchemas(form).compiledOf);

function judgeFormValues(form: Form, values: unknown, inputs: Partial<SituationInputs>): ValuesJudgement {
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
  const judged = judgeSubmitted({
    form,
    compiledOf: getCompiledSchemas(form),
    situation: createSituation({ locale: form.settings.fallbackLocale, ...inputs }),
    submitted: fromVariables(form, isObject ? (values as Values) : {}),
  });
  const problems = isObject ? judged.problems : [{ field: '', code: 'wrong-type' } as const];
  const { [typeField]: type, ...own } = judged.plan.values;
  const isTypeKnown = judged.plan.type?.isOnly || type === undefined;
  return {
    plan: judged.plan,
    problems,
    ok: problems.length === 0,
    values: isTypeKnown ? own : { [typeField]: type, ...own },
  };
}
