import { byName, type Form, fieldText, firstText, type Plan, type Problem, problemMessage } from '#engine';
import { pipedForm } from '#engine/piping.ts';
import type { WordedProblem } from '../refusal.ts';

export interface Wording {
  readonly form: Form;
  readonly locale: string;
  /** Its type's texts are preferred; absent if no form was involved. */
  readonly plan?: Plan | undefined;
}

/** Returns a problem with its message: in the texts of the plan's type, else of the form. */
export function wordProblem(problem: Problem, { form, locale, plan }: Wording): WordedProblem {
  const isPlanned = plan && byName(plan.fields, problem.field.split('/')[0] ?? '') !== undefined;
  return {
    problem,
    message:
      plan && isPlanned
        ? problemMessage(pipedForm(form, plan), plan, problem)
        : plainMessage(form, locale, problem),
  };
}

/** Returns the message of a problem whose field is in no plan. */
function plainMessage(form: Form, locale: string, { field, code, values }: Problem): string {
  const label = fieldText(form, { typeKey: undefined, locale }, field, 'label') ?? field;
  const keys = [`fields.${field}.problems.${code}`, `problems.${code}`];
  return firstText(form, locale, keys, { label, ...values }) ?? code;
}
