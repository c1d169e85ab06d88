import { type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Problem, Values } from '#engine';
import {
  type FormStep,
  findReachableStep,
  findStepOfField,
  getNextStep,
  getPreviousStep,
  listFormSteps,
  omitFormErrors,
  reviewStep,
} from '#engine/resolve/steps.ts';
import type { Enquiry, StepsHandle } from '../enquiry/enquiry.ts';
import { isMainSection } from '../enquiry/section-ids.ts';
import { loadValidatorsInTime, moveFocusAfterMessages, showFailure } from '../enquiry/use-submit.ts';
import { getNamedProblems, hasNamedRefusal, isChecked } from '../lifecycle.ts';
import type { ContactFormSectionProps } from '../props.ts';
import { isPostAnswer, type StepPlace } from '../section-data.ts';
import { getStepFromUrl, getStepUrl, removeStepFromUrl } from './step-url.ts';

export interface StepNavigation {
  /** The current steps with the problems of their fields; empty if the type has none. */
  readonly steps: readonly FormStep[];
  /** The name of the current step, or `reviewStep`. Empty if the type has no steps. */
  readonly at: string;
  /**
   * The step to which the link back leads; the last step while an answer is changed. Undefined in the first
   * step.
   */
  readonly back: string | undefined;
  /** The heading that receives the focus after a change of the step. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /**
   * Goes to a step, or to the first earlier one that has problems, and adds it to the history. Focuses
   * `field` if it is given, else the heading.
   */
  readonly goTo: (place: StepPlace, field?: string) => void;
  /**
   * Judges the step. If it has problems, shows them and focuses the first, else goes to the next step. From
   * the last step it judges the whole form and sends it, or goes to the first step with problems. A call
   * during another does nothing. It never rejects: an error is logged and shown as a failure.
   */
  readonly submitStep: () => Promise<void>;
}

interface StepPosition extends StepPlace {
  /** True if the whole form was judged to be sent: problems of the form as a whole are then shown as well. */
  readonly isWhole?: boolean;
}

/**
 * Returns the visitor's position in the steps and the functions that change it, also in the page's URL.
 * Entered values belong to the enquiry and stay when the step changes. A failure in the last step that names
 * a field leads to the step of that field.
 */
