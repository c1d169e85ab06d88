import { byName, type Form, type Plan, type Text } from '#engine';
import type { Enquiry } from '../enquiry/use-enquiry.ts';
import type { Lifecycle, SendFailure } from '../lifecycle.ts';

/** The messages of a form, apart from those beside the fields. */
export interface FormMessages {
  /** Problems stand in a summary above the form. */
  readonly isSummarised: boolean;
  /** That a send failed, under the field that the settings name (docs/behaviour.md, "Failure"). */
  readonly failure: string | undefined;
  /** What has no field to stand beside: above the submit button. */
  readonly alerts: readonly string[];
}

/** What the messages depend on. */
export interface FormMessagesInputs {
  readonly form: Form;
  readonly enquiry: Pick<Enquiry, 'plan' | 'lifecycle' | 'problems' | 'messageOf'>;
  /** The page answers a post: no script can move focus to the first problem, so that a summary tells even of one. */
  readonly isAnswer: boolean;
  readonly text: Text;
}

/** The messages of a form at one moment of its life. */
export function formMessages({ form, enquiry, isAnswer, text }: FormMessagesInputs): FormMessages {
  const { plan, lifecycle, problems, messageOf } = enquiry;
  const { failureField, summaryAbove } = form.settings;
  const failure = lifecycle.state === 'error' ? text('send-failed') : undefined;
  const hasFailureField = isShown(plan, failureField);
  const homeless = problems.filter(({ field }) => !isShown(plan, field.split('/')[0] ?? field));
  return {
    isSummarised: problems.length > 0 && (isAnswer || initialProblemCount(lifecycle) > summaryAbove),
    failure: hasFailureField ? failure : undefined,
    alerts: [
      ...(failure && !hasFailureField ? [failure] : []),
      ...(lifecycle.state === 'error' ? retryLines(lifecycle.failure, text) : []),
      ...new Set(homeless.map(messageOf)),
    ],
  };
}

/** How many problems there were when they came up: a summary that is there stays until the last is mended. */
function initialProblemCount(lifecycle: Lifecycle): number {
  if (lifecycle.state === 'editing') return lifecycle.refusedCount ?? 0;
  return lifecycle.state === 'error' ? lifecycle.failure.named.length : 0;
}

/** When to try again, where the server said so. */
function retryLines({ retryAfterSeconds }: SendFailure, text: Text): readonly string[] {
  if (retryAfterSeconds === undefined) return [];
  return [text('send-failed.retry-after', { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })];
}

function isShown({ fields }: Plan, name: string): boolean {
  return byName(fields, name)?.visibility === 'shown';
}
