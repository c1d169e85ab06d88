import { type Form, firstText, type Plan, type Text, textKeys, textsOf } from '#engine';
import { checkStep, type Step, stepsOf } from '#engine/steps.ts';
import { openingPlan } from '../opening-plan.ts';
import type { ContactFormSectionProps } from '../props.ts';

export interface StepWords {
  /** The progress: `Step 2 of 5`. */
  readonly progress: string;
  readonly title: string;
  readonly copy?: string;
}

export interface WordedStep {
  readonly form: Form;
  readonly plan: Plan;
  readonly steps: readonly Step[];
  readonly at: string;
  readonly text: Text;
}

/**
 * Returns the texts of a step. The last step, with the summary of answers, has the same texts in all forms.
 */
export function stepWords({ form, plan, steps, at, text }: WordedStep): StepWords {
  const index = steps.findIndex(({ name }) => name === at);
  const count = steps.length + 1;
  const progress = text('step.progress', { step: index === -1 ? count : index + 1, count });
  if (at === checkStep) return { progress, title: text('check.title') };
  const wordOf = (part: string) =>
    firstText(form, plan.textLocale, textKeys(plan.type?.key, `steps.${at}.${part}`));
  const copy = wordOf('text');
  return { progress, title: wordOf('title') ?? at, ...(copy !== undefined && { copy }) };
}

/** Returns the title of a page at a step. A problem is mentioned first. */
export function pageTitle(
  { progress, title }: StepWords,
  { page, hasProblems, text }: { readonly page: string; readonly hasProblems: boolean; readonly text: Text },
): string {
  const whole = text('step.page-title', { progress, title, page });
  return hasProblems ? text('step.error-title', { title: whole }) : whole;
}

/** Returns the title with which a page in steps opens; undefined if the form has no steps. */
export function openingTitle(props: ContactFormSectionProps, page: string): string | undefined {
  if (!props.inSteps) return undefined;
  const { form, post } = props;
  const plan = openingPlan(props);
  const steps = stepsOf(plan, []);
  const at = post?.answer?.at?.step ?? steps[0]?.name;
  const outcome = post?.answer?.outcome.kind;
  if (at === undefined || steps.length === 0 || outcome === 'accepted') return undefined;
  const text = textsOf(form, plan.textLocale);
  const hasProblems = outcome === 'refused' || outcome === 'failed';
  return pageTitle(stepWords({ form, plan, steps, at, text }), { page, hasProblems, text });
}
