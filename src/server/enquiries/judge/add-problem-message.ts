import {
  type Form,
  findByName,
  findFieldText,
  findText,
  type Plan,
  type Problem,
  problemMessage,
} from '#engine';
import { pipeAnswers } from '#engine/resolve/piping.ts';
import type { ProblemWithMessage } from '../../platform/refusal.ts';

export interface MessageContext {
  readonly form: Form;
  readonly locale: string;
  /** The plan of the submission; the texts of its type are preferred. Absent if there is none. */
  readonly plan?: Plan | undefined;
}

/**
 * Returns a problem with its message: from the texts of the plan's enquiry type if the plan contains the
 * field, else from those of the form.
 */
export function addProblemMessage(
  problem: Problem,
  { form, locale, plan }: MessageContext,
): ProblemWithMessage {
  const isPlanned = plan && findByName(plan.fields, problem.field.split('/')[0] ?? '') !== undefined;
  return {
    problem,
    message:
      plan && isPlanned
        ? problemMessage(pipeAnswers(form, plan), plan, problem)
        : formatPlainMessage(form, locale, problem),
  };
}

/**
 * Returns the message of a problem whose field is in no plan: the field's own text, else the general text of
 * the code, else the code.
 */
function formatPlainMessage(form: Form, locale: string, { field, code, values }: Problem): string {
  const label = findFieldText(form, { typeKey: undefined, locale }, field, 'label') ?? field;
  const keys = [`fields.${field}.problems.${code}`, `problems.${code}`];
  return findText(form, locale, keys, { label, ...values }) ?? code;
}