export function useStepNavigation(section: ContactFormSectionProps, enquiry: Enquiry): StepNavigation {
  const { plan, lifecycle, elements, judging } = enquiry;
  const { draft, dispatch, judge, validators } = judging;
  const answer = section.post?.answer;
  const [place, setPlace] = useState<StepPosition>(answer?.at ?? { step: '' });
  const heading = useRef<HTMLHeadingElement>(null);
  const isSubmitting = useRef(false);

  const problems = useStepProblems(enquiry, place.isWhole === true);
  const steps = useMemo(() => listFormSteps(plan, problems), [plan, problems]);
  const isKnownStep = place.step === reviewStep || steps.some(({ name }) => name === place.step);
  const at = isKnownStep ? place.step : (steps[0]?.name ?? '');
  const back = place.isChange ? reviewStep : getPreviousStep(steps, at);

  /** Returns the steps with the problems of the values, without the problems of the form as a whole. */
  const judgeSteps = (values: Values) => {
    const judgement = judge(values, validators.module, omitFormErrors);
    return listFormSteps(judgement.plan, judgement.problems);
  };
  /**
   * Renders a step at once; the server's problems of the step that is left disappear. Changes neither the URL
   * nor the focus.
   */
  const applyStep = (next: StepPosition) => {
    const leftFields = steps.find(({ name }) => name === at)?.fields ?? [];
    const named = getNamedProblems(lifecycle).filter(
      ({ problem }) => !leftFields.includes(getTopLevelField(problem)),
    );
    flushSync(() => {
      dispatch({ type: 'moved', named });
      setPlace(next);
    });
  };
  /**
   * Goes to a step, adds it to the history if it is another one, and focuses the field if it is given and can
   * be focused, else the heading.
   */
  const showStep = (next: StepPosition, field?: string) => {
    // The URL must change before the step: the browser's history stores the former page's title, which must
    // not change afterwards.
    if (next.step !== at) pushStepUrl(section, next);
    applyStep(next);
    if (field === undefined || !elements.fields.current?.focusField(field)) heading.current?.focus();
  };
  /**
   * Shows the problems of a step and focuses the first of them. If the step is not the current one, it is
   * rendered first and added to the history.
   * @param next The rest of the new position.
   */
  const showStepProblems = ({ name, problems: stepProblems }: FormStep, next: Omit<StepPosition, 'step'>) => {
    if (name !== at) {
      pushStepUrl(section, { ...next, step: name });
      applyStep({ ...next, step: name });
      heading.current?.focus();
      dispatch({ type: 'submitted' });
    }
    flushSync(() => {
      setPlace({ ...next, step: name });
      dispatch({ type: 'refused', count: stepProblems.length });
    });
    moveFocusAfterMessages(() =>
      stepProblems.some((problem) => elements.fields.current?.focusField(problem.field)),
    );
  };

  /** Judges the entered values and goes to the step, or to the first earlier one that has problems. */
  const goTo = ({ step, isChange = false }: StepPlace, field?: string) =>
    showStep({ step: findReachableStep(judgeSteps(enquiry.getEnteredNow()), step), isChange }, field);

  const hasSteps = steps.length > 0;
  useImperativeHandle<StepsHandle | null, StepsHandle | null>(elements.steps, () =>
    hasSteps
      ? { goToSummary: () => goTo({ step: reviewStep }), focusHeading: () => heading.current?.focus() }
      : null,
  );

  /** Judges the step and goes to the next one, or shows its problems. Sends the form from the last step. */
  const submitStep = async () => {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      const isLast = at === reviewStep;
      const values = enquiry.getEnteredNow();
      if (!isLast) dispatch({ type: 'submitted' });
      const module = plan.type && (await loadValidatorsInTime({ validators }, plan.type));
      const judgement = judge(values, module, isLast ? undefined : omitFormErrors);
      const judgedSteps = listFormSteps(judgement.plan, judgement.problems);
      if (isLast) {
        const refusedStep = judgedSteps.find((step) => step.problems.length > 0);
        if (refusedStep) showStepProblems(refusedStep, { isChange: true, isWhole: true });
        else await enquiry.submit(section.submissionUrl ?? removeStepFromUrl(location.href));
        return;
      }
      const own = judgedSteps.find(({ name }) => name === at);
      if (own && own.problems.length > 0) return showStepProblems(own, place);
      const wanted = place.isChange ? reviewStep : getNextStep(judgedSteps, at);
      const step = findReachableStep(judgedSteps, wanted);
      const refusedStep = step === wanted ? undefined : judgedSteps.find(({ name }) => name === step);
      if (refusedStep) showStepProblems(refusedStep, { isChange: place.isChange === true });
      else showStep({ step });
    } catch (error) {
      console.error('Cannot judge the step:', error);
      showFailure({ form: section.form, dispatch, elements }, { named: [] });
    } finally {
      isSubmitting.current = false;
    }
  };

  useStepUrl(section, {
    isAnswer: isPostAnswer(answer),
    /**
     * Shows the step that the URL or a link to saved answers requests, or the first earlier one with
     * problems. Returns its name; undefined if none is requested or the type has no steps.
     */
    onOpen: () => {
      // For answers restored by a link, the visitor goes to the first step with something missing.
      const isResumed = answer?.outcome.kind === 'resumed' && answer.outcome.isFound;
      const requested = getStepFromUrl(location.href) ?? (isResumed ? reviewStep : undefined);
      if (requested === undefined) return undefined;
      const judgedSteps = judgeSteps({ ...draft.values(), ...(isResumed && answer?.entered) });
      if (judgedSteps.length === 0) return undefined;
      const step = findReachableStep(judgedSteps, requested);
      setPlace({ step, isChange: hasChangeFlag(history.state) });
      return step;
    },
    /**
     * Shows the requested step, or the first earlier one with problems, and focuses the heading if the step
     * changes. Returns its name; undefined if the type has no steps.
     */
    onHistoryChange: (requested) => {
      const judgedSteps = judgeSteps(enquiry.getEnteredNow());
      if (judgedSteps.length === 0) return undefined;
      const step = findReachableStep(judgedSteps, requested);
      // Links to a fragment of the page also cause this event.
      if (step === at) return step;
      applyStep({ step, isChange: hasChangeFlag(history.state) });
      heading.current?.focus();
      return step;
    },
  });
  // A problem that the server reported belongs to a field of a step, but the last step has no fields, and an enquiry
  // that was sent later comes back into any step. This effect runs before the focus moves to the failure message.
  useLayoutEffect(() => {
    if (!hasNamedRefusal(lifecycle)) return;
    const [first] = getNamedProblems(lifecycle);
    const step = first && findStepOfField(steps, getTopLevelField(first.problem));
    if (!step || step.name === at) return;
    const next = { step: step.name, isChange: true };
    pushStepUrl(section, next);
    setPlace(next);
    moveFocusAfterMessages(() => elements.fields.current?.focusField(first.problem.field));
  }, [lifecycle, at, steps, section, elements]);

  return { steps, at, back, heading, goTo, submitStep };
}

