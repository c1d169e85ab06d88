import { isUploadWidget, type Plan, postNames, type Values } from '#engine';
import {
  type FormStep,
  findReachableStep,
  findStepOfField,
  getNextStep,
  listFormSteps,
  omitFormErrors,
  reviewStep,
} from '#engine/resolve/steps.ts';
import type { StepPlace } from '../../../contact/section-data.ts';
import type { PageVisit } from '../../forms/content/visit.ts';
import type { CompiledForm } from '../../forms/documents/compiled-form.ts';
import type { ProblemWithMessage } from '../../platform/refusal.ts';
import { judgeByPage } from '../judge/judgement.ts';
import { readHiddenValues } from './posted-values.ts';
import type { PostedForm } from './read-post.ts';

/** A post of a form that may have steps. */
export interface PostedStep {
  readonly posted: PostedForm;
  readonly visit: PageVisit;
  readonly ready: CompiledForm;
}

/**
 * Returns the step that was posted, or the first one if the plan has no such step. Undefined if the page does
 * not show steps, the post names none, or the plan has none. `isChange` is true if the visitor came from the
 * review to change the step.
 */
export function findPostedStep({ posted, visit }: PostedStep, plan: Plan): StepPlace | undefined {
  const step = posted.texts.get(postNames.step)?.[0];
  if (!visit.page.inSteps || step === undefined) return undefined;
  const steps = listFormSteps(plan, []);
  // After another type was selected on the first step, its steps differ.
  const isKnown = step === reviewStep || steps.some(({ name }) => name === step);
  const [first] = steps;
  if (!first) return undefined;
  return { step: isKnown ? step : first.name, isChange: posted.texts.has(postNames.isChange) };
}

/**
 * Returns the values of the other steps from the hidden field, without those that the posted step asks for,
 * which may have been emptied. Empty for a form on one page.
 */
export function getAnswersOfOtherSteps({ posted, ready, visit }: PostedStep, plan: Plan): Values {
  const place = findPostedStep({ posted, ready, visit }, plan);
  if (place === undefined) return {};
  const asked = listFormSteps(plan, []).find(({ name }) => name === place.step)?.fields ?? [];
  const hiddenEntries = Object.entries(readHiddenValues(ready.form, posted));
  return Object.fromEntries(hiddenEntries.filter(([name]) => !asked.includes(name)));
}

/** The result of a step: it is shown again with its problems, another step is shown, or the form is sent. */
export type StepOutcome =
  | { readonly kind: 'refused'; readonly at: StepPlace; readonly fields: readonly string[] }
  | { readonly kind: 'moved'; readonly at: StepPlace }
  | { readonly kind: 'send' };

/**
 * Judges a posted step, as a script would. Returns `moved` if a step was requested, else `send` for the
 * review, else `refused` with all fields of the posted step if it has problems or refused photos, else
 * `moved` to the next step, or to the review after a change. A move goes at most to the first step with
 * problems (`findReachableStep`).
 */
export function processStep(request: PostedStep, place: StepPlace, values: Values): StepOutcome {
  const { posted, ready, visit } = request;
  const { plan, problems } = judgeByPage(ready, visit, values, omitFormErrors);
  const steps = listFormSteps(plan, problems);
  const isChecking = place.step === reviewStep;
  const asked = posted.texts.get(postNames.goTo)?.[0];
  if (asked !== undefined)
    return {
      kind: 'moved',
      at: { step: findReachableStep(steps, asked), isChange: isChecking && asked !== reviewStep },
    };
  if (isChecking) return { kind: 'send' };
  const own = steps.find(({ name }) => name === place.step);
  if (own && (own.problems.length > 0 || hasRefusedUploads(own, plan, posted)))
    return { kind: 'refused', at: place, fields: own.fields };
  const wanted = place.isChange ? reviewStep : getNextStep(steps, place.step);
  const step = findReachableStep(steps, wanted);
  return { kind: 'moved', at: { step, isChange: place.isChange === true && step !== reviewStep } };
}

/**
 * Returns the step of the first problem, to be changed (`isChange`), for a form that was refused when it was
 * sent; the review if there is no problem or no step has its field.
 */
export function findStepOfProblems(plan: Plan, problems: readonly ProblemWithMessage[]): StepPlace {
  const [first] = problems;
  const step = first && findStepOfField(listFormSteps(plan, []), first.problem.field.split('/')[0] ?? '');
  return step ? { step: step.name, isChange: true } : { step: reviewStep };
}

/** Returns true if the post contains a refused photo or file of a field of the step. */
function hasRefusedUploads({ fields }: FormStep, plan: Plan, { refusedPhotos }: PostedForm): boolean {
  const uploads = plan.fields.filter(
    ({ name, definition }) => fields.includes(name) && isUploadWidget(definition.widget),
  );
  return refusedPhotos.some(({ field }) => uploads.some(({ name }) => name === field));
}
