import type { Form, Plan, Problem } from '#engine';
import type { Lifecycle, SendFailure } from './lifecycle.ts';
import type { Text } from './text.ts';

/** Where the form says what went wrong, apart from the messages beside the fields. */
export interface Told {
  /** Problems stand in a summary above the form. */
  readonly isSummarised: boolean;
  /** The failure of a send, under the field that the settings name (specification, section 8). */
  readonly besideField: string | undefined;
  /** What has no field to stand beside. */
  readonly aboveButton: readonly string[];
}

/** What a form says at one moment of its life, and where. */
export function toldOf({
  form,
  plan,
  lifecycle,
  problems,
  messageOf,
  isPosted,
  text,
}: {
  readonly form: Form;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly problems: readonly Problem[];
  readonly messageOf: (problem: Problem) => string;
  /** Where no script can move focus to the first problem, a summary says even of one where it is. */
  readonly isPosted: boolean;
  readonly text: Text;
}): Told {
  const { failureField, summaryAbove } = form.settings;
  const failure = lifecycle.state === 'error' ? text('send-failed') : undefined;
  const isBeside = isShown(plan, failureField);
  const homeless = problems.filter(({ field }) => !isShown(plan, field.split('/')[0] ?? field));
  return {
    isSummarised: problems.length > 0 && (isPosted || startedWith(lifecycle) > summaryAbove),
    besideField: isBeside ? failure : undefined,
    aboveButton: [
      ...(failure && !isBeside ? [failure] : []),
      ...(lifecycle.state === 'error' ? retryLines(lifecycle.failure, text) : []),
      ...new Set(homeless.map(messageOf)),
    ],
  };
}

/** How many problems there were when they came up: a summary that is there stays until the last is mended. */
function startedWith(lifecycle: Lifecycle): number {
  if (lifecycle.state === 'editing') return lifecycle.refusedCount ?? 0;
  return lifecycle.state === 'error' ? lifecycle.failure.named.length : 0;
}

/** When to try again, where the server said so. */
function retryLines({ retryAfterSeconds }: SendFailure, text: Text): readonly string[] {
  if (retryAfterSeconds === undefined) return [];
  return [text('send-failed.retry-after', { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) })];
}

function isShown({ fields }: Plan, name: string): boolean {
  return fields.some((field) => field.name === name && field.visibility === 'shown');
}