/**
 * Returns the problems beside the fields: those of the entered values, if a submit has judged the step, and
 * the server's for other fields. Problems of the form as a whole are included only if `isWhole` is true.
 */
function useStepProblems({ judging, entered, lifecycle }: Enquiry, isWhole: boolean): readonly Problem[] {
  const { judge, validators } = judging;
  const { module } = validators;
  const isJudging = isChecked(lifecycle);
  const found = useMemo(
    () => (isJudging ? judge(entered, module, isWhole ? undefined : omitFormErrors).problems : []),
    [isJudging, judge, entered, module, isWhole],
  );
  const named = getNamedProblems(lifecycle);
  return useMemo(() => {
    const fields = new Set(found.map(({ field }) => field));
    return [...found, ...named.map(({ problem }) => problem).filter(({ field }) => !fields.has(field))];
  }, [found, named]);
}

interface StepUrlHandlers {
  /** True if the page answers a post, which has no scripts. */
  readonly isAnswer: boolean;
  /**
   * Called when the page opens. Shows the step that the URL or a link to saved answers requests, or an
   * earlier one with problems, and returns its name. Undefined if no step is requested or the type has none.
   */
  readonly onOpen: () => string | undefined;
  /**
   * Called when the browser goes back or forward, also to an address without a step. Shows the requested
   * step, or an earlier one with problems, and returns its name. Undefined if the type has no steps.
   */
  readonly onHistoryChange: (requested: string | undefined) => string | undefined;
}

/**
 * Calls `onOpen` when the page opens and `onHistoryChange` at the browser's Back and Forward, and corrects
 * the URL if another step is shown than it requests. Does nothing if the page answers a post, and for a
 * section whose steps have no URLs.
 */
function useStepUrl(
  section: ContactFormSectionProps,
  { isAnswer, onOpen, onHistoryChange }: StepUrlHandlers,
): void {
  const latest = useRef({ onOpen, onHistoryChange });
  latest.current = { onOpen, onHistoryChange };
  const isOwn = isMainSection(section);
  useLayoutEffect(() => {
    if (!isOwn || isAnswer) return;
    correctStepUrl(getStepFromUrl(location.href), latest.current.onOpen());
    /** Shows the step of the URL, or the first one, and corrects the URL. */
    const handlePopState = () => {
      const wanted = getStepFromUrl(location.href);
      correctStepUrl(wanted, latest.current.onHistoryChange(wanted));
    };
    addEventListener('popstate', handlePopState);
    return () => removeEventListener('popstate', handlePopState);
  }, [isOwn, isAnswer]);
}

/**
 * Replaces the URL of a step that cannot be shown yet by that of the step that is shown. Does nothing if they
 * are equal or one of them is undefined.
 */
function correctStepUrl(requested: string | undefined, shown: string | undefined): void {
  if (requested !== undefined && shown !== undefined && requested !== shown)
    history.replaceState(history.state, '', getStepUrl(location.href, shown));
}

/**
 * Adds a step to the browser's history. Does nothing in a dialog and in a second section: their steps have no
 * URLs, because the URL belongs to the page.
 */
function pushStepUrl(section: ContactFormSectionProps, { step, isChange = false }: StepPlace) {
  if (isMainSection(section))
    history.pushState({ ...history.state, isChange }, '', getStepUrl(location.href, step));
}

/**
 * Returns true if a state of the history was added by a visitor who came from the last step to change an
 * answer.
 */
function hasChangeFlag(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isChange' in state && state.isChange === true;
}

/** Returns the top-level field of a problem: `boat` for `boat/engine`. */
function getTopLevelField({ field }: Problem): string {
  return field.split('/')[0] ?? field;
}
