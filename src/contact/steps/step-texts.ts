import {
  createTextFormatter,
  type Form,
  findText,
  listTextKeys,
  type Plan,
  type TextFormatter,
} from '#engine';
import { type FormStep, listFormSteps, reviewStep } from '#engine/resolve/steps.ts';
import { resolveOpeningPlan } from '../opening-plan.ts';
import type { ContactFormSectionProps } from '../props.ts';

export interface StepTexts {
  /** The progress: `Step 2 of 5`. */
  readonly progress: string;
  readonly title: string;
  /** The text below the title. Absent if the form has none. */
  readonly copy?: string;
}

export interface StepTextsInputs {
  readonly form: Form;
  readonly plan: Plan;
  readonly steps: readonly FormStep[];
  /** The name of the step, or `reviewStep`. */
  readonly at: string;
  readonly text: TextFormatter;
}

/**
 * Returns the texts of a step in the language of the plan. The title of a step without one is its name. The
 * last step, with the summary of answers, has the same texts in all forms and no copy.
 */
export function getStepTexts({ form, plan, steps, at, text }: StepTextsInputs): StepTexts {
  const index = steps.findIndex(({ name }) => name === at);
  const count = steps.length + 1;
  const progress = text('step.progress', { step: index === -1 ? count : index + 1, count });
  if (at === reviewStep) return { progress, title: text('check.title') };
  /** Returns the text of a part (`title` or `text`) of the step; undefined if the form has none. */
  const findStepText = (part: string) =>
    findText(form, plan.textLocale, listTextKeys(plan.type?.key, `steps.${at}.${part}`));
  const copy = findStepText('text');
  return { progress, title: findStepText('title') ?? at, ...(copy !== undefined && { copy }) };
}

/**
 * Returns the title of a page that shows a step, made of the step's progress and title and `page`, the page's
 * own title. If there are problems, it says so.
 */
export function getStepPageTitle(
  { progress, title }: StepTexts,
  {
    page,
    hasProblems,
    text,
  }: { readonly page: string; readonly hasProblems: boolean; readonly text: TextFormatter },
): string {
  const whole = text('step.page-title', { progress, title, page });
  return hasProblems ? text('step.error-title', { title: whole }) : whole;
}

/**
 * Returns the title with which a page in steps opens. Undefined if the section does not show steps, if the
 * type has none, and after the enquiry was accepted.
 * @param page The page's own title.
 */
export function getOpeningTitle(props: ContactFormSectionProps, page: string): string | undefined {
  if (!props.inSteps) return undefined;
  const { form, post } = props;
  const plan = resolveOpeningPlan(props);
  const steps = listFormSteps(plan, []);
  const at = post?.answer?.at?.step ?? steps[0]?.name;
  const outcome = post?.answer?.outcome.kind;
  if (at === undefined || steps.length === 0 || outcome === 'accepted') return undefined;
  const text = createTextFormatter(form, plan.textLocale);
  const hasProblems = outcome === 'refused' || outcome === 'failed';
  return getStepPageTitle(getStepTexts({ form, plan, steps, at, text }), { page, hasProblems, text });
}
