import { byName, type Form, fieldText, firstText, type Plan, type Problem, problemMessage } from '#engine';
import { pipedForm } from '#engine/piping.ts';
import type { WordedProblem } from '../refusal.ts';

/** What a problem is worded by. */
export interface Wording {
  readonly form: Form;
  readonly locale: string;
  /** In the words of its type; absent where no form was asked. */
  readonly plan?: Plan | undefined;
}

/** A problem with its message: in the words of the plan's type, else of the form. */
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

/** What a visitor reads of a problem where no plan knows its field. */
function plainMessage(form: Form, locale: string, { field, code, values }: Problem): string {
  const label = fieldText(form, { typeKey: undefined, locale }, field, 'label') ?? field;
  const keys = [`fields.${field}.problems.${code}`, `problems.${code}`];
  return firstText(form, locale, keys, { label, ...values }) ?? code;
}
