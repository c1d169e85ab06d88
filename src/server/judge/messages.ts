import { type Form, formatText, hasText, type Plan, type Problem, problemMessage } from '#engine';
import type { ToldProblem } from './refused-enquiry.ts';

/** A problem with its message: in the words of the plan's type, else of the form. */
export function toldProblem(
  form: Form,
  locale: string,
  plan: Plan | undefined,
  problem: Problem,
): ToldProblem {
  const { field, code } = problem;
  const isPlanned = plan?.fields.some(({ name }) => name === field.split('/')[0]);
  return {
    field,
    code,
    message: plan && isPlanned ? problemMessage(form, plan, problem) : plainMessage(form, locale, problem),
  };
}

/** What a visitor reads of a problem where no plan knows its field. */
export function plainMessage(form: Form, locale: string, { field, code, values }: Problem): string {
  const own = `fields.${field}.problems.${code}`;
  const labelKey = `fields.${field}.label`;
  const label = hasText(form, locale, labelKey) ? formatText(form, locale, labelKey) : field;
  return formatText(form, locale, hasText(form, locale, own) ? own : `problems.${code}`, {
    label,
    ...values,
  });
}
