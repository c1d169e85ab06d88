import { type Form, findByName, type Plan, type TextFormatter } from '#engine';
import type { Enquiry } from '../enquiry/enquiry.ts';
import type { Lifecycle, SendFailure } from '../lifecycle.ts';

export interface FormMessages {
  /** True if a summary of the problems is shown above the fields. */
  readonly isSummarised: boolean;
  /** The message of a failed send, under the field that the settings name (docs/behaviour.md, "Failure"). */
  readonly failure: string | undefined;
  /** The messages above the submit button: those that belong to no visible field. */
  readonly alerts: readonly string[];
}

export interface FormMessagesInputs {
  readonly form: Form;
  readonly enquiry: Pick<Enquiry, 'plan' | 'lifecycle' | 'problems' | 'messageOf'>;
  /**
   * True if the page answers a post. Then no script can focus the first problem, so even one problem is
   * listed in a summary.
   */
  readonly isAnswer: boolean;
  readonly text: TextFormatter;
}

/**
 * Returns the messages of a form that do not belong to a single visible field. After a failed send, these are
 * the failure and when to try again; equal messages of problems occur once.
 */
export function buildFormMessages({ form, enquiry, isAnswer, text }: FormMessagesInputs): FormMessages {
  const { plan, lifecycle, problems, messageOf } = enquiry;
  const { failureField, summaryAbove } = form.settings;
  const failure = lifecycle.state === 'error' ? text('send-failed') : undefined;
  const hasFailureField = failureField !== undefined && isFieldShown(plan, failureField);
  const withoutVisibleField = problems.filter(
    ({ field }) => !isFieldShown(plan, field.split('/')[0] ?? field),
  );
  return {
    isSummarised: problems.length > 0 && (isAnswer || getInitialProblemCount(lifecycle) > summaryAbove),
    failure: hasFailureField ? failure : undefined,
    alerts: [
      ...(failure && !hasFailureField ? [failure] : []),
      ...(lifecycle.state === 'error' ? getRetryLines(lifecycle.failure, text) : []),
      ...new Set(withoutVisibleField.map(messageOf)),
    ],
  };
}

/**
 * Returns the number of problems that the last submit found, including those that are fixed meanwhile: a
 * summary stays until the last problem is fixed.
 */
function getInitialProblemCount(lifecycle: Lifecycle): number {
  if (lifecycle.state === 'editing') return lifecycle.refusedCount ?? 0;
  return lifecycle.state === 'error' ? lifecycle.failure.named.length : 0;
}

/** Returns the sentence about when to try again; empty if the server stated no time. */
function getRetryLines({ retryAfterSeconds }: SendFailure, text: TextFormatter): readonly string[] {
  if (retryAfterSeconds === undefined) return [];
  return [text('send-failed.retry-after', { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })];
}

/** Returns true if the plan has the field and shows it. */
function isFieldShown({ fields }: Plan, name: string): boolean {
  return findByName(fields, name)?.visibility === 'shown';
}
